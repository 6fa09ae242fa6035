import type { Kysely } from 'kysely';
import { createApiKeys } from './api-keys.ts';
import { type Access, createCollection } from './collection.ts';
import { createFileCollection, readStorageUse, removeContent } from './files.ts';
import { createKnowledgeDocuments, createKnowledgeGroups } from './knowledge.ts';
import { createLlms } from './llms.ts';
import { createPersonas, createTools } from './personas.ts';
import { BUILT_IN_ACCOUNT, type StoredRecord } from './records.ts';
import { type ConnectionUse, type Database, mapRecordTables } from './schema.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import { createSessions } from './sessions.ts';
import { createVoices } from './voices.ts';

export interface SqlStoreOptions extends Access {
  readonly secrets: SecretEncryption;
}

const getAvatarLabels = ({ displayTags, createdByOrganizationId }: StoredRecord) => [
  ...(Array.isArray(displayTags) ? displayTags.map((tag) => `tag ${tag}`) : []),
  ...(createdByOrganizationId == null ? [] : ['one-shot']),
];

const createTables = (db: Kysely<Database>, access: SqlStoreOptions) => ({
  ...mapRecordTables((table) => createCollection(db, access, { table })),
  personas: createPersonas(db, access),
  avatars: createFileCollection(db, access, { table: 'avatars', getLabels: getAvatarLabels }),
  tools: createTools(db, access),
  voices: createVoices(db, access),
  llms: createLlms(db, access, access.secrets),
  sessions: createSessions(db, access),
  knowledgeGroups: createKnowledgeGroups(db, access),
  knowledgeDocuments: createKnowledgeDocuments(db, access),
  keys: createApiKeys(db),
  /** Returns a persistent value, which `create` generates on first use. */
  getOrCreateValue: async (name: string, create: () => string): Promise<string> => {
    const read = () =>
      db.selectFrom('stored_values').select('value').where('name', '=', name).executeTakeFirst();
    const known = await read();
    if (known) return known.value;
    const row = { name, value: create() };
    await db
      .insertInto('stored_values')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await read())?.value ?? row.value;
  },
});

/** The data of the service. A resolved write survives a crash of the process. */
export type Tables = ReturnType<typeof createTables>;

/**
 * Creates a store for a migrated database of any Kysely access. Its own tables have the records of all accounts; new ones
 * belong to the default account.
 */
export const createSqlStore = (db: Kysely<Database>, access: SqlStoreOptions) => ({
  ...createTables(db, access),
  /** Returns the tables with what an account sees: its own records, and built-in ones. */
  forAccount: (account: string) => createTables(db, { ...access, account }),
  /** Runs `work` in a transaction, once per store and `name`. What it adds to `builtIn` is seen by all accounts. */
  once: (name: string, work: (tables: Tables, builtIn: Tables) => Promise<void>) =>
    db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('stored_values')
        .values({ name: `once:${name}`, value: 'done' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) return;
      const builtIn = createTables(transaction, { ...access, account: BUILT_IN_ACCOUNT });
      await work(createTables(transaction, access), builtIn);
    }),
  readStorageUse: () => readStorageUse(db),
  /** Removes a part of the content of a removed file. Returns false if there is none. */
  removeContent: () => removeContent(db),
  isAlive: () =>
    db
      .selectFrom('stored_values')
      .select('name')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      ),
  close: () => db.destroy(),
});

/** The persistent store of the service. */
export interface Store extends ReturnType<typeof createSqlStore> {
  /** Connection pool statistics. Absent for SQLite. */
  readonly connections?: () => ConnectionUse;
}
