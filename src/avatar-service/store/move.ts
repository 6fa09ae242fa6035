import { createHash, createHmac, type Hash, type Hmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { openDatabase } from './database.ts';
import { type Database, mapRecordTables } from './schema.ts';
import { createSecretEncryption, type SecretEncryption } from './secret-encryption.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { describeLocation, getKeySources, type StoreLocation } from './store-location.ts';

/** Maximum number of rows in memory, of which a slice of a file has at most 512 KiB. */
const BATCH = 20;

/** A copied table: the number of rows, and a digest that is equal in both stores. */
export interface Moved {
  readonly table: keyof Database;
  readonly rows: number;
  readonly digest: string;
}

const RECORD_COLUMNS = [
  'sequence',
  'id',
  'account',
  'parent_id',
  'search_text',
  'labels',
  'unique_name',
  'record',
] as const;

/** All tables with their columns. The first column is unique and defines the order. */
const TABLES = {
  stored_values: ['name', 'value'],
  api_keys: ['id', 'hash', 'plan', 'account', 'label', 'created_at', 'expires_at', 'revoked_at'],
  ...mapRecordTables(() => RECORD_COLUMNS),
  hidden_avatars: ['id', 'account', 'record', 'hidden_at'],
  persona_tools: ['id', 'persona_id', 'tool_id'],
  voice_uploads: ['id', 'account', 'key_id', 'size', 'type', 'expires_at'],
  live_sessions: ['id', 'account', 'ends_at'],
  files: ['id', 'type', 'size'],
  file_slices: ['id', 'file_id', 'bytes'],
  storage_use: ['id', 'bytes', 'documents'],
  document_chunks: ['sequence', 'id', 'document_id', 'chunk_index', 'content', 'group_key'],
  document_jobs: ['id', 'leased_until'],
  removed_files: ['id'],
  llm_secrets: ['id', 'encrypted'],
} as const satisfies { [Table in keyof Database]: readonly (keyof Database[Table])[] };

type TableName = keyof typeof TABLES;
type Row = Record<string, unknown>;

type MissingColumns = {
  [Table in TableName]: Exclude<keyof Database[Table], (typeof TABLES)[Table][number]>;
}[TableName];

/** Does not compile if TABLES lacks a column, which would not be copied then. */
const TABLE_NAMES = Object.keys(TABLES) as [MissingColumns] extends [never] ? TableName[] : never;

/** Reads the rows of a table in order, in batches. */
async function* readBatches(db: Kysely<Database>, table: TableName): AsyncGenerator<Row[]> {
  // Tables have different columns. TABLES contains the column names of each.
  const untyped = db as unknown as Kysely<Record<string, Row>>;
  const [order] = TABLES[table];
  const query = untyped
    .selectFrom(table)
    .select([...TABLES[table]])
    .orderBy(order)
    .limit(BATCH);
  for (let last: unknown; ; ) {
    const rows: Row[] = await (last === undefined
      ? query
      : query.where(order, '>', last)
    ).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.[order];
  }
}

/** Adds a row to a digest. The sequence is excluded, because only the order of the rows is copied. */
function digestRow(hash: Hash | Hmac, { sequence: _, ...row }: Row): void {
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? value.byteLength : value,
  ]);
  hash.update(JSON.stringify(texts.sort()));
  for (const value of Object.values(row)) if (value instanceof Uint8Array) hash.update(value);
}

/** The source or the target of a copy. */
interface OpenStore {
  readonly db: Kysely<Database>;
  readonly secrets: SecretEncryption;
}

/** Decrypts the encrypted column of a row, because each store has its own key. */
const decryptRow = async (row: Row, { secrets }: OpenStore): Promise<Row> =>
  typeof row.encrypted === 'string'
    ? { ...row, encrypted: await secrets.decrypt(row.encrypted, String(row.id)) }
    : row;

/** Computes the digest of a table. For tables with secrets, `hash` is keyed, so that the digest does not reveal them. */
async function computeDigest(side: OpenStore, table: TableName, hash: Hash | Hmac): Promise<Moved> {
  let rows = 0;
  for await (const batch of readBatches(side.db, table)) {
    for (const row of batch) digestRow(hash, await decryptRow(row, side));
    rows += batch.length;
  }
  return { table, rows, digest: hash.digest('hex') };
}

async function copy(from: OpenStore, to: OpenStore, table: TableName) {
  // Tables have different columns. TABLES contains the column names of each.
  const untyped = to.db as unknown as Kysely<Record<string, Row>>;
  const encryptRow = async (row: Row): Promise<Row> => {
    const { encrypted: text } = await decryptRow(row, from);
    if (typeof text !== 'string') return row;
    return { ...row, encrypted: await to.secrets.encrypt(text, String(row.id), async () => false) };
  };
  for await (const batch of readBatches(from.db, table)) {
    const rows = await Promise.all(batch.map(({ sequence: _, ...row }) => encryptRow(row)));
    await untyped.insertInto(table).values(rows).execute();
  }
}

async function checkIsEmpty(db: Kysely<Database>, location: StoreLocation) {
  for (const table of TABLE_NAMES) {
    const { done } = await readBatches(db, table).next();
    if (!done) {
      throw new StoreError(
        `${describeLocation(location)} already contains ${table.replace('_', ' ')}. The target store must be empty.`,
      );
    }
  }
}

/** Copies one table and verifies it. @throws StoreError if the copy differs. */
async function moveTable(
  table: TableName,
  source: OpenStore & { location: StoreLocation },
  target: OpenStore & { location: StoreLocation },
): Promise<Moved> {
  await copy(source, target, table);
  const key = randomBytes(32);
  const hash = () => (table === 'llm_secrets' ? createHmac('sha256', key) : createHash('sha256'));
  const sent = await computeDigest(source, table, hash());
  const received = await computeDigest(target, table, hash());
  if (sent.rows === received.rows && sent.digest === received.digest) return sent;
  throw new StoreError(
    `Verification failed: ${sent.rows} ${table.replace('_', ' ')} in ${describeLocation(source.location)}, ${received.rows} copied, or their contents differ. Nothing was changed.`,
  );
}

const SECRET_PROBLEMS = {
  keyUnset: 'STORE_SECRET must be set for the target, to encrypt the API keys of custom LLMs',
  keyLost:
    'the encryption key for the API keys of custom LLMs is missing; restore it or delete these LLMs',
} as const;

/** Converts a failure of the encryption to a StoreError for the operator. */
function toStoreError(error: unknown, to: StoreLocation): unknown {
  if (!(error instanceof StoreFailure)) return error;
  const { reason } = error;
  if (reason !== 'keyUnset' && reason !== 'keyLost') return error;
  return new StoreError(
    `Nothing was copied to ${describeLocation(to)}: ${SECRET_PROBLEMS[reason]}.`,
    {
      cause: error,
    },
  );
}

/**
 * Copies a consistent snapshot of one store to another, empty store, and commits it only if every row is equal. API keys
 * of custom LLMs are encrypted with the key of the target. The source is not changed.
 * @throws StoreError if a store cannot be used, the target is not empty, or the copy differs. The target stays empty
 * then.
 */
export async function moveStore(from: StoreLocation, to: StoreLocation): Promise<Moved[]> {
  const { db: source } = await openDatabase(from);
  try {
    const { db: target } = await openDatabase(to);
    const encryptions = [
      createSecretEncryption(getKeySources(from)),
      createSecretEncryption(getKeySources(to)),
    ] as const;
    try {
      return await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((reading) =>
          target.transaction().execute(async (writing) => {
            await checkIsEmpty(writing, to);
            const moved: Moved[] = [];
            for (const table of TABLE_NAMES) {
              moved.push(
                await moveTable(
                  table,
                  { db: reading, secrets: encryptions[0], location: from },
                  { db: writing, secrets: encryptions[1], location: to },
                ),
              );
            }
            return moved;
          }),
        );
    } catch (error) {
      throw toStoreError(error, to);
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}
