import type { Kysely } from 'kysely';
import { createCollection, type Dialect, inTransaction } from './collection.ts';
import type { Database } from './schema.ts';
import type { Tables } from './store.ts';

const collection = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, { table: 'tools' });

async function countUsage(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('persona_tools')
    .select(['tool_id', (columns) => columns.fn.countAll<number | string>().as('count')])
    .where('tool_id', 'in', ids)
    .groupBy('tool_id')
    .execute();
  return new Map(rows.map(({ tool_id, count }) => [tool_id, Number(count)]));
}

/** The tools of the store. Their names are unique. */
export const createTools = (db: Kysely<Database>, dialect: Dialect): Tables['tools'] => ({
  ...collection(db, dialect),

  usage: (ids) => countUsage(db, ids),

  remove: (id, check) =>
    inTransaction(db, (transaction) =>
      collection(transaction, dialect).remove(id, async (tool) => {
        check(tool, (await countUsage(transaction, [id])).get(id) ?? 0);
      }),
    ),
});
