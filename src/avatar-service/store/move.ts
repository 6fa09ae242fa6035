import { createHash, type Hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { openDatabase } from './database.ts';
import type { Database } from './schema.ts';
import { StoreError } from './store-error.ts';
import { describeLocation, type StoreLocation } from './store-location.ts';

/** Rows that are in memory at once; a picture is at most 10 MB. */
const BATCH = 20;

/** What was moved of one table: how many rows, and a digest that both sides have. */
export interface Moved {
  readonly table: keyof Database;
  readonly rows: number;
  readonly digest: string;
}

/** Every table, with the columns that make a row what it is, led by the one that orders and tells rows apart. */
const TABLES = {
  settings: ['name', 'value'],
  api_keys: ['id', 'hash', 'plan', 'label', 'created_at', 'expires_at', 'revoked_at'],
  personas: ['sequence', 'id', 'name_folded', 'record'],
  avatars: ['id', 'record', 'picture', 'picture_type'],
  tools: ['id', 'record'],
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
function digestRow(hash: Hash, { sequence: _, ...row }: Row): void {
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? value.byteLength : value,
  ]);
  hash.update(JSON.stringify(texts.sort()));
  for (const value of Object.values(row)) if (value instanceof Uint8Array) hash.update(value);
}

async function digestOf(db: Kysely<Database>, table: TableName): Promise<Moved> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of batchesOf(db, table)) {
    for (const row of batch) digestRow(hash, row);
    rows += batch.length;
  }
  return { table, rows, digest: hash.digest('hex') };
}

async function copy(from: Kysely<Database>, to: Transaction<Database>, table: TableName) {
  const untyped = to as unknown as Kysely<Record<string, Row>>;
  for await (const batch of batchesOf(from, table)) {
    const rows = batch.map(({ sequence: _, ...row }) => row);
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

/**
 * Copies all that one store holds into another, empty one, reads it back there, and keeps it only if every row arrived
 * as it was. The source is read as of one moment, and left as it is.
 * @throws StoreError, in a sentence, where a store cannot be used, the target is not empty, or what arrived differs; the
 * target is empty then as before.
 */
export async function moveStore(from: StoreLocation, to: StoreLocation): Promise<Moved[]> {
  const { db: source } = await openDatabase(from);
  try {
    const { db: target } = await openDatabase(to);
    try {
      return await source
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((reading) =>
          target.transaction().execute(async (writing) => {
            await refuseUnlessEmpty(writing, to);
            const moved: Moved[] = [];
            for (const table of TABLE_NAMES) {
              await copy(reading, writing, table);
              const [sent, arrived] = [
                await digestOf(reading, table),
                await digestOf(writing, table),
              ];
              if (sent.rows !== arrived.rows || sent.digest !== arrived.digest) {
                throw new StoreError(
                  `Verification failed: ${sent.rows} ${table.replace('_', ' ')} in ${describeLocation(from)}, ${arrived.rows} copied, or their contents differ. Nothing was changed.`,
                );
              }
              moved.push(sent);
            }
            return moved;
          }),
        );
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}
