import type { Kysely } from 'kysely';
import { type Access, createCollection } from './collection.ts';
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
