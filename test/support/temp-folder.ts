import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFinished } from './on-finished.ts';

/** Bytes that a run of all tests never uses at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Returns Linux's folder in memory if it has space, because a busy disk delays each write of a store. */
function findParent(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= NEEDED_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
}

const NAME = 'avatar-graphql-';

/** Path of a temporary folder up to its random characters, as in `mkdtemp`. */
export const TEMP_PREFIX: string = join(findParent(), NAME);

/** The same on the disk, from which files can be linked. */
export const DISK_PREFIX: string = join(tmpdir(), NAME);

/** Creates a temporary folder for the running test, which is removed when it has finished. */
export async function tempFolder(prefix = TEMP_PREFIX): Promise<string> {
  const folder = await mkdtemp(prefix);
  onFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
