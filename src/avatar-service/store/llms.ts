import type { Kysely } from 'kysely';
import { type Access, createCollection, inTransaction } from './collection.ts';
import type { StoredRecord } from './records.ts';
import type { Database } from './schema.ts';
import type { SecretEncryption } from './secret-encryption.ts';

/** The custom LLMs of the store. A separate table contains their encrypted API keys. */
export function createLlms(db: Kysely<Database>, access: Access, secrets: SecretEncryption) {
  const { find, list, remove, insert, change } = createCollection(db, access, {
    table: 'llms',
    onRemove: async (transaction, id) => {
      await transaction.deleteFrom('llm_secrets').where('id', '=', id).execute();
    },
  });

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

    /** Writes the record and its encrypted API key atomically. @throws StoreFailure `keyUnset` or `keyLost`. */
    insert: async (llm: StoredRecord, secret: string) => {
      const encrypted = await encrypt(secret, llm.id);
      await inTransaction(db, async (transaction) => {
        await insert(llm, transaction);
        await saveSecret(transaction, llm.id, encrypted);
      });
    },

    /** Changes the record and, if `secret` is set, its API key. @throws StoreFailure `keyUnset` or `keyLost`. */
    change: async (id: string, edit: (llm: StoredRecord) => StoredRecord, secret?: string) => {
      // Does not create an encryption key if the LLM does not exist.
      if (!(await find(id))) return undefined;
      const encrypted = secret === undefined ? undefined : await encrypt(secret, id);
      return inTransaction(db, async (transaction) => {
        const changed = await change(id, edit, transaction);
        if (changed && encrypted !== undefined) await saveSecret(transaction, id, encrypted);
        return changed;
      });
    },

    /** Returns the API key, or undefined if the LLM does not exist. @throws StoreFailure `keyLost`. */
    readSecret: async (id: string) => {
      const row = await db
        .selectFrom('llm_secrets')
        .select('encrypted')
        .where('id', '=', id)
        .executeTakeFirst();
      return row && secrets.decrypt(row.encrypted, id);
    },
  };
}
