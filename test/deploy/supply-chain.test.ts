import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { tempFolder } from '../support/resources.ts';

const versions = z.record(z.string(), z.string());

const Manifest = z.looseObject({
  dependencies: versions,
  devDependencies: versions.default({}),
  overrides: z.record(z.string(), z.union([z.string(), versions])).default({}),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});
const readManifest = (folder: string) =>
  Manifest.parse(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')));

const { dependencies, devDependencies, overrides, allowScripts } = readManifest('.');

/** Packages that are installed apart. All their install scripts are denied. */
const apart = ['test', 'test/tools/mutants'].map((folder) => ({
  ...readManifest(folder),
  lockfile: `${folder}/package-lock.json`,
}));

const flag = z.boolean().optional();
const text = z.string().optional();
const Installed = {
  dev: flag,
  link: flag,
  hasInstallScript: flag,
  integrity: text,
  resolved: text,
};
const Lockfile = z.looseObject({ packages: z.record(z.string(), z.looseObject(Installed)) });

/** Lists the packages of a lockfile, except its own and its workspaces. */
const listInstalled = (lockfile: string) =>
  Object.entries(Lockfile.parse(JSON.parse(readFileSync(lockfile, 'utf8'))).packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

const installed = listInstalled('package-lock.json');
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? '';

test('every dependency is pinned to one version', () => {
  // npm accepts `$name` only as the version of a dependency here.
  const overriding = Object.entries(overrides)
    .flatMap(([name, one]) =>
      typeof one === 'string' ? [[name, one] as const] : Object.entries(one),
    )
    .filter(([, version]) => !version.startsWith('$'));
  const pinned = [
    ...[dependencies, devDependencies, readManifest('src/console').dependencies].flatMap(
      Object.entries,
    ),
    ...apart.flatMap((one) => Object.entries(one.dependencies)),
    ...overriding,
  ];
  const ranges = pinned.filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toStrictEqual([]);
});

const REGISTRY = 'https://registry.npmjs.org/';

test.each(['package-lock.json', ...apart.map(({ lockfile }) => lockfile)])(
  'every package of %s has a hash and comes from the registry',
  (lockfile) => {
    const installed = listInstalled(lockfile);
    expect(installed.length).toBeGreaterThan(100);
    for (const [name, { integrity }] of installed) expect(integrity, name).toMatch(/^sha512-/);
    for (const [name, { resolved = REGISTRY }] of installed)
      expect(resolved.startsWith(REGISTRY), name).toBe(true);
  },
);

test('every package with an install script is denied or justified', () => {
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
  for (const { lockfile, allowScripts } of apart)
    expect(allowScripts, lockfile).toStrictEqual(
      Object.fromEntries(
        namesOf(listScripted(listInstalled(lockfile))).map((name) => [name, false]),
      ),
    );
});

const Workflow = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({ steps: z.array(z.looseObject({ run: z.string().optional() })) }),
  ),
});

const { jobs } = Workflow.parse(parse(readFileSync('.github/workflows/release.yml', 'utf8')));
const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

/** Whether npm is at least as new as the one that the release installs: older ones fail at the bill of materials. */
const hasReleaseNpm = () => {
  const command = commands.find((one) => one.startsWith('npm install --global npm@')) ?? '';
  const [wanted = '', installed = ''] = [
    command,
    execFileSync('npm', ['--version'], { encoding: 'utf8' }),
  ].map((text) => /\d+\.\d+\.\d+/.exec(text)?.[0]);
  return installed.localeCompare(wanted, undefined, { numeric: true }) >= 0;
};

test.runIf(hasReleaseNpm())(
  'the bill of materials of a release lists every dependency except those of development',
  async () => {
    const steps = commands
      .slice(commands.indexOf('npm pkg delete devDependencies workspaces'))
      .slice(0, 3);
    const folder = await tempFolder();
    const files = ['package.json', 'package-lock.json', 'src/console/package.json'];
    for (const name of files) await cp(name, join(folder, name));
    await promisify(execFile)('sh', ['-ec', steps.join('\n')], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, npm_config_offline: 'true' },
    });
    const { components } = z
      .object({ components: z.array(z.object({ name: z.string(), version: z.string() })) })
      .parse(JSON.parse(readFileSync(join(folder, 'avatar-graphql.cdx.json'), 'utf8')));
    const names = components.map(({ name }) => name);
    expect(components).toEqual(
      expect.arrayContaining(
        Object.entries(dependencies).map(([name, version]) => ({ name, version })),
      ),
    );
    const production = installed.flatMap(([path, { dev }]) => (dev ? [] : nameOf(path)));
    expect(names.filter((name) => !production.includes(name))).toStrictEqual([]);
  },
);
