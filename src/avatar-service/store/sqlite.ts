import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, sql } from 'kysely';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import type { Dialect, OpenDatabase } from './dialect.ts';
import { SQLITE_TYPES } from './migrations/column-types.ts';
import { migrate } from './migrations/migrate.ts';
import type { Database } from './schema.ts';
import { retryWhileBusy, SharedSqliteDialect } from './sqlite-dialect.ts';
import { checkStoreFile, withStoreFailures } from './sqlite-file-check.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { createFolder, restrictToOwner } from './store-files.ts';

export interface SqliteOptions {
  /** Maximum time that a write waits for other processes, in milliseconds. Default: 5,000. */
  readonly busyTimeout?: number;
}

/** Part of this time for which SQLite blocks the process, in milliseconds. Most writes are shorter. */
const BLOCKING_TIMEOUT = 25;

const DIALECT: Dialect = {
  locksRows: false,
  matchWord: (word, groupKey) =>
    sql`select rowid as sequence from document_chunks_text where document_chunks_text match ${`group_key : "${groupKey}" AND content : "${word}"`}`,
};

const isValue = (value: unknown): value is SQLInputValue =>
  value === null ||
  ArrayBuffer.isView(value) ||
  ['string', 'number', 'bigint'].includes(typeof value);

const checkValues = (parameters: readonly unknown[]) =>
  parameters.map((value) => {
    if (isValue(value)) return value;
    throw new TypeError(`SQLite cannot store a ${typeof value}.`);
  });

/**
 * Runs a statement once and closes it. Bound values such as images are outside of Node's heap, so the garbage collector
 * would release them too late. Node 24 cannot close statements.
 */
function runOnce<Result>(statement: StatementSync, work: () => Result): Result {
  try {
    return work();
  } finally {
    const close: unknown = Reflect.get(statement, 'close');
    if (typeof close === 'function') close.call(statement);
  }
}

/** Adapts node:sqlite to Kysely's interface. The `{}` prevents a first parameter from being read as named parameters. */
const adaptDatabase = (db: DatabaseSync): SqliteDatabase => ({
  close: () => db.close(),
  prepare: (query) => {
    const statement = db.prepare(query);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => runOnce(statement, () => statement.all({}, ...checkValues(parameters))),
      run: (parameters) => runOnce(statement, () => statement.run({}, ...checkValues(parameters))),
      iterate: (parameters) => statement.iterate({}, ...checkValues(parameters)),
    };
  },
});

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
    const opened = await retryWhileBusy(busyTimeout, () => withStoreFailures(() => openFile(file)));
    database = opened;
    const { guard, isThere } = checkStoreFile(file);
    const db = new Kysely<Database>({
      dialect: new SharedSqliteDialect({
        database: guard(adaptDatabase(opened)),
        isInTransaction: () => opened.isTransaction,
        busyTimeout,
      }),
    });
    await migrate<Database>(db, SQLITE_TYPES);
    return { db, dialect: DIALECT, isThere };
  } catch (error) {
    if (database?.isOpen) database.close();
    const cause = error instanceof StoreFailure && error.cause !== undefined ? error.cause : error;
    const message = `The store in DATA_DIR, ${file}, cannot be opened: ${getErrorMessage(cause)}.`;
    throw new StoreError(message, { cause: error });
  }
}
