import type { Kysely } from 'kysely';
import { type Access, createCollection, inTransaction } from './collection.ts';
import type { Database } from './schema.ts';
import type { SecretEncryption } from './secret-encryption.ts';
import type { Tables } from './store.ts';

const collection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'llms',
    onRemove: async (transaction, id) => {
      await transaction.deleteFrom('llm_secrets').where('id', '=', id).execute();
    },
  });

/** The custom LLMs of the store. A separate table contains their encrypted API keys. */
export function createLlms(
  db: Kysely<Database>,
  access: Access,
  secrets: SecretEncryption,
): Tables['llms'] {
  const { find, list, remove } = collection(db, access);

  const encrypt = (secret: string, id: string) =>
    secrets.encrypt(secret, id, async () => {
      const others = db.selectFrom('llm_secrets').select('id').where('id', '!=', id);
      return (await others.limit(1).executeTakeFirst()) !== undefined;
    });

  const saveSecret = async (transaction: Kysely<Database>, id: string, encrypted: string) => {
    await transaction.deleteFrom('llm_secrets').where('id', '=', id).execute();
    await transaction.insertInto('llm_secrets').values({ id, encrypted }).execute();
  };

  return {
    find,
    list,
    remove,

    insert: async (llm, secret) => {
      const encrypted = await encrypt(secret, llm.id);
      await inTransaction(db, async (transaction) => {
        await collection(transaction, access).insert(llm);
        await saveSecret(transaction, llm.id, encrypted);
      });
    },

    change: async (id, change, secret) => {
      // Does not create an encryption key if the LLM does not exist.
      if (!(await find(id))) return undefined;
      const encrypted = secret === undefined ? undefined : await encrypt(secret, id);
      return inTransaction(db, async (transaction) => {
        const changed = await collection(transaction, access).change(id, change);
        if (changed && encrypted !== undefined) await saveSecret(transaction, id, encrypted);
        return changed;
      });
    },

    readSecret: async (id) => {
      const row = await db
        .selectFrom('llm_secrets')
        .select('encrypted')
        .where('id', '=', id)
        .executeTakeFirst();
      return row && secrets.decrypt(row.encrypted, id);
    },
  };
}
