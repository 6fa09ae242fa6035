import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import { createFileCollection, removeChunks, removeFiles } from './files.ts';
import { createGroupKey, searchChunks } from './knowledge-search.ts';
import type { NewFile, StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

/** More documents than are ever listed. */
const ALL = 100_000;

/** The statuses of documents whose text is being extracted, or soon. */
const UNFINISHED = ['UPLOADED', 'PROCESSING'];

const createGroups = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'knowledgeGroups',
    onRemove: async (transaction, id) => {
      const documents = await transaction
        .deleteFrom('knowledgeDocuments')
        .where('parent_id', '=', id)
        .returning('id')
        .execute();
      const ids = documents.map((document) => document.id);
      await removeFiles(transaction, ids, ids.length);
    },
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
  const collection = createFileCollection(db, access, {
    table: 'knowledgeDocuments',
    documents: 1,
    getParentId: ({ knowledgeFolderId }) => String(knowledgeFolderId),
    getLabels: ({ status }) => (UNFINISHED.includes(String(status)) ? ['unfinished'] : []),
  });
  return {
    ...collection,

    /** Writes a document and its file. Returns false if its group does not exist. */
    insert: (document: StoredRecord, file: NewFile) =>
      collection.insert(document, file, async (transaction) => {
        // Locked, so that the group is not removed at the same time.
        const group = await transaction
          .selectFrom('knowledgeGroups')
          .select('id')
          .where('id', '=', String(document.knowledgeFolderId))
          .where('account', '=', getOwner(access))
          .$if(access.locksRows, (query) => query.forUpdate())
          .executeTakeFirst();
        return group !== undefined;
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

    /** Lists the documents that are not processed yet. */
    listUnfinished: async () =>
      (await collection.list({ offset: 0, limit: ALL, labels: [['unfinished']] })).records,
  };
};
