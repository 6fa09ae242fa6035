import type { Kysely } from 'kysely';
import { type Access, getVisibleAccounts } from './collection.ts';
import type { FileTables, NewFile, StorageUse } from './records.ts';
import type { Database } from './schema.ts';

/** Size of the slices of a file, in bytes. The last one is smaller. */
export const FILE_SLICE = 512 * 1024;

/** Maximum number of ids of one statement. */
const IDS_AT_ONCE = 1_000;

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

/** Splits ids for statements that have a parameter for each. */
function* splitIds(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    yield ids.slice(from, from + IDS_AT_ONCE);
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
  let bytes = 0;
  for (const some of splitIds(ids)) {
    const files = await db
      .deleteFrom('files')
      .where('id', 'in', some)
      .returning(['id', 'size'])
      .execute();
    const rows = files.map(({ id }) => ({ id }));
    if (rows.length > 0) await db.insertInto('removed_files').values(rows).execute();
    for (const { size } of files) bytes += size;
  }
  if (bytes > 0 || documents > 0) await countFiles(db, { bytes: -bytes, documents: -documents });
}

/** Removes some chunks of a document. Returns false if there are none. */
export async function removeChunks(db: Kysely<Database>, id: string): Promise<boolean> {
  const some = db
    .selectFrom('document_chunks')
    .select('id')
    .where('document_id', '=', id)
    .limit(CHUNKS_AT_ONCE);
  const { numDeletedRows } = await db
    .deleteFrom('document_chunks')
    .where('id', 'in', some)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes some slices of a file. Returns false if there are none. */
async function removeSlices(db: Kysely<Database>, id: string): Promise<boolean> {
  const some = db
    .selectFrom('file_slices')
    .select('id')
    .where('file_id', '=', id)
    .limit(SLICES_AT_ONCE);
  const { numDeletedRows } = await db
    .deleteFrom('file_slices')
    .where('id', 'in', some)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

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
