import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createCollection, type Dialect, inTransaction, parseRecord } from './collection.ts';
import type { Database } from './schema.ts';
import { insertSlices, readSlice, removeSlices } from './slices.ts';
import type { Collection, Tables } from './store.ts';
import { countFiles } from './stored-files.ts';

/** Maximum number of words of a search. */
const MAX_WORDS = 32;

/** Label of the documents of a group, and of those with a status. */
const groupLabel = (groupId: unknown) => `group ${String(groupId)}`;
const statusLabel = (status: unknown) => `status ${String(status)}`;

/** More documents than are ever listed. */
const ALL = 100_000;

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
      await removeDocuments(transaction, dialect, ids);
    },
  });

const createDocuments = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, {
    table: 'knowledgeDocuments',
    labelsOf: ({ knowledgeFolderId, status }) => [
      groupLabel(knowledgeFolderId),
      statusLabel(status),
    ],
    onRemove: async (transaction, id) => {
      await transaction.deleteFrom('document_files').where('id', '=', id).execute();
      await transaction.deleteFrom('document_chunks').where('document_id', '=', id).execute();
    },
  });

/** Removes documents, then their files, because no row may be locked after those are counted. Returns how many there were. */
async function removeDocuments(
  transaction: Kysely<Database>,
  dialect: Dialect,
  ids: readonly string[],
  check?: Parameters<Collection['remove']>[1],
): Promise<number> {
  const { remove } = createDocuments(transaction, dialect);
  const removed: string[] = [];
  for (const id of ids) if (await remove(id, check)) removed.push(id);
  await removeSlices(transaction, removed);
  if (removed.length > 0) await countFiles(transaction, { documents: -removed.length });
  return removed.length;
}

/** The knowledge groups of the store. Removing one also removes its documents. */
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

/** Words of questions that say nothing of their subject. Postgres has a list of its own, SQLite has none. */
const STOP_WORDS = new Set(
  'a am an and are as at be by can do does for from had has have how i if in is it many may me much my of on or our shall should so that the their there they this to was we were what when where which who whom why will with would you your'.split(
    ' ',
  ),
);

/** Words of a text, without the operators of a search. */
function splitWords(text: string): string[] {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))];
  const subject = words.filter((word) => !STOP_WORDS.has(word));
  return (subject.length > 0 ? subject : words).slice(0, MAX_WORDS);
}

/** The knowledge documents of the store, with their files and their text. */
export const createKnowledgeDocuments = (
  db: Kysely<Database>,
  dialect: Dialect,
): Tables['knowledgeDocuments'] => {
  const { insert: _, ...collection } = createDocuments(db, dialect);
  return {
    ...collection,

    insert: (document, { type, size, slices }) =>
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
        await insertSlices(transaction, id, slices);
        await countFiles(transaction, { documents: 1 });
        return true;
      }),

    remove: (id, check) =>
      inTransaction(
        db,
        async (transaction) => (await removeDocuments(transaction, dialect, [id], check)) > 0,
      ),

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

    listUnfinished: async () => {
      const labels = [['UPLOADED', 'PROCESSING'].map(statusLabel)];
      const { records } = await collection.list({ offset: 0, limit: ALL, labels });
      return records.map(({ id }) => id).reverse();
    },

    addChunks: async (id, first, contents) => {
      const rows = contents.map((content, index) => ({
        id: `${id} ${first + index}`,
        document_id: id,
        chunk_index: first + index,
        content,
      }));
      // Another process may work on the same document, with the same result.
      await db
        .insertInto('document_chunks')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    removeChunks: async (id) => {
      await db.deleteFrom('document_chunks').where('document_id', '=', id).execute();
    },

    search: async (groupId, text, limit) => {
      const words = splitWords(text);
      if (words.length === 0) return [];
      const { rows } = await sql<{
        readonly record: string;
        readonly chunk_index: number;
        readonly content: string;
        readonly rank: number;
      }>`select record, chunk_index, content, rank
        from ${dialect.matchText(words)} as matched
        join document_chunks using (sequence)
        join document_files on document_files.id = document_id
        join ${sql.table('knowledgeDocuments')} as documents on documents.id = document_id
        where group_id = ${groupId} and labels like ${`%|${statusLabel('READY')}|%`}
        order by rank desc, document_id, chunk_index limit ${limit}`.execute(db);
      return rows.map(({ record, chunk_index, content, rank }) => ({
        document: parseRecord(record),
        chunkIndex: chunk_index,
        content,
        rank: Number(rank),
      }));
    },
  };
};
