import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { Secret } from '../../shared/secret.ts';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import { openDatabase } from './database.ts';
import { type Row, writeExport } from './export-file.ts';
import { type Database, TABLE_NAMES, TABLES, type TableName } from './schema.ts';
import { createSecretEncryption, type SecretEncryption } from './secret-encryption.ts';
import { getStoreFile } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import { createFolder, findFile, syncFolder } from './store-files.ts';
import { describeLocation, getKeySources, type StoreLocation } from './store-location.ts';

/** Maximum number of rows in memory, of which a slice of a file has at most 512 KiB. */
const BATCH = 20;

type StoredRow = Record<string, unknown>;

/** Reads the rows of a table in order, in batches. */
export async function* readBatches(
  db: Kysely<Database>,
  table: TableName,
): AsyncGenerator<StoredRow[]> {
  // Tables have different columns. TABLES contains the column names of each.
  const untyped = db as unknown as Kysely<Record<string, StoredRow>>;
  const columns = Object.keys(TABLES[table]);
  const [order = ''] = columns;
  const query = untyped.selectFrom(table).select(columns).orderBy(order).limit(BATCH);
  for (let last: unknown; ; ) {
    const rows: StoredRow[] = await (last === undefined
      ? query
      : query.where(order, '>', last)
    ).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.[order];
  }
}

/** Converts a row to that of an export. API keys of custom LLMs are decrypted, because each store has its own key. */
async function toExportRow(
  { sequence: _, ...row }: StoredRow,
  secrets: SecretEncryption,
): Promise<Row> {
  const entries = Object.entries(row).map(async ([name, value]) => {
    if (name === 'encrypted') return [name, await secrets.decrypt(String(value), String(row.id))];
    if (value instanceof Uint8Array) return [name, Buffer.from(value).toString('base64')];
    return [name, value];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function* readRows(db: Kysely<Database>, secrets: SecretEncryption) {
  for (const table of TABLE_NAMES) {
    for await (const batch of readBatches(db, table))
      yield { table, rows: await Promise.all(batch.map((row) => toExportRow(row, secrets))) };
  }
}

async function writeRows(
  location: StoreLocation,
  file: FileHandle,
  passphrase: Secret,
): Promise<number> {
  const { db } = await openDatabase(location);
  const secrets = createSecretEncryption(getKeySources(location));
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((reading) => writeExport(file, passphrase, readRows(reading, secrets)));
  } finally {
    await db.destroy();
  }
}

async function writeFile(location: StoreLocation, file: string, passphrase: Secret) {
  if ('dataDir' in location && !(await findFile(getStoreFile(location.dataDir))))
    throw new Error('it does not exist');
  await createFolder(dirname(resolve(file)));
  const handle = await open(file, 'wx', 0o600).catch((cause) => {
    throw getErrorCode(cause) === 'EEXIST' ? new Error(`${file} already exists`, { cause }) : cause;
  });
  try {
    const rows = await writeRows(location, handle, passphrase);
    await handle.sync();
    await syncFolder(dirname(resolve(file)));
    return rows;
  } catch (error) {
    await rm(file);
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Writes a consistent snapshot of a store to a new file, whose folder is created, encrypted with the passphrase. The
 * service can run and write meanwhile.
 * @returns The number of rows.
 * @throws StoreError if the store does not exist, or the file already exists or cannot be written.
 */
export async function exportStore(
  location: StoreLocation,
  file: string,
  passphrase: Secret,
): Promise<number> {
  return writeFile(location, file, passphrase).catch((error) => {
    const reason = getErrorMessage(error).replace(/\.$/, '');
    const message = `The store ${describeLocation(location)} cannot be exported: ${reason}.`;
    throw new StoreError(message, { cause: error });
  });
}
