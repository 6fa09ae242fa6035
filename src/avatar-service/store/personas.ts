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

/** The tools of the store. Their names are unique in an account, and among built-in tools. */
export function createTools(db: Kysely<Database>, access: Access) {
  const tools = createCollection(db, access, {
    table: 'tools',
    getLabels: ({ name }) => [getNameLabel(name)],
  });

  /** Runs `work`, which saves a tool. @throws StoreFailure `duplicateName` if the account then sees another one of that name. */
  const save = <Saved extends StoredRecord | undefined>(
    work: (transaction: Kysely<Database>) => Promise<Saved>,
  ): Promise<Saved> =>
    inTransaction(db, async (transaction) => {
      // Tools of one account are saved one after another, so that no two get the same name at once.
      await access.lock?.(`tools ${getOwner(access)}`).execute(transaction);
      const saved = await work(transaction);
      if (!saved) return saved;
      const query = { offset: 0, limit: SAME_NAMES, labels: [[getNameLabel(saved.name)]] };
      const { records } = await tools.list(query, transaction);
      // Labels are compared without their case.
      if (records.filter(({ name }) => name === saved.name).length > 1)
        throw new StoreFailure('duplicateName');
      return saved;
    });

  return {
    ...tools,

    insert: (tool: StoredRecord) =>
      save(async (transaction) => {
        await tools.insert(tool, transaction);
        return tool;
      }),

    change: (id: string, change: (tool: StoredRecord) => StoredRecord) =>
      save((transaction) => tools.change(id, change, transaction)),

    /** Returns the number of personas that use each tool. */
    countPersonas: (ids: readonly string[]) => countPersonas(db, access, ids),

    /** Removes a tool unless `check` throws; `uses` is the number of personas. Returns false if it does not exist. */
    remove: (id: string, check: (tool: StoredRecord, uses: number) => void = () => undefined) =>
      tools.remove(id, async (tool, transaction) => {
        check(tool, (await countPersonas(transaction, access, [id])).get(id) ?? 0);
      }),
  };
}
