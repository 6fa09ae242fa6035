import type { Kysely } from 'kysely';
import { createCollection, type Dialect, inTransaction } from './collection.ts';
import { createDocumentQueue, renewLease } from './document-queue.ts';
import { createGroupKey, searchChunks } from './knowledge-search.ts';
import type { Database } from './schema.ts';
import { insertSlices, readSlice } from './slices.ts';
import type { Tables } from './store.ts';
import { countFiles } from './stored-files.ts';

/** Number of chunks, and of slices of files, that are removed at a time. Other requests are served in between. */
const CHUNKS_AT_ONCE = 100;
const SLICES_AT_ONCE = 8;

/** Label of the documents of a group, and of those with a status. */
const groupLabel = (groupId: unknown) => `group ${String(groupId)}`;
const statusLabel = (status: unknown) => `status ${String(status)}`;

/** More documents than are ever listed. */
const ALL = 100_000;

/** Number of documents whose rows are removed by one statement, which has a parameter for each. */
const DOCUMENTS_AT_ONCE = 1_000;

/**
 * Removes documents with their files and jobs. Their content remains for `removeContent`. The records come first and the counter
 * last, as in every transaction, so that none waits for another in a circle.
 */
async function removeDocuments(transaction: Kysely<Database>, ids: readonly string[]) {
  const removed: { readonly id: string; readonly size: number }[] = [];
  for (let from = 0; from < ids.length; from += DOCUMENTS_AT_ONCE) {
    const some = ids.slice(from, from + DOCUMENTS_AT_ONCE);
    await transaction.deleteFrom('knowledgeDocuments').where('id', 'in', some).execute();
    const files = await transaction
      .deleteFrom('document_files')
      .where('id', 'in', some)
      .returning(['id', 'size'])
      .execute();
    await transaction.deleteFrom('document_jobs').where('id', 'in', some).execute();
    const rows = files.map(({ id }) => ({ id }));
    if (rows.length > 0) await transaction.insertInto('removed_files').values(rows).execute();
    removed.push(...files);
  }
  const bytes = removed.reduce((sum, { size }) => sum + size, 0);
  await countFiles(transaction, { documents: -removed.length, bytes: -bytes });
}

const createGroups = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, {
    table: 'knowledgeGroups',
    onRemove: async (transaction, id) => {
      const files = await transaction
        .selectFrom('document_files')
        .select('id')
        .where('group_id', '=', id)
        .execute();
      const ids = files.map((file) => file.id);
      await removeDocuments(transaction, ids);
    },
  });

const createDocuments = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, {
    table: 'knowledgeDocuments',
    labelsOf: ({ knowledgeFolderId, status }) => [
      groupLabel(knowledgeFolderId),
      statusLabel(status),
    ],
    onRemove: (transaction, id) => removeDocuments(transaction, [id]),
  });

/** Removes some rows of a document. Returns false if there are none. */
async function removeSome(
  db: Kysely<Database>,
  table: 'document_chunks' | 'document_slices',
  id: string,
  count: number,
): Promise<boolean> {
  const some = db.selectFrom(table).select('id').where('document_id', '=', id).limit(count);
  const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', some).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The knowledge groups of the store. Removing one also removes its documents; their content, `removeContent`. */
export const createKnowledgeGroups = (
  db: Kysely<Database>,
  dialect: Dialect,
): Tables['knowledgeGroups'] => ({
  ...createGroups(db, dialect),
  countDocuments: async () => {
    const rows = await db
      .selectFrom('document_files')
      .select(['group_id', (columns) => columns.fn.countAll<number | string>().as('count')])
      .groupBy('group_id')
      .execute();
    return new Map(rows.map(({ group_id, count }) => [group_id, Number(count)]));
  },
});

/** The knowledge documents of the store, with their files and their text. */
export const createKnowledgeDocuments = (
  db: Kysely<Database>,
  dialect: Dialect,
): Tables['knowledgeDocuments'] => {
  const { insert: _, ...collection } = createDocuments(db, dialect);
  return {
    ...collection,

    insert: (document, { type, size, slices }, keyId) =>
      inTransaction(db, async (transaction) => {
        const { id, knowledgeFolderId } = document;
        const group_id = String(knowledgeFolderId);
        // Locked, so that the group is not removed at the same time.
        const group = await transaction
          .selectFrom('knowledgeGroups')
          .select('id')
          .where('id', '=', group_id)
          .$if(dialect.locksRows, (query) => query.forUpdate())
          .executeTakeFirst();
        if (!group) return false;
        await transaction
          .insertInto('document_files')
          .values({ id, group_id, type, size })
          .execute();
        await createDocuments(transaction, dialect).insert(document);
        if (keyId !== undefined) {
          const job = { id, key_id: keyId, lane: 'short', attempts: 0, leased_until: '' } as const;
          await transaction.insertInto('document_jobs').values(job).execute();
        }
        await insertSlices(transaction, id, slices);
        await countFiles(transaction, { documents: 1 });
        return true;
      }),

    media: (id) =>
      db
        .selectFrom('document_files')
        .select(['type', 'size'])
        .where('id', '=', id)
        .executeTakeFirst(),

    mediaSlice: (id, from, bytes) => readSlice(db, id, from, bytes),

    listOfGroup: async (groupId) => {
      const labels = [[groupLabel(groupId)]];
      const { records } = await collection.list({ offset: 0, limit: ALL, labels });
      return records;
    },

    addChunks: (id, first, contents, lease) =>
      inTransaction(db, async (transaction) => {
        if (lease && !(await renewLease(transaction, lease.turn, lease.until))) return false;
        const file = await transaction
          .selectFrom('document_files')
          .select('group_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const rows = contents.map((content, index) => ({
          id: `${id} ${first + index}`,
          document_id: id,
          chunk_index: first + index,
          content,
          group_key: createGroupKey(file.group_id),
        }));
        // An earlier attempt may have written some, with the same result.
        await transaction
          .insertInto('document_chunks')
          .values(rows)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        return true;
      }),

    removeChunks: (id) => removeSome(db, 'document_chunks', id, CHUNKS_AT_ONCE),

    removeContent: async () => {
      const removed = await db.selectFrom('removed_files').select('id').limit(1).executeTakeFirst();
      if (!removed) return false;
      const { id } = removed;
      const isPartial =
        (await removeSome(db, 'document_chunks', id, CHUNKS_AT_ONCE)) ||
        (await removeSome(db, 'document_slices', id, SLICES_AT_ONCE));
      if (!isPartial) await db.deleteFrom('removed_files').where('id', '=', id).execute();
      return true;
    },

    search: (groupId, text, limit) =>
      searchChunks(db, dialect, { groupId, text, limit, label: statusLabel('READY') }),

    queue: createDocumentQueue(db, (transaction) => createDocuments(transaction, dialect)),
  };
};
