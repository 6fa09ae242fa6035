import type { Kysely } from 'kysely';
import { BUILT_IN_ACCOUNT } from '../account.ts';
import { createApiKeys } from './api-keys.ts';
import { createAvatars } from './avatars.ts';
import { type Access, createCollection } from './collection.ts';
import { readStorageUse, removeContent } from './files.ts';
import { createKnowledgeDocuments, createKnowledgeGroups } from './knowledge.ts';
import { createLlms } from './llms.ts';
import { createPersonas } from './personas.ts';
import { type Database, mapRecordTables } from './schema.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import { createSessions } from './sessions.ts';
import type { Store, Tables } from './store.ts';
import { createTools } from './tools.ts';
import { createVoices } from './voices.ts';

export interface SqlStoreOptions extends Access {
  readonly secrets: SecretEncryption;
}

const createTables = (db: Kysely<Database>, access: SqlStoreOptions): Tables => ({
  ...mapRecordTables((table) => createCollection(db, access, { table })),
  personas: createPersonas(db, access),
  avatars: createAvatars(db, access),
  tools: createTools(db, access),
  voices: createVoices(db, access),
  llms: createLlms(db, access, access.secrets),
  sessions: createSessions(db, access),
  knowledgeGroups: createKnowledgeGroups(db, access),
  knowledgeDocuments: createKnowledgeDocuments(db, access),
  keys: createApiKeys(db),
  getOrCreateValue: async (name, create) => {
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

/** Creates a store for a migrated database of any Kysely access. */
export const createSqlStore = (db: Kysely<Database>, access: SqlStoreOptions): Store => ({
  ...createTables(db, access),
  forAccount: (account) => createTables(db, { ...access, account }),
  once: (name, work) =>
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
