import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { ApiKey, Tables } from './store.ts';

export const createApiKeys = (db: Kysely<Database>): Tables['keys'] => {
  const columns = [
    'id',
    'plan',
    'account',
    'label',
    'created_at as createdAt',
    'expires_at as expiresAt',
    'revoked_at as revokedAt',
  ] as const;
  return {
    insert: async ({ createdAt, expiresAt, revokedAt, ...key }: ApiKey, hash) => {
      const times = { created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt };
      await db
        .insertInto('api_keys')
        .values({ ...key, ...times, hash })
        .execute();
    },
    findByHash: (hash) =>
      db.selectFrom('api_keys').select(columns).where('hash', '=', hash).executeTakeFirst(),
    find: (id) => db.selectFrom('api_keys').select(columns).where('id', '=', id).executeTakeFirst(),
    list: () =>
      db.selectFrom('api_keys').select(columns).orderBy('created_at').orderBy('id').execute(),
    revoke: async (id, at) => {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
};
