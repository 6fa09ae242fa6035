import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import type { StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

const getToolIds = ({ toolIds }: StoredRecord): string[] =>
  Array.isArray(toolIds) ? [...new Set(toolIds.map(String))] : [];

const unlinkTools = async (db: Kysely<Database>, id: string) => {
  await db.deleteFrom('persona_tools').where('persona_id', '=', id).execute();
};

async function linkTools(db: Kysely<Database>, persona: StoredRecord) {
  const { id } = persona;
  await unlinkTools(db, id);
  const links = getToolIds(persona).map((tool) => ({
    id: `${id} ${tool}`,
    persona_id: id,
    tool_id: tool,
  }));
  if (links.length > 0) await db.insertInto('persona_tools').values(links).execute();
}

/** The personas of the store, with the links to their tools. */
export function createPersonas(db: Kysely<Database>, access: Access) {
  const linked = createCollection(db, access, {
    table: 'personas',
    onSave: linkTools,
    onRemove: unlinkTools,
  });
  const unlinked = createCollection(db, access, { table: 'personas' });
  return {
    ...linked,
    // A persona without tools needs only one statement and no transaction.
    insert: (persona: StoredRecord) =>
      getToolIds(persona).length > 0 ? linked.insert(persona) : unlinked.insert(persona),
  };
}

const toolCollection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, { table: 'tools' });

/** Counts the personas of the account, because others can name any id. */
async function countPersonas(db: Kysely<Database>, access: Access, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('persona_tools')
    .select(['tool_id', (columns) => columns.fn.countAll<number | string>().as('count')])
    .innerJoin('personas', 'personas.id', 'persona_id')
    .where('tool_id', 'in', ids)
    .$if(access.account !== undefined, (query) =>
      query.where('personas.account', '=', getOwner(access)),
    )
    .groupBy('tool_id')
    .execute();
  return new Map(rows.map(({ tool_id, count }) => [tool_id, Number(count)]));
}

/** The tools of the store. Their names are unique. */
export const createTools = (db: Kysely<Database>, access: Access) => ({
  ...toolCollection(db, access),

  /** Returns the number of personas that use each tool. */
  countPersonas: (ids: readonly string[]) => countPersonas(db, access, ids),

  /** Removes a tool unless `check` throws; `uses` is the number of personas. Returns false if it does not exist. */
  remove: (id: string, check: (tool: StoredRecord, uses: number) => void) =>
    inTransaction(db, (transaction) =>
      toolCollection(transaction, access).remove(id, async (tool) => {
        check(tool, (await countPersonas(transaction, access, [id])).get(id) ?? 0);
      }),
    ),
});
