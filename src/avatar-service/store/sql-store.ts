import type { Kysely } from 'kysely';
import { createApiKeys } from './api-keys.ts';
import { createAvatars } from './avatars.ts';
import { createCollection, type Dialect } from './collection.ts';
import { readStoredFiles, removeContent } from './files.ts';
import { createKnowledgeDocuments, createKnowledgeGroups } from './knowledge.ts';
import { createLlms } from './llms.ts';
import { createPersonas } from './personas.ts';
import { type Database, mapRecordTables } from './schema.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import { createSessions } from './sessions.ts';
import type { Store, Tables } from './store.ts';
import { createTools } from './tools.ts';
import { createVoices } from './voices.ts';

export interface SqlStoreOptions extends Dialect {
  readonly secrets: SecretEncryption;
}

const createTables = (db: Kysely<Database>, dialect: SqlStoreOptions): Tables => ({
  ...mapRecordTables((table) => createCollection(db, dialect, { table })),
  personas: createPersonas(db, dialect),
  avatars: createAvatars(db, dialect),
  tools: createTools(db, dialect),
  voices: createVoices(db, dialect),
  llms: createLlms(db, dialect, dialect.secrets),
  sessions: createSessions(db, dialect),
  knowledgeGroups: createKnowledgeGroups(db, dialect),
  knowledgeDocuments: createKnowledgeDocuments(db, dialect),
  keys: createApiKeys(db),
  setting: async (name, create) => {
    const read = () =>
      db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
    const known = await read();
    if (known) return known.value;
    const row = { name, value: create() };
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await read())?.value ?? row.value;
  },
});

/** Creates a store for a migrated database of any Kysely dialect. */
export const createSqlStore = (db: Kysely<Database>, dialect: SqlStoreOptions): Store => ({
  ...createTables(db, dialect),
  once: (name, work) =>
    db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('settings')
        .values({ name: `once:${name}`, value: 'done' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) await work(createTables(transaction, dialect));
    }),
  readStoredFiles: () => readStoredFiles(db),
  removeContent: () => removeContent(db),
  isAlive: () =>
    db
      .selectFrom('settings')
      .select('name')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      ),
  close: () => db.destroy(),
});
