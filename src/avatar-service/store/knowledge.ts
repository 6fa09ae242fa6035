import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import { createFileReader, insertFile, removeChunks, removeFiles, splitIds } from './files.ts';
import { createGroupKey, searchChunks } from './knowledge-search.ts';
import type { NewFile, StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

/** More documents than are ever listed. */
const ALL = 100_000;

/** Maximum number of jobs that are listed at a time. */
const ABANDONED_AT_ONCE = 100;

/** Removes the jobs and the files of documents whose records were removed first, as in every transaction. */
async function removeParts(transaction: Kysely<Database>, ids: readonly string[]) {
  for (const some of splitIds(ids))
    await transaction.deleteFrom('document_jobs').where('id', 'in', some).execute();
  await removeFiles(transaction, ids, { documents: ids.length });
}

const createGroups = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'knowledgeGroups',
    onRemove: async (transaction, id) => {
      const documents = await transaction
        .deleteFrom('knowledgeDocuments')
        .where('parent_id', '=', id)
        .returning('id')
        .execute();
      await removeParts(
        transaction,
        documents.map((document) => document.id),
      );
    },
  });

const createDocuments = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'knowledgeDocuments',
    getParentId: ({ knowledgeFolderId }) => String(knowledgeFolderId),
    onRemove: (transaction, id) => removeParts(transaction, [id]),
  });

/** The knowledge groups of the store. Removing one also removes its documents; their content, `removeContent`. */
export const createKnowledgeGroups = (db: Kysely<Database>, access: Access) => ({
  ...createGroups(db, access),
  /** Returns the number of documents of each group that has any. */
  countDocuments: async () => {
    const rows = await db
      .selectFrom('knowledgeDocuments')
      .select(['parent_id', (columns) => columns.fn.countAll<number | string>().as('count')])
      .groupBy('parent_id')
      .execute();
    return new Map(rows.map(({ parent_id, count }) => [String(parent_id), Number(count)]));
  },
});

/** The knowledge documents of the store, with their files and their text. */
export const createKnowledgeDocuments = (db: Kysely<Database>, access: Access) => {
  const { insert: _, ...collection } = createDocuments(db, access);
  return {
    ...collection,
    ...createFileReader(db, access, 'knowledgeDocuments'),

    /**
     * Writes the record and its file atomically. With the end of a lease, a process is about to extract its text. Returns
     * false if the group does not exist.
     */
    insert: (document: StoredRecord, file: NewFile, leasedUntil?: string) =>
      inTransaction(db, async (transaction) => {
        const { id, knowledgeFolderId } = document;
        // Locked, so that the group is not removed at the same time.
        const group = await transaction
          .selectFrom('knowledgeGroups')
          .select('id')
          .where('id', '=', String(knowledgeFolderId))
          .where('account', '=', getOwner(access))
          .$if(access.locksRows, (query) => query.forUpdate())
          .executeTakeFirst();
        if (!group) return false;
        await createDocuments(transaction, access).insert(document);
        if (leasedUntil !== undefined) {
          const job = { id, leased_until: leasedUntil };
          await transaction.insertInto('document_jobs').values(job).execute();
        }
        await insertFile(transaction, id, file, { documents: 1 });
        return true;
      }),

    /** Lists the documents of a group, newest first. */
    listOfGroup: async (parentId: string) =>
      (await collection.list({ offset: 0, limit: ALL, parentId })).records,

    /** Adds chunks of text from the position `first`. Returns false if the document does not exist. */
    addChunks: (id: string, first: number, contents: readonly string[]) =>
      inTransaction(db, async (transaction) => {
        const document = await transaction
          .selectFrom('knowledgeDocuments')
          .select('parent_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (!document) return false;
        const rows = contents.map((content, index) => ({
          id: `${id} ${first + index}`,
          document_id: id,
          chunk_index: first + index,
          content,
          group_key: createGroupKey(String(document.parent_id)),
        }));
        await transaction.insertInto('document_chunks').values(rows).execute();
        return true;
      }),

    /** Removes some chunks. Returns false if there are none. */
    removeChunks: (id: string) => removeChunks(db, id),

    /** Finds chunks of a group's ready documents that have any word of a text, best first. */
    search: (groupId: string, text: string, limit: number) =>
      searchChunks(db, access, { groupId, text, limit }),

    /** Sets when the leases of documents end whose text is being extracted. */
    renewJobs: async (ids: readonly string[], leasedUntil: string) => {
      for (const some of splitIds(ids))
        await db
          .updateTable('document_jobs')
          .set({ leased_until: leasedUntil })
          .where('id', 'in', some)
          .execute();
    },

    /** Lists some documents whose lease has ended, because their process has. */
    listAbandonedJobs: async (now: string) => {
      const rows = await db
        .selectFrom('document_jobs')
        .select('id')
        .where('leased_until', '<=', now)
        .limit(ABANDONED_AT_ONCE)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Sets the status of a document whose text was extracted, or not because of a problem. Does nothing without a job. */
    finishJob: (id: string, at: string, problem: string | undefined) =>
      inTransaction(db, async (transaction) => {
        const job = await transaction
          .selectFrom('document_jobs')
          .select('id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (!job) return;
        // The record first, as in its removal, so that they do not wait for each other.
        await createDocuments(transaction, access).change(id, (record) => ({
          ...record,
          status: problem === undefined ? 'READY' : 'FAILED',
          errorMessage: problem ?? null,
          updatedAt: at,
        }));
        await transaction.deleteFrom('document_jobs').where('id', '=', id).execute();
      }),
  };
};
