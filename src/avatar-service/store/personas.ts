import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import type { StoredRecord } from './records.ts';
import type { Database } from './schema.ts';
import { StoreFailure } from './store-error.ts';

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
export const createPersonas = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, { table: 'personas', onSave: linkTools, onRemove: unlinkTools });

/** More tools than have names that differ in their case only. */
const SAME_NAMES = 1_000;

const getNameLabel = (name: unknown) => `named ${String(name)}`;

const toolCollection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'tools',
    getLabels: ({ name }) => [getNameLabel(name)],
  });

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

/** Runs `work`, which saves a tool. @throws StoreFailure `duplicateName` if the account then sees another one of that name. */
const saveTool = <Saved extends StoredRecord | undefined>(
  db: Kysely<Database>,
  access: Access,
  work: (tools: ReturnType<typeof toolCollection>) => Promise<Saved>,
): Promise<Saved> =>
  inTransaction(db, async (transaction) => {
    // Tools of one account are saved one after another, so that no two get the same name at once.
    await access.lock?.(`tools ${getOwner(access)}`).execute(transaction);
    const tools = toolCollection(transaction, access);
    const saved = await work(tools);
    if (!saved) return saved;
    const labels = [[getNameLabel(saved.name)]];
    const { records } = await tools.list({ offset: 0, limit: SAME_NAMES, labels });
    // Labels are compared without their case.
    if (records.filter(({ name }) => name === saved.name).length > 1)
      throw new StoreFailure('duplicateName');
    return saved;
  });

/** The tools of the store. Their names are unique in an account, and among built-in tools. */
export const createTools = (db: Kysely<Database>, access: Access) => ({
  ...toolCollection(db, access),

  insert: (tool: StoredRecord) =>
    saveTool(db, access, async (tools) => {
      await tools.insert(tool);
      return tool;
    }),

  change: (id: string, change: (tool: StoredRecord) => StoredRecord) =>
    saveTool(db, access, (tools) => tools.change(id, change)),

  /** Returns the number of personas that use each tool. */
  countPersonas: (ids: readonly string[]) => countPersonas(db, access, ids),

  /** Removes a tool unless `check` throws; `uses` is the number of personas. Returns false if it does not exist. */
  remove: (id: string, check: (tool: StoredRecord, uses: number) => void = () => undefined) =>
    inTransaction(db, (transaction) =>
      toolCollection(transaction, access).remove(id, async (tool) => {
        check(tool, (await countPersonas(transaction, access, [id])).get(id) ?? 0);
      }),
    ),
});
