import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { StoredFiles } from './store.ts';

/** The only row. */
const ID = 'all';

/**
 * Counts files that are added, or removed if the numbers are negative. The row stays locked until the end of the transaction:
 * lock no other row afterwards.
 */
export async function countFiles(
  db: Kysely<Database>,
  { bytes = 0, documents = 0 }: Partial<StoredFiles>,
): Promise<void> {
  await db
    .insertInto('stored_files')
    .values({ id: ID, bytes, documents })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        bytes: eb('stored_files.bytes', '+', ref('excluded.bytes')),
        documents: eb('stored_files.documents', '+', ref('excluded.documents')),
      })),
    )
    .execute();
}

/** Returns how much is stored. */
export const readStoredFiles = async (db: Kysely<Database>): Promise<StoredFiles> =>
  (await db.selectFrom('stored_files').select(['bytes', 'documents']).executeTakeFirst()) ?? {
    bytes: 0,
    documents: 0,
  };
