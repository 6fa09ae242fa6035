import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import { openDatabase } from './database.ts';
import { readBatches } from './export.ts';
import { decryptExport, type Row, readExport } from './export-file.ts';
import { type Database, TABLE_NAMES, type TableName } from './schema.ts';
import { createSecretEncryption, type SecretEncryption } from './secret-encryption.ts';
import { getStoreFile } from './sqlite.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { findFile } from './store-files.ts';
import { describeLocation, getKeySources, type StoreLocation } from './store-location.ts';

/** Rows of one statement, of which a slice of a file has at most 512 KiB. */
const BATCH = 20;

/** Milliseconds in which the connections of a service that was just stopped end. */
const CLOSING = 2_000;

const IN_USE = 'it is in use. Stop the service first';

/** @throws Error if another connection has the file open: only then SQLite cannot leave its write-ahead log. */
async function checkSqlite(folder: string): Promise<void> {
  const file = await findFile(getStoreFile(folder));
  if (file === undefined) return;
  const db = new DatabaseSync(file, { timeout: CLOSING });
  try {
    db.exec('pragma journal_mode = delete');
  } catch (cause) {
    const isLocked = getErrorMessage(cause).includes('locked');
    throw isLocked ? new Error(IN_USE, { cause }) : cause;
  } finally {
    db.close();
  }
}

/** @throws Error if a process is connected to the database. The import is one connection. */
async function checkPostgres(db: Kysely<Database>): Promise<void> {
  const deadline = performance.now() + CLOSING;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'avatar-graphql'
    `.execute(db);
    if (rows[0]?.count === 0) return;
    if (performance.now() >= deadline) throw new Error(IN_USE);
    await wait(50);
  }
}

async function checkIsEmpty(db: Kysely<Database>): Promise<void> {
  for (const table of TABLE_NAMES) {
    const { done } = await readBatches(db, table).next();
    if (!done) throw new Error('it contains data. Use --replace to replace all of it');
  }
}

/** Converts a row of an export to that of a store. */
async function toStoredRow(row: Row, secrets: SecretEncryption): Promise<Record<string, unknown>> {
  const { encrypted, bytes } = row;
  if (typeof encrypted === 'string') {
    const text = await secrets.encrypt(encrypted, String(row.id), async () => false);
    return { ...row, encrypted: text };
  }
  return typeof bytes === 'string' ? { ...row, bytes: Buffer.from(bytes, 'base64') } : row;
}

async function replaceRows(
  db: Kysely<Database>,
  rows: ReturnType<typeof readExport>,
  secrets: SecretEncryption,
  isPostgres: boolean,
): Promise<number> {
  // Tables have different columns. An export of the same version has those of each.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (const table of TABLE_NAMES) {
    if (isPostgres) await sql`truncate ${sql.table(table)}`.execute(db);
    else await untyped.deleteFrom(table).execute();
  }
  let count = 0;
  let batch: Record<string, unknown>[] = [];
  let batchTable: TableName | undefined;
  const flush = async () => {
    if (!batchTable || batch.length === 0) return;
    const inserted = await untyped.insertInto(batchTable).values(batch).executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== BigInt(batch.length))
      throw new Error('some rows were not stored');
    count += batch.length;
    batch = [];
  };
  for await (const { table, row } of rows) {
    if (table !== batchTable || batch.length === BATCH) await flush();
    batchTable = table;
    batch.push(await toStoredRow(row, secrets));
  }
  await flush();
  return count;
}

interface ImportOptions {
  readonly passphrase: Secret;
  /** Whether the data of the store is replaced. Otherwise, the store must be empty. */
  readonly replaces: boolean;
}

async function importFrom(
  file: FileHandle,
  location: StoreLocation,
  { passphrase, replaces }: ImportOptions,
): Promise<number> {
  if ('dataDir' in location) await checkSqlite(location.dataDir);
  const isPostgres = !('dataDir' in location);
  const { db } = await openDatabase(isPostgres ? { ...location, connections: 1 } : location);
  const secrets = createSecretEncryption(getKeySources(location));
  try {
    if (isPostgres) await checkPostgres(db);
    return await db.transaction().execute(async (writing) => {
      if (!replaces) await checkIsEmpty(writing);
      return replaceRows(writing, readExport(file, passphrase), secrets, isPostgres);
    });
  } finally {
    await db.destroy();
  }
}

const describe = (error: unknown): string => {
  const reason = error instanceof StoreFailure ? error.reason : undefined;
  if (reason === 'keyUnset') return 'set STORE_SECRET, which encrypts the API keys of custom LLMs';
  if (reason === 'keyLost')
    return 'the encryption key for the API keys of custom LLMs is not valid; remove avatar-service.key, or set STORE_SECRET';
  return getErrorMessage(error).replace(/\.$/, '');
};

/**
 * Replaces the data of a store by that of an export. No service may use the store. The export is checked completely
 * before the store is opened, and all of it is replaced in one transaction.
 * @returns The number of rows.
 * @throws StoreError if the file is not a complete export or the passphrase is wrong, or the store is in use, contains
 * data or cannot be written. The store is not changed then.
 */
export async function importStore(
  file: string,
  location: StoreLocation,
  options: ImportOptions,
): Promise<number> {
  const reject = (what: string) => (error: unknown) => {
    throw new StoreError(`${what} ${describe(error)}. Nothing was changed.`, { cause: error });
  };
  const rejectFile = reject(`The export ${file} cannot be imported:`);
  const handle = await open(file, 'r').catch((error) =>
    rejectFile(getErrorCode(error) === 'ENOENT' ? new Error('it does not exist') : error),
  );
  try {
    await Array.fromAsync(decryptExport(handle, options.passphrase), () => 0).catch(rejectFile);
    return await importFrom(handle, location, options).catch(
      reject(`The store ${describeLocation(location)} cannot be replaced:`),
    );
  } finally {
    await handle.close();
  }
}
