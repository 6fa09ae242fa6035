import { type Kysely, sql } from 'kysely';
import {
  type Access,
  type CollectionOptions,
  createCollection,
  getVisibleAccounts,
  inTransaction,
} from './collection.ts';
import type { FileTables, NewFile, StorageUse, StoredRecord } from './records.ts';
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

/** Milliseconds after which the content of a file that is not complete is removed. Writing it never takes that long. */
const WRITING_TIME = 600_000;

/**
 * Adds a file. The content of one with several slices is written in short transactions, so that others can write in between
 * and no commit takes long; then `save` writes what belongs to it, with which it becomes visible. The content is removed later
 * if `save` returns false, if anything fails, or if the process is killed. The file is counted last, so `save` must lock all rows.
 * @returns Whether it was saved: not if a file with this id is there, or being written.
 */
export async function addFile(
  db: Kysely<Database>,
  access: Access,
  id: string,
  file: NewFile,
  save: (transaction: Kysely<Database>) => Promise<boolean>,
  documents = 0,
): Promise<boolean> {
  const { type, size, slices } = file;
  if (size <= FILE_SLICE && !db.isTransaction)
    return inTransaction(db, (transaction) =>
      addFile(transaction, access, id, file, save, documents),
    );
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('removed_files')
    .values({ id, removable_at: new Date(Date.now() + WRITING_TIME).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  if (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) {
    await db.deleteFrom('removed_files').where('id', '=', id).execute();
    return false;
  }
  try {
    let position = 0;
    for await (const bytes of slices) {
      const slice = { id: `${id} ${position}`, file_id: id, bytes };
      if (access.writeSlice && !db.isTransaction) await access.writeSlice(slice);
      else await db.insertInto('file_slices').values(slice).execute();
      position += 1;
    }
    return await inTransaction(db, async (transaction) => {
      if (!(await save(transaction))) return false;
      const { numDeletedRows } = await transaction
        .deleteFrom('removed_files')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Error('It took too long to write the file.');
      await transaction.insertInto('files').values({ id, type, size }).execute();
      await countFiles(transaction, { bytes: size, documents });
      return true;
    });
  } finally {
    // Unless it is saved. If the disk is full, it is removed later.
    await db
      .updateTable('removed_files')
      .set({ removable_at: '' })
      .where('id', '=', id)
      .execute()
      .catch(() => undefined);
  }
}

/**
 * Removes files, some of which may not exist; their content remains for `removeContent`. They are counted last, so the
 * transaction must not lock other rows afterwards.
 */
export async function removeFiles(
  db: Kysely<Database>,
  ids: readonly string[],
  documents = 0,
): Promise<void> {
  if (ids.length === 0) return;
  const files = await db
    .deleteFrom('files')
    .where('id', 'in', ids)
    .returning(['id', 'size'])
    .execute();
  const rows = files.map(({ id }) => ({ id, removable_at: '' }));
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
  const removed = await db
    .selectFrom('removed_files')
    .select('id')
    .where('removable_at', '<=', new Date().toISOString())
    .limit(1)
    .executeTakeFirst();
  if (!removed) return false;
  const { id } = removed;
  const isPartial = (await removeChunks(db, id)) || (await removeSlices(db, id));
  if (!isPartial) await db.deleteFrom('removed_files').where('id', '=', id).execute();
  return true;
}

interface FileCollectionOptions extends CollectionOptions {
  readonly table: 'avatars' | 'voices' | 'knowledgeDocuments';
  /** How many documents each record is. Default: none. */
  readonly documents?: number;
}

/** The records of one kind that have a file each, with the same id. */
export function createFileCollection(
  db: Kysely<Database>,
  access: Access,
  { documents, ...given }: FileCollectionOptions,
) {
  const visible = getVisibleAccounts(access);
  const collection = createCollection(db, access, {
    ...given,
    onRemove: (transaction, id) => removeFiles(transaction, [id], documents),
  });
  const reader: FileTables = {
    findFile: (id) =>
      db
        .selectFrom('files')
        .select(['type', 'size'])
        .where('id', '=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom(given.table)
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
  return {
    ...collection,
    ...reader,

    /** Writes a record and its file, unless `check` returns false. Both are there, or none. Returns whether they are. */
    insert: (
      record: StoredRecord,
      file: NewFile,
      check: (transaction: Kysely<Database>) => Promise<boolean> = async () => true,
    ): Promise<boolean> =>
      addFile(
        db,
        access,
        record.id,
        file,
        async (transaction) => {
          if (!(await check(transaction))) return false;
          await collection.insert(record, transaction);
          return true;
        },
        documents,
      ),
  };
}
