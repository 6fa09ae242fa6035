import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import hooksPackage from '../../src/hooks/package.json' with { type: 'json' };
import testPackage from '../package.json' with { type: 'json' };
import { tempFolder } from '../support/resources.ts';
import { sharedFolder } from '../support/shared-folder.ts';
import exampleApp from './app/package.json' with { type: 'json' };
import { buildImage } from './image.ts';

/** Runs a program and returns its output. @throws Error with its output, if it fails. */
export const run = (
  program: string,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(program, args, {
    env: { ...process.env, NODE_ENV: 'production' },
    ...options,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${program} failed: ${error.stdout}${error.stderr}`, { cause: error });
  });

/** Dependencies of the example app, of its adapter of TanStack Query, of servers and of Apollo Client. */
const DEPENDENCIES = [
  ...Object.keys({ ...exampleApp.dependencies, ...exampleApp.devDependencies }),
  '@apollo/client',
  '@tanstack/query-core',
  '@types/node',
  'graphql',
  'rxjs',
];

/** Refers to the copies of packages in this checkout, because tests have no network. */
const localCopies = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const modules = name in testPackage.dependencies ? 'test/node_modules' : 'node_modules';
      return [name, `file:${resolve(modules, name)}`];
    }),
  );

/** Packs the folder `cwd`, and returns the path of the tarball in `destination`. */
async function pack(destination: string, cwd: string): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const [{ filename }] = JSON.parse((await run('npm', args, { cwd })).stdout);
  return join(destination, filename);
}

/** The tarballs of both packages. */
interface Tarballs {
  readonly server: string;
  readonly hooks: string;
}

/** Packs both packages, which are built in `folder`, and returns the paths of the tarballs in `destination`. */
const packBoth = async (destination: string, folder: string): Promise<Tarballs> => ({
  server: await pack(destination, folder),
  hooks: await pack(destination, join(folder, 'dist/hooks')),
});

/** Builds both packages in the checkout, and packs them into `destination`. */
export async function buildTarballs(destination: string): Promise<Tarballs> {
  await run('node', ['src/deploy/build/build.ts']);
  return packBoth(destination, process.cwd());
}

/** Files of the package that the image has not. */
const PACKED_FILES = ['README.md', 'CHANGELOG.md', '.env.example'];

/** The packages, packed and installed in the example app. */
export interface InstalledPackage {
  /** The folder of the example app. */
  readonly app: string;
  readonly tarballs: Tarballs;
}

/** Packs both packages, as the image builds them, and installs them in a copy of the example app, once for all test files. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await sharedFolder('package', async (app) => {
    const { build } = await buildImage();
    for (const file of PACKED_FILES) await cp(file, join(build, file));
    const tarballs = await packBoth(app, build);
    await install(app, tarballs);
    await writeFile(join(app, 'tarballs.json'), JSON.stringify(tarballs));
  });
  return {
    app: folder,
    tarballs: JSON.parse(await readFile(join(folder, 'tarballs.json'), 'utf8')),
  };
}

async function install(app: string, tarballs: Tarballs): Promise<void> {
  await cp('test/deploy/app', app, { recursive: true });
  await cp('test/deploy/entries', join(app, 'src'), { recursive: true });
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      ...localCopies(DEPENDENCIES),
      'avatar-graphql': `file:${tarballs.server}`,
      [hooksPackage.name]: `file:${tarballs.hooks}`,
    },
    overrides: {
      'avatar-graphql': localCopies(Object.keys(packageJson.dependencies)),
    },
  };
  await writeFile(join(app, 'package.json'), JSON.stringify(manifest));
  const options = '--offline --no-audit --no-fund --legacy-peer-deps --ignore-scripts';
  await run('npm', ['install', ...options.split(' ')], { cwd: app });
}

/** Unpacks the package in an empty folder, without its dependencies. `program` is its command. */
export async function unpack(
  tarball: string,
  prefix?: string,
): Promise<{ folder: string; program: string }> {
  const folder = await tempFolder(prefix);
  await run('tar', ['-xzf', tarball, '-C', folder]);
  return { folder, program: join(folder, 'package/dist/bin.js') };
}
