import type { Kysely } from 'kysely';
import { createApiKeys } from './api-keys.ts';
import { createAvatars } from './avatars.ts';
import type { Dialect } from './collection.ts';
import { createLlms } from './llms.ts';
import { createPersonas } from './personas.ts';
import type { Database } from './schema.ts';
import type { SecretBox } from './secret-box.ts';
import type { Store, Tables } from './store.ts';
import { createTools } from './tools.ts';
import { createVoices } from './voices.ts';

/** What a store stands on besides its database. */
export interface SqlStoreOptions extends Dialect {
  readonly secrets: SecretBox;
}

const tables = (db: Kysely<Database>, dialect: SqlStoreOptions): Tables => ({
  personas: createPersonas(db, dialect),
  avatars: createAvatars(db, dialect),
  tools: createTools(db, dialect),
  voices: createVoices(db, dialect),
  llms: createLlms(db, dialect, dialect.secrets),
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

/** The store over any dialect of kysely whose database has been migrated. */
export const createSqlStore = (db: Kysely<Database>, dialect: SqlStoreOptions): Store => ({
  ...tables(db, dialect),
  once: (name, work) =>
    db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('settings')
        .values({ name: `once:${name}`, value: 'done' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) await work(tables(transaction, dialect));
    }),
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
