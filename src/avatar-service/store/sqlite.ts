import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { SQLITE_TYPES } from './migrations/0001-create-tables.ts';
import { migrate } from './migrations/migrate.ts';
import type { Database, Dialect, OpenDatabase } from './schema.ts';
import { createSliceWriter } from './slice-writer.ts';
import {
  createSqliteDialect,
  retryWhileBusy,
  toStoreFailure,
  watchFile,
} from './sqlite-dialect.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { createFolder, restrictToOwner } from './store-files.ts';

export interface SqliteOptions {
  /** Maximum time that a write waits for other processes, in milliseconds. Default: 5,000. */
  readonly busyTimeout?: number;
}

/** Part of this time for which SQLite blocks the process, in milliseconds. Most writes are shorter. */
const BLOCKING_TIMEOUT = 25;

const DIALECT = {
  locksRows: false,
  matchWord: (word, groupKey) =>
    sql`select rowid as sequence from document_chunks_text where document_chunks_text match ${`group_key : "${groupKey}" AND content : "${word}"`}`,
} satisfies Dialect;

export const getStoreFile = (folder: string): string => join(folder, 'avatar-service.sqlite');

/** Opens a file with durable commits, and with concurrent access by other processes. */
function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BLOCKING_TIMEOUT });
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = full;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens and migrates the database in `folder`. The folder is created if it does not exist.
 * @throws StoreError if the folder cannot be used or its file is not a store.
 */
export async function openSqlite(
  folder: string,
  { busyTimeout = 5_000 }: SqliteOptions = {},
): Promise<OpenDatabase> {
  const file = getStoreFile(folder);
  let database: DatabaseSync | undefined;
  try {
    await createFolder(resolve(folder));
    await access(folder, constants.W_OK).catch((cause) => {
      throw new Error('its folder is not writable', { cause });
    });
    // The store contains the key that signs session tokens.
    await restrictToOwner(file);
    // If several processes open a new file, SQLite allows only one of them to switch to WAL.
    database = await retryWhileBusy(busyTimeout, () => openFile(file));
    const isThere = watchFile(file);
    const writer = createSliceWriter({
      file,
      isThere,
      createError: (code) => toStoreFailure(code, new Error(`SQLite failed with ${code}.`)),
    });
    const db = new Kysely<Database>({
      dialect: createSqliteDialect({ db: database, isThere, busyTimeout, onClose: writer.close }),
    });
    await migrate<Database>(db, SQLITE_TYPES);
    return { db, dialect: { ...DIALECT, writeSlice: writer.write }, isThere };
  } catch (error) {
    if (database?.isOpen) database.close();
    const cause = error instanceof StoreFailure && error.cause !== undefined ? error.cause : error;
    const message = `The store in DATA_DIR, ${file}, cannot be opened: ${getErrorMessage(cause)}.`;
    throw new StoreError(message, { cause: error });
  }
}
