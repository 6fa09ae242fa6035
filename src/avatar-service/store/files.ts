import { type Kysely, sql } from 'kysely';
import { type Access, getVisibleAccounts } from './collection.ts';
import type { FileTables, NewFile, StorageUse } from './records.ts';
import type { Database } from './schema.ts';

/** Size of the slices of a file, in bytes. The last one is smaller. */
export const FILE_SLICE = 512 * 1024;

/** Numbers of chunks and of slices that are removed at a time. Other requests are served in between. */
const CHUNKS_AT_ONCE = 100;
const SLICES_AT_ONCE = 8;

/** The only row of the counter. */
const COUNTER = 'all';

/**
 * Counts files that are added, or removed if the numbers are negative. The row stays locked until the end of the transaction:
 * lock no other row afterwards.
 */
async function countFiles(db: Kysely<Database>, { bytes, documents }: StorageUse): Promise<void> {
  await db
    .insertInto('storage_use')
    .values({ id: COUNTER, bytes, documents })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb, ref }) => ({
        bytes: eb('storage_use.bytes', '+', ref('excluded.bytes')),
        documents: eb('storage_use.documents', '+', ref('excluded.documents')),
      })),
    )
    .execute();
}

export const readStorageUse = async (db: Kysely<Database>): Promise<StorageUse> =>
  (await db.selectFrom('storage_use').select(['bytes', 'documents']).executeTakeFirst()) ?? {
    bytes: 0,
    documents: 0,
  };

/** Adds the file of a record. It is counted last, so the transaction must not lock other rows afterwards. */
export async function insertFile(
  db: Kysely<Database>,
  id: string,
  { type, size, slices }: NewFile,
  { documents = 0 }: { readonly documents?: number } = {},
): Promise<void> {
  await db.insertInto('files').values({ id, type, size }).execute();
  let position = 0;
  for await (const bytes of slices) {
    const slice = { id: `${id} ${position}`, file_id: id, bytes };
    await db.insertInto('file_slices').values(slice).execute();
    position += 1;
  }
  await countFiles(db, { bytes: size, documents });
}

/**
 * Removes files, some of which may not exist; their content remains for `removeContent`. They are counted last, so the
 * transaction must not lock other rows afterwards.
 */
export async function removeFiles(
  db: Kysely<Database>,
  ids: readonly string[],
  { documents = 0 }: { readonly documents?: number } = {},
): Promise<void> {
  if (ids.length === 0) return;
  const files = await db
    .deleteFrom('files')
    .where('id', 'in', ids)
    .returning(['id', 'size'])
    .execute();
  const rows = files.map(({ id }) => ({ id }));
  if (rows.length > 0) await db.insertInto('removed_files').values(rows).execute();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0 || documents > 0) await countFiles(db, { bytes: -bytes, documents: -documents });
}

/** Removes some rows of a document or a file. Returns false if there are none. */
async function removeSome(
  db: Kysely<Database>,
  [table, column, limit]: readonly [table: string, column: string, limit: number],
  id: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in
    (select id from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${sql.lit(limit)})`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** Removes some chunks of a document. Returns false if there are none. */
export const removeChunks = (db: Kysely<Database>, id: string): Promise<boolean> =>
  removeSome(db, ['document_chunks', 'document_id', CHUNKS_AT_ONCE], id);

const removeSlices = (db: Kysely<Database>, id: string) =>
  removeSome(db, ['file_slices', 'file_id', SLICES_AT_ONCE], id);

/** Removes a part of the content of a removed file. Returns false if there is none. */
export async function removeContent(db: Kysely<Database>): Promise<boolean> {
  const removed = await db.selectFrom('removed_files').select('id').limit(1).executeTakeFirst();
  if (!removed) return false;
  const { id } = removed;
  const isPartial = (await removeChunks(db, id)) || (await removeSlices(db, id));
  if (!isPartial) await db.deleteFrom('removed_files').where('id', '=', id).execute();
  return true;
}

/** Creates a reader for the files of the records in one table. Those of deleted records are not found. */
export const createFileReader = (
  db: Kysely<Database>,
  access: Access,
  owners: 'avatars' | 'voices' | 'knowledgeDocuments',
): FileTables => {
  const visible = getVisibleAccounts(access);
  return {
    findFile: (id) =>
      db
        .selectFrom('files')
        .select(['type', 'size'])
        .where('id', '=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom(owners)
              .select('id')
              .where('id', '=', id)
              .$if(visible !== undefined, (query) => query.where('account', 'in', visible ?? [])),
          ),
        )
        .executeTakeFirst(),
    readFileSlice: async (id, from) => {
      const row = await db
        .selectFrom('file_slices')
        .select('bytes')
        .where('id', '=', `${id} ${Math.floor(from / FILE_SLICE)}`)
        .executeTakeFirst();
      return row?.bytes.subarray(from % FILE_SLICE);
    },
  };
};
