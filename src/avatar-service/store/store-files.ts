import { closeSync, openSync } from 'node:fs';
import { chmod, lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getErrorCode, ignoreMissing } from '../../shared/thrown-errors.ts';

/**
 * Returns a path without symbolic links; undefined if nothing is there.
 * @throws Error if it is a symbolic link to nothing: its target may be on a disk that is not mounted.
 */
export async function resolveLinks(path: string): Promise<string | undefined> {
  const resolved = await realpath(path).catch(ignoreMissing);
  if (resolved === undefined && (await lstat(path).catch(ignoreMissing))?.isSymbolicLink())
    throw new Error(`${path} is a symbolic link to nothing`);
  return resolved;
}

/** Like `resolveLinks`, for a file. @throws Error if it is something else, such as a folder or a pipe. */
export async function findFile(path: string): Promise<string | undefined> {
  const file = await resolveLinks(path);
  if (file !== undefined && !(await stat(file)).isFile()) throw new Error(`${path} is not a file`);
  return file;
}

/** Ignores that a file or folder exists. @throws any other error. */
const ignoreExisting = (error: unknown) => {
  if (getErrorCode(error) !== 'EEXIST') throw error;
};

/**
 * Creates a folder that only the owner can access, and its parents. Without the option `recursive` of `mkdir`, which
 * retries forever below a folder in which nothing can be created, such as /proc.
 * @throws Error if a folder cannot be created, or is something else, such as a file.
 */
export async function createFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder) await createFolder(parent);
  const found = await resolveLinks(folder);
  if (found !== undefined) {
    if ((await stat(found)).isDirectory()) return;
    throw new Error(`${folder} is not a folder`);
  }
  try {
    await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  } catch (cause) {
    throw new Error(`the folder ${folder} cannot be created (${getErrorCode(cause)})`, { cause });
  }
}

/** Flushes a folder to the disk, so that a new file in it outlives a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Creates an empty file that only the owner can access, unless it exists. */
function createFile(file: string): void {
  try {
    // Synchronous, so that no connection of this process opens it meanwhile: closing a file releases its locks.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    ignoreExisting(error);
  }
}

/**
 * Creates the file of a database, unless it exists, and lets only the owner access it and its log. SQLite creates the log
 * with the permissions of the file.
 */
export async function restrictToOwner(path: string): Promise<void> {
  const found = await findFile(path);
  if (found === undefined) createFile(path);
  const file = found ?? path;
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = (await stat(name).catch(ignoreMissing))?.mode ?? 0;
    // A file of another user keeps its permissions.
    if ((mode & 0o077) !== 0) await chmod(name, mode & 0o700).catch(() => undefined);
  }
}
