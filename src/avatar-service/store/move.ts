import { createHash, createHmac, type Hash, type Hmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { openDatabase } from './database.ts';
import type { Database } from './schema.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { describeLocation, keySourcesOf, type StoreLocation } from './store-location.ts';

/** Rows that are in memory at once; a picture is at most 10 MB. */
const BATCH = 20;

/** What was moved of one table: how many rows, and a digest that both sides have. */
export interface Moved {
  readonly table: keyof Database;
  readonly rows: number;
  readonly digest: string;
}

const RECORD_COLUMNS = [
  'sequence',
  'id',
  'search_text',
  'labels',
  'unique_name',
  'record',
] as const;

/** Every table, with the columns that make a row what it is, led by the one that orders and tells rows apart. */
const TABLES = {
  settings: ['name', 'value'],
  api_keys: ['id', 'hash', 'plan', 'label', 'created_at', 'expires_at', 'revoked_at'],
  personas: RECORD_COLUMNS,
  avatars: RECORD_COLUMNS,
  tools: RECORD_COLUMNS,
  voices: RECORD_COLUMNS,
  llms: RECORD_COLUMNS,
  deleted_avatars: ['id', 'record', 'deleted_at'],
  pictures: ['id', 'bytes', 'type'],
  samples: ['id', 'bytes', 'type'],
  persona_tools: ['id', 'persona_id', 'tool_id'],
  llm_secrets: ['id', 'sealed'],
} as const satisfies { [Table in keyof Database]: readonly (keyof Database[Table])[] };

type TableName = keyof typeof TABLES;
type Row = Record<string, unknown>;

const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** The rows of a table, in order, a batch at a time. */
async function* batchesOf(db: Kysely<Database>, table: TableName): AsyncGenerator<Row[]> {
  // Each table has columns of its own; what is common to them is their names, which are in TABLES.
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

/** Adds a row to a digest. A sequence is the database's own: what counts of it is the order. */
function digestRow(hash: Hash | Hmac, { sequence: _, ...row }: Row): void {
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? value.byteLength : value,
  ]);
  hash.update(JSON.stringify(texts.sort()));
  for (const value of Object.values(row)) if (value instanceof Uint8Array) hash.update(value);
}

/** One side of a move. */
interface Side {
  readonly db: Kysely<Database>;
  readonly secrets: SecretBox;
}

/** Decrypts what is encrypted of a row, since each side does so with a key of its own. */
const opened = async (row: Row, { secrets }: Side): Promise<Row> =>
  typeof row.sealed === 'string'
    ? { ...row, sealed: await secrets.open(row.sealed, String(row.id)) }
    : row;

/** Where there are secrets in a row, `hash` is keyed, so that the digest gives nothing of them away. */
async function digestOf(side: Side, table: TableName, hash: Hash | Hmac): Promise<Moved> {
  let rows = 0;
  for await (const batch of batchesOf(side.db, table)) {
    for (const row of batch) digestRow(hash, await opened(row, side));
    rows += batch.length;
  }
  return { table, rows, digest: hash.digest('hex') };
}

async function copy(from: Side, to: Side, table: TableName) {
  // Each table has columns of its own; what is common to them is their names, which are in TABLES.
  const untyped = to.db as unknown as Kysely<Record<string, Row>>;
  const sealed = async (row: Row): Promise<Row> => {
    const { sealed: text } = await opened(row, from);
    if (typeof text !== 'string') return row;
    return { ...row, sealed: await to.secrets.seal(text, String(row.id), async () => false) };
  };
  for await (const batch of batchesOf(from.db, table)) {
    const rows = await Promise.all(batch.map(({ sequence: _, ...row }) => sealed(row)));
    await untyped.insertInto(table).values(rows).execute();
  }
}

async function refuseUnlessEmpty(db: Kysely<Database>, place: StoreLocation) {
  for (const table of TABLE_NAMES) {
    const { done } = await batchesOf(db, table).next();
    if (!done) {
      throw new StoreError(
        `${describeLocation(place)} already contains ${table.replace('_', ' ')}. The target store must be empty.`,
      );
    }
  }
}

/** Copies one table and reads it back. @throws StoreError where what arrived differs. */
async function moveTable(
  table: TableName,
  source: Side & { place: StoreLocation },
  target: Side & { place: StoreLocation },
): Promise<Moved> {
  await copy(source, target, table);
  const key = randomBytes(32);
  const hash = () => (table === 'llm_secrets' ? createHmac('sha256', key) : createHash('sha256'));
  const sent = await digestOf(source, table, hash());
  const arrived = await digestOf(target, table, hash());
  if (sent.rows === arrived.rows && sent.digest === arrived.digest) return sent;
  throw new StoreError(
    `Of ${sent.rows} ${table.replace('_', ' ')} in ${describeLocation(source.place)}, ${arrived.rows} arrived, or not as they were; nothing was kept.`,
  );
}

const SECRETS = {
  keyUnset: 'API keys of custom LLMs need STORE_SECRET there, to be encrypted with',
  keyLost:
    'the key is missing that API keys of custom LLMs are encrypted with; put it back, or delete those LLMs',
} as const;

/** Says in a sentence why secrets cannot be moved. */
function explained(error: unknown, to: StoreLocation): unknown {
  if (!(error instanceof StoreFailure)) return error;
  const { reason } = error;
  if (reason !== 'keyUnset' && reason !== 'keyLost') return error;
  return new StoreError(`Nothing was moved to ${describeLocation(to)}: ${SECRETS[reason]}.`, {
    cause: error,
  });
}

/**
 * Copies all that one store holds into another, empty one, reads it back there, and keeps it only if every row arrived
 * as it was. API keys of custom LLMs are encrypted anew with the key of the target. The source is read as of one moment,
 * and left as it is.
 * @throws StoreError, in a sentence, where a store cannot be used, the target is not empty, or what arrived differs; the
 * target is empty then as before.
 */
export async function moveStore(from: StoreLocation, to: StoreLocation): Promise<Moved[]> {
  const { db: source } = await openDatabase(from);
  try {
    const { db: target } = await openDatabase(to);
    const boxes = [createSecretBox(keySourcesOf(from)), createSecretBox(keySourcesOf(to))] as const;
    try {
      return await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((reading) =>
          target.transaction().execute(async (writing) => {
            await refuseUnlessEmpty(writing, to);
            const moved: Moved[] = [];
            for (const table of TABLE_NAMES) {
              moved.push(
                await moveTable(
                  table,
                  { db: reading, secrets: boxes[0], place: from },
                  { db: writing, secrets: boxes[1], place: to },
                ),
              );
            }
            return moved;
          }),
        );
    } catch (error) {
      throw explained(error, to);
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}
