import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const versions = z.record(z.string(), z.string());

const { dependencies, devDependencies, overrides, allowScripts } = z
  .looseObject({
    dependencies: versions,
    devDependencies: versions,
    overrides: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const ofTheConsole = z
  .looseObject({ dependencies: versions })
  .parse(JSON.parse(readFileSync('src/console/package.json', 'utf8'))).dependencies;

const { packages } = z
  .looseObject({
    packages: z.record(
      z.string(),
      z.looseObject({
        dev: z.boolean().optional(),
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** All packages but this one and its workspaces. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';

test('every dependency is pinned to one version', () => {
  const pinned = [dependencies, devDependencies, overrides, ofTheConsole].flatMap(Object.entries);
  const ranges = pinned.filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toStrictEqual([]);
});

test('every package of the lockfile has a hash, and none comes from elsewhere than the registry', () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toStrictEqual(
    [],
  );
  const elsewhere = installed.filter(
    ([, { resolved }]) =>
      resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(elsewhere).toStrictEqual([]);
});

test('the packages with install scripts are denied, or allowed and justified, and none is shipped', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => nameOf(path)).sort();
  const page = readFileSync('.github/SECURITY.md', 'utf8');
  const justified = [...page.matchAll(/^\| `([^`]+)` \| .{20,} \|$/gm)]
    .map(([, name]) => name)
    .sort();
  expect(names).toStrictEqual(Object.keys(allowScripts).sort());
  expect(names.filter((name) => allowScripts[name])).toStrictEqual(justified);
  expect(scripted.filter(([, { dev }]) => !dev)).toStrictEqual([]);
});
