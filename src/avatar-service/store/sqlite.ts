import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { StoreError, StoreFailure } from './error.ts';
import { migrate, SQLITE_TYPES } from './migrations.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Database } from './schema.ts';
import { guardFile } from './sqlite-guard.ts';

/** Milliseconds that a writer waits for another process's write. */
const BUSY_TIMEOUT = 5_000;

/** Takes the write lock when a transaction begins, so that one which reads first cannot fail when it comes to write. */
class ImmediateDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#isInTransaction = isInTransaction;
  }

  /** A full disk has made SQLite roll back already, and to ask for it again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite can roll schema changes back; with this, two processes that start at once migrate one after the other. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isInTransaction: () => boolean;

  constructor(config: SqliteDialectConfig, isInTransaction: () => boolean) {
    super(config);
    this.#config = config;
    this.#isInTransaction = isInTransaction;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config, this.#isInTransaction);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

const isValue = (value: unknown): value is SQLInputValue =>
  value === null ||
  ArrayBuffer.isView(value) ||
  ['string', 'number', 'bigint'].includes(typeof value);

const values = (parameters: readonly unknown[]) =>
  parameters.map((value) => {
    if (isValue(value)) return value;
    throw new TypeError(`SQLite cannot hold a ${typeof value}.`);
  });

/** node:sqlite in the shape that kysely's dialect asks for. The `{}` keeps a first parameter from being taken as names. */
const adapt = (db: DatabaseSync): SqliteDatabase => ({
  close: () => db.close(),
  prepare: (query) => {
    const statement = db.prepare(query);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all({}, ...values(parameters)),
      run: (parameters) => statement.run({}, ...values(parameters)),
      iterate: (parameters) => statement.iterate({}, ...values(parameters)),
    };
  },
});

/** The file of the store in a folder. */
export const storeFile = (folder: string): string => join(folder, 'avatar-service.sqlite');

/** Every commit is on the disk before it is acknowledged, and other processes may read and write beside us. */
function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = full;');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the database in `folder`, which is made if it is not there, and brings it up to date.
 * @throws StoreError, in a sentence, where the folder cannot be used or its file is not a store.
 */
export async function openSqlite(folder: string): Promise<OpenDatabase> {
  const file = storeFile(folder);
  let database: DatabaseSync | undefined;
  try {
    // The store holds the key that signs session tokens: nobody else's business.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK).catch((cause) => {
      throw new Error('its folder may not be written to', { cause });
    });
    const opened = openFile(file);
    database = opened;
    const { guarded, isThere } = guardFile(file);
    const db = new Kysely<Database>({
      dialect: new Dialect({ database: guarded(adapt(opened)) }, () => opened.isTransaction),
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
