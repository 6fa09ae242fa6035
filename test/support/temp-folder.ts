import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFinished } from './on-finished.ts';

/** Creates a temporary folder for the running test, which is removed when it has finished. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'avatar-graphql-'));
  onFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
