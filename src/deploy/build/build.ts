/**
 * Builds what is published, into dist: the sources as JavaScript with their types, the files that they read, and the
 * command in few files. The console has a build of its own, and is left as it is. Run by `npm pack`.
 */
import { execFile } from 'node:child_process';
import { cp, glob, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleCommand } from './bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Files that the sources read beside them, and those that operators take from there. */
const READ = ['**/*.{webp,png,jpg,mp3}', 'server/pages/explorer/*.js', 'deploy/*'];

const run = promisify(execFile);

async function clear(dist: string): Promise<void> {
  const built = await readdir(dist).catch(() => []);
  const ours = built.filter((name) => name !== 'console');
  await Promise.all(ours.map((name) => rm(join(dist, name), { recursive: true })));
}

async function build(): Promise<void> {
  const dist = join(ROOT, 'dist');
  await clear(dist);
  for (const project of ['tsconfig.json', 'tsconfig.hooks.json']) {
    await run('tsc', ['-p', join(import.meta.dirname, project)], { cwd: ROOT });
  }
  for await (const file of glob(READ, { cwd: join(ROOT, 'src') })) {
    await cp(join(ROOT, 'src', file), join(dist, file));
  }
  await bundleCommand(dist);
}

await build();
