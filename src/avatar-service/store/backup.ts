import { access, chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { openStore } from './database.ts';
import { getStoreFile } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import { createFolder } from './store-files.ts';
import { getKeyFile } from './store-location.ts';

/** Copies all pages in one step. Otherwise each write of another process would restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** @throws Error if the file is damaged or not a store. */
function checkIntegrity(db: DatabaseSync): void {
  const result = db.prepare('pragma integrity_check').get()?.integrity_check;
  if (result !== 'ok') throw new Error(`it is damaged: ${String(result)}`);
  const table = db.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get();
  if (!table) throw new Error('it does not contain a store');
}

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Copies a store to a file atomically, and flushes it to disk. */
async function copy(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  const from = new DatabaseSync(source, { readOnly: true });
  try {
    checkIntegrity(from);
    // The store contains the key that signs session tokens, so only the owner can read the copy.
    await (await open(partial, 'wx', 0o600)).close();
    await backup(from, partial, { rate: ALL_PAGES });
    const copied = new DatabaseSync(partial);
    try {
      // A single file without a write-ahead log.
      copied.exec('pragma journal_mode = delete');
      checkIntegrity(copied);
    } finally {
      copied.close();
    }
    await chmod(partial, 0o600);
    await sync(partial);
    await rename(partial, target);
    await sync(dirname(target));
  } finally {
    from.close();
    await rm(partial, { force: true });
  }
}

/** The key file of a backup, which exists only if the store has one. */
const getBackupKeyFile = (file: string) => `${file}.key`;

/** Copies a key to a new file atomically. */
async function copyKey(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  try {
    await writeFile(partial, await readFile(source), { flag: 'wx', mode: 0o600, flush: true });
    await rename(partial, target);
    await sync(dirname(target));
  } finally {
    await rm(partial, { force: true });
  }
}

const createStoreError = (problem: string, error: unknown) =>
  new StoreError(`${problem}: ${getErrorMessage(error)}.`, { cause: error });

/**
 * Copies a consistent snapshot of the store in `folder` to a new file, whose folder is created. The service can run and write meanwhile. The key
 * file for the API keys of custom LLMs, if it exists, is copied next to the backup.
 * @returns The files that were written.
 * @throws StoreError if the store does not exist, or the file already exists or cannot be written.
 */
export async function backupStore(folder: string, file: string): Promise<string[]> {
  const source = getStoreFile(folder);
  try {
    if (!(await exists(source))) throw new Error('it does not exist');
    for (const path of [file, getBackupKeyFile(file)]) {
      if (await exists(path)) throw new Error(`${path} already exists`);
    }
    await mkdir(dirname(resolve(file)), { recursive: true, mode: 0o700 });
    await copy(source, file);
    // Copied after the store: the key never changes, and is written before the values that it encrypts.
    if (!(await exists(getKeyFile(folder)))) return [file];
    await copyKey(getKeyFile(folder), getBackupKeyFile(file));
    return [file, getBackupKeyFile(file)];
  } catch (error) {
    throw createStoreError(`The store ${source} cannot be backed up`, error);
  }
}

/**
 * Restores a backup and its key file to a folder without a store, and migrates the store.
 * @throws StoreError if the folder already has a store or the backup is invalid. Nothing is written then.
 */
export async function restoreStore(file: string, folder: string): Promise<void> {
  const target = getStoreFile(folder);
  try {
    if (!(await exists(file))) throw new Error('it does not exist');
    for (const path of [target, `${target}-wal`, getKeyFile(folder)]) {
      if (await exists(path)) throw new Error(`${path} already exists; move it first`);
    }
    await createFolder(resolve(folder));
    await copy(file, target);
    if (await exists(getBackupKeyFile(file)))
      await copyKey(getBackupKeyFile(file), getKeyFile(folder));
  } catch (error) {
    throw createStoreError(`The backup ${file} cannot be restored`, error);
  }
  await (await openStore({ dataDir: folder })).close();
}
