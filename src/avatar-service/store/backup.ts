import { access, chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { openStore } from './database.ts';
import { storeFile } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import { keyFileIn } from './store-location.ts';

/** All pages at once: between two steps another process could write, and the copy would begin anew for ever. */
const ALL_PAGES = 2 ** 31 - 1;

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** @throws Error unless the file is a whole store. */
function check(db: DatabaseSync): void {
  const health = db.prepare('pragma integrity_check').get()?.integrity_check;
  if (health !== 'ok') throw new Error(`it is damaged: ${String(health)}`);
  const table = db.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get();
  if (!table) throw new Error('it does not contain a store');
}

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Copies a store to a file that is there whole or not at all, and on the disk when this resolves. */
async function copy(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  const from = new DatabaseSync(source, { readOnly: true });
  try {
    check(from);
    // The store holds the key that signs session tokens, so its copies are nobody else's business either.
    await (await open(partial, 'wx', 0o600)).close();
    await backup(from, partial, { rate: ALL_PAGES });
    const copied = new DatabaseSync(partial);
    try {
      // One file, without a log beside it.
      copied.exec('pragma journal_mode = delete');
      check(copied);
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

/** The key that goes with a backup, if there is one. */
const keyOf = (file: string) => `${file}.key`;

/** Copies a key to a new file, which is there whole or not at all. */
async function copyKey(source: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  try {
    await writeFile(partial, await readFile(source), { mode: 0o600, flush: true });
    await rename(partial, target);
    await sync(dirname(target));
  } finally {
    await rm(partial, { force: true });
  }
}

const explained = (what: string, error: unknown) =>
  new StoreError(`${what}: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
  });

/**
 * Copies the store in `folder`, as it is at one moment, to a new file. The service may run and write meanwhile. The key
 * of custom LLMs' API keys, if there is one, goes to a file beside it.
 * @returns The files that were written.
 * @throws StoreError where there is no store, or where the file cannot be written or is there already.
 */
export async function backupStore(folder: string, file: string): Promise<string[]> {
  const source = storeFile(folder);
  try {
    if (!(await exists(source))) throw new Error('there is none');
    for (const taken of [file, keyOf(file)]) {
      if (await exists(taken)) throw new Error(`${taken} is there already`);
    }
    await copy(source, file);
    // After the store: a key never changes, and is there before what is encrypted with it.
    if (!(await exists(keyFileIn(folder)))) return [file];
    await copyKey(keyFileIn(folder), keyOf(file));
    return [file, keyOf(file)];
  } catch (error) {
    throw explained(`The store ${source} cannot be backed up`, error);
  }
}

/**
 * Makes the store of a folder that has none from a backup and the key beside it, and brings it up to date.
 * @throws StoreError where the folder has a store, or where the file is no whole backup; nothing is there then.
 */
export async function restoreStore(file: string, folder: string): Promise<void> {
  const target = storeFile(folder);
  try {
    if (!(await exists(file))) throw new Error('it is not there');
    for (const taken of [target, `${target}-wal`, keyFileIn(folder)]) {
      if (await exists(taken)) throw new Error(`${taken} is there already; move it away first`);
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copy(file, target);
    if (await exists(keyOf(file))) await copyKey(keyOf(file), keyFileIn(folder));
  } catch (error) {
    throw explained(`The backup ${file} cannot be restored`, error);
  }
  await (await openStore({ dataDir: folder })).close();
}
