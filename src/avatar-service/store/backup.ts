import { access, chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { openStore } from './database.ts';
import { storeFile } from './sqlite.ts';
import { StoreError } from './store-error.ts';

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

const explained = (what: string, error: unknown) =>
  new StoreError(`${what}: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
  });

/**
 * Copies the store in `folder`, as it is at one moment, to a new file. The service may run and write meanwhile.
 * @throws StoreError where there is no store, or where the file cannot be written or is there already.
 */
export async function backupStore(folder: string, file: string): Promise<void> {
  const source = storeFile(folder);
  try {
    if (!(await exists(source))) throw new Error('it does not exist');
    if (await exists(file)) throw new Error(`${file} already exists`);
    await copy(source, file);
  } catch (error) {
    throw explained(`The store ${source} cannot be backed up`, error);
  }
}

/**
 * Makes the store of a folder that has none from a backup, and brings it up to date.
 * @throws StoreError where the folder has a store, or where the file is no whole backup; nothing is there then.
 */
export async function restoreStore(file: string, folder: string): Promise<void> {
  const target = storeFile(folder);
  try {
    if (!(await exists(file))) throw new Error('it does not exist');
    for (const taken of [target, `${target}-wal`]) {
      if (await exists(taken)) throw new Error(`${taken} already exists; move it first`);
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copy(file, target);
  } catch (error) {
    throw explained(`The backup ${file} cannot be restored`, error);
  }
  await (await openStore({ dataDir: folder })).close();
}
