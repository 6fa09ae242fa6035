/**
 * Builds the published packages: into dist the bundled command and library, types, and the files that the sources read,
 * and into dist/hooks the package of frontends. The console has a build of its own and is left as it is. Run by `npm pack`.
 */
import { execFile } from 'node:child_process';
import { cp, glob, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleAll } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Files that the sources read at run time, and the manifests for operators. */
const ASSETS = [
  'avatar-service/seed/*/*.{webp,png,jpg,mp3,md}',
  'server/pages/explorer/**/*.{js,graphql}',
  'deploy/*.*',
];

/** Files of the package of frontends besides its code. */
const HOOKS_FILES = [
  ['LICENSE', 'LICENSE'],
  ['schema/operations', 'schema/operations'],
  ['schema/persisted-operations.json', 'schema/persisted-operations.json'],
  ['schema/schema.graphql', 'schema/schema.graphql'],
  ['src/hooks/README.md', 'README.md'],
  ['src/hooks/package.json', 'package.json'],
] as const;

const run = promisify(execFile);

async function cleanOutput(dist: string): Promise<void> {
  const entries = await readdir(dist).catch(() => []);
  const outdated = entries.filter((name) => name !== 'console');
  await Promise.all(outdated.map((name) => rm(join(dist, name), { recursive: true })));
}

async function build(): Promise<void> {
  const dist = join(ROOT, 'dist');
  await cleanOutput(dist);
  for (const project of ['tsconfig.json', 'tsconfig.hooks.json']) {
    // Types are checked by `npm run check`; without that, the build takes a quarter of the time.
    const words = ['-p', join(import.meta.dirname, project), '--noCheck', '--singleThreaded'];
    await run('tsc', words, { cwd: ROOT });
  }
  for (const [source, target] of HOOKS_FILES) {
    await cp(join(ROOT, source), join(dist, 'hooks', target), { recursive: true });
  }
  await bundleAll(dist);
  for await (const file of glob(ASSETS, { cwd: join(ROOT, 'src') })) {
    await cp(join(ROOT, 'src', file), join(dist, file));
  }
}

await build();
