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

const ofTests = z
  .looseObject({ dependencies: versions, allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(readFileSync('test/package.json', 'utf8')));

const Lockfile = z.looseObject({
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
});

/** All packages of a lockfile but its own and its workspaces. */
const listInstalled = (lockfile: string) =>
  Object.entries(Lockfile.parse(JSON.parse(readFileSync(lockfile, 'utf8'))).packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

const installed = listInstalled('package-lock.json');
const installedForTests = listInstalled('test/package-lock.json');
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';

test('every dependency is pinned to one version', () => {
  const pinned = [
    ...[dependencies, devDependencies, overrides, ofTheConsole],
    ofTests.dependencies,
  ].flatMap(Object.entries);
  const ranges = pinned.filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toStrictEqual([]);
});

test.each([
  ['package-lock.json', installed],
  ['test/package-lock.json', installedForTests],
])(
  'every package of %s has a hash, and none comes from elsewhere than the registry',
  (_, installed) => {
    expect(installed.length).toBeGreaterThan(100);
    expect(
      installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')),
    ).toStrictEqual([]);
    const elsewhere = installed.filter(
      ([, { resolved }]) =>
        resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere).toStrictEqual([]);
  },
);

test('the packages with install scripts are denied, or allowed and justified, and none is shipped', () => {
  const listScripted = (packages: typeof installed) =>
    packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  const namesOf = (packages: typeof installed) => packages.map(([path]) => nameOf(path)).sort();
  const scripted = listScripted(installed);
  const names = namesOf(scripted);
  const page = readFileSync('.github/SECURITY.md', 'utf8');
  const justified = [...page.matchAll(/^\| `([^`]+)` \| .{20,} \|$/gm)]
    .map(([, name]) => name)
    .sort();
  expect(names).toStrictEqual(Object.keys(allowScripts).sort());
  expect(names.filter((name) => allowScripts[name])).toStrictEqual(justified);
  expect(scripted.filter(([, { dev }]) => !dev)).toStrictEqual([]);
  // Nothing of the tests' own package runs one.
  expect(ofTests.allowScripts).toStrictEqual(
    Object.fromEntries(namesOf(listScripted(installedForTests)).map((name) => [name, false])),
  );
});
