import type { Kysely } from 'kysely';
import { z } from 'zod';
import { PLANS } from '../../contract/resource.ts';
import type { Database } from './schema.ts';

const ApiKey = z.object({
  id: z.string(),
  plan: z.enum(PLANS),
  /** Its account, whose name is also its id. */
  account: z.string(),
  label: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

/** The metadata of an API key. The store contains only the hash of the key. Timestamps are ISO 8601. */
export type ApiKey = Readonly<z.output<typeof ApiKey>>;

export const createApiKeys = (db: Kysely<Database>) => {
  const columns = [
    'id',
    'plan',
    'account',
    'label',
    'created_at as createdAt',
    'expires_at as expiresAt',
    'revoked_at as revokedAt',
  ] as const;
  const select = () => db.selectFrom('api_keys').select(columns);
  const find = async (column: 'id' | 'hash', value: string) => {
    const row = await select().where(column, '=', value).executeTakeFirst();
    return row && ApiKey.parse(row);
  };
  return {
    insert: async ({ createdAt, expiresAt, revokedAt, ...key }: ApiKey, hash: string) => {
      const times = { created_at: createdAt, expires_at: expiresAt, revoked_at: revokedAt };
      await db
        .insertInto('api_keys')
        .values({ ...key, ...times, hash })
        .execute();
    },
    findByHash: (hash: string) => find('hash', hash),
    find: (id: string) => find('id', id),
    list: async () => {
      const rows = await select().orderBy('created_at').orderBy('id').execute();
      return rows.map((row) => ApiKey.parse(row));
    },
    /** Revokes a key. Returns false if no active key has this id. */
    revoke: async (id: string, at: string) => {
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
