import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ignoreMissing } from '../../shared/thrown-errors.ts';
import { getStoreFile } from './sqlite.ts';
import { findFile, resolveLinks } from './store-files.ts';
import type { StoreInspection } from './store-location.ts';

const statIfThere = (path: string) => stat(path).catch(ignoreMissing);

/** Finds the folder, or the nearest one above it that exists. */
async function findExistingFolder(folder: string): Promise<string> {
  const existing = await resolveLinks(folder);
  if (existing === undefined) return findExistingFolder(dirname(folder));
  if (!(await stat(existing)).isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}

/**
 * Returns how SQLite can read a file without writing. Without a write-ahead log the file is complete. With one, SQLite
 * would write to the index of the log, unless it exists and is opened read-only. Undefined: it does not exist, which is
 * so for a store that was copied after a crash; only a start can recover it.
 */
async function chooseReadOnlyMode(file: string): Promise<string | undefined> {
  const log = await statIfThere(`${file}-wal`);
  if (!log || log.size === 0) return '?immutable=1';
  return (await statIfThere(`${file}-shm`)) ? '?readonly_shm=1' : undefined;
}

function read(file: string, mode: string): string[] {
  const url = pathToFileURL(file);
  url.search = mode;
  const db = new DatabaseSync(url, { readOnly: true });
  try {
    const result = db.prepare('pragma quick_check(1)').get()?.quick_check;
    if (result !== 'ok') throw new Error(`it is damaged: ${String(result)}`);
    const table = db.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get();
    if (!table) throw new Error('it does not contain a store');
    const rows = db.prepare('select name from kysely_migration order by name').all();
    return rows.map(({ name }) => String(name));
  } finally {
    db.close();
  }
}

/**
 * Inspects the store in `folder` without creating or changing anything. Reading a large file blocks the process and cannot
 * be interrupted.
 * @throws Error if the store cannot be used. Its message is the end of a sentence for the operator.
 */
export async function inspectSqlite(folder: string): Promise<StoreInspection> {
  const existing = await findExistingFolder(resolve(folder));
  await access(existing, constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${existing} is not writable`, { cause });
  });
  const { bavail, bsize } = await statfs(existing);
  const freeBytes = bavail * bsize;
  // SQLite keeps the log beside the target of a symbolic link.
  const file = await findFile(getStoreFile(resolve(folder)));
  if (file === undefined) return { state: 'absent', migrations: [], freeBytes };
  await access(file, constants.R_OK | constants.W_OK).catch((cause: unknown) => {
    throw new Error('its file is not readable and writable', { cause });
  });
  const mode = await chooseReadOnlyMode(file);
  if (mode === undefined) return { state: 'unrecovered', migrations: [], freeBytes };
  return { state: 'present', migrations: read(file, mode), freeBytes };
}
