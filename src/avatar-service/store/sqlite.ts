import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase } from 'kysely';
import { SQLITE_TYPES } from './migrations/column-types.ts';
import { migrate } from './migrations/migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';
import { retryWhileBusy } from './sqlite-busy-retry.ts';
import { SharedSqliteDialect } from './sqlite-dialect.ts';
import { checkStoreFile, explainSqliteError } from './sqlite-file-check.ts';
import { StoreError, StoreFailure } from './store-error.ts';

/** How a store is opened. */
export interface SqliteOptions {
  /** Milliseconds that a write waits for another process's, before it is refused. Default 5,000. */
  readonly busyTimeout?: number;
}

/** Milliseconds of those for which the whole process stands still: other processes' writes take no longer. */
const STANDSTILL = 25;

const isValue = (value: unknown): value is SQLInputValue =>
  value === null ||
  ArrayBuffer.isView(value) ||
  ['string', 'number', 'bigint'].includes(typeof value);

const values = (parameters: readonly unknown[]) =>
  parameters.map((value) => {
    if (isValue(value)) return value;
    throw new TypeError(`SQLite cannot hold a ${typeof value}.`);
  });

/**
 * Does something with a statement, once. What was bound to it, such as a picture, is held outside of Node's heap, which
 * would collect the few bytes that it knows of when it likes; Node 24 knows no other way.
 */
function once<Result>(statement: StatementSync, work: () => Result): Result {
  try {
    return work();
  } finally {
    const close: unknown = Reflect.get(statement, 'close');
    if (typeof close === 'function') close.call(statement);
  }
}

/** node:sqlite in the shape that kysely's dialect asks for. The `{}` keeps a first parameter from being taken as names. */
const adapt = (db: DatabaseSync): SqliteDatabase => ({
  close: () => db.close(),
  prepare: (query) => {
    const statement = db.prepare(query);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => once(statement, () => statement.all({}, ...values(parameters))),
      run: (parameters) => once(statement, () => statement.run({}, ...values(parameters))),
      iterate: (parameters) => statement.iterate({}, ...values(parameters)),
    };
  },
});

/** The file of the store in a folder. */
export const storeFile = (folder: string): string => join(folder, 'avatar-service.sqlite');

/** Every commit is on the disk before it is acknowledged, and other processes may read and write beside us. */
function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: STANDSTILL });
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = full;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the database in `folder`, which is made if it does not exist, and brings it up to date.
 * @throws StoreError, in a sentence, where the folder cannot be used or its file is not a store.
 */
export async function openSqlite(
  folder: string,
  { busyTimeout = 5_000 }: SqliteOptions = {},
): Promise<OpenDatabase> {
  const file = storeFile(folder);
  let database: DatabaseSync | undefined;
  try {
    // The store holds the key that signs session tokens: nobody else's business.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK).catch((cause) => {
      throw new Error('its folder is not writable', { cause });
    });
    // Several processes may come upon a new file at once: SQLite refuses all but one the switch to WAL.
    const opened = await retryWhileBusy(busyTimeout, () =>
      explainSqliteError(() => openFile(file)),
    );
    database = opened;
    const { guarded, isThere } = checkStoreFile(file);
    const db = new Kysely<Database>({
      dialect: new SharedSqliteDialect({
        database: guarded(adapt(opened)),
        isInTransaction: () => opened.isTransaction,
        busyTimeout,
      }),
    });
    await migrate(db, SQLITE_TYPES);
    return { db, isThere };
  } catch (error) {
    if (database?.isOpen) database.close();
    const told = error instanceof StoreFailure && error.cause !== undefined ? error.cause : error;
    const reason = told instanceof Error ? told.message : String(told);
    throw new StoreError(`The store ${file} cannot be opened: ${reason}.`, { cause: error });
  }
}
