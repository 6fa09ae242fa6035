import type { Kysely } from 'kysely';
import { inTransaction } from './collection.ts';
import type { Database } from './schema.ts';
import type { Collection, DocumentQueue, DocumentTurn } from './store.ts';

/** Renews the lease of a turn. Returns false if the turn is over: the document was removed, or another process has it. */
export async function renewLease(
  db: Kysely<Database>,
  { id, attempt }: DocumentTurn,
  until: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('document_jobs')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The queue of documents to process. Leases are changed by single statements, so that of several processes, one takes a
 * document. The number of the attempt tells a turn from an earlier one whose lease has ended.
 */
export const createDocumentQueue = (
  db: Kysely<Database>,
  getDocuments: (db: Kysely<Database>) => Pick<Collection, 'change'>,
): DocumentQueue => ({
  listNext: async (lane, now) => {
    const rows = await db
      .selectFrom('document_jobs')
      .select(['key_id', 'id'])
      .where('sequence', 'in', (jobs) =>
        jobs
          .selectFrom('document_jobs')
          .select((columns) => columns.fn.min('sequence').as('first'))
          .where('lane', '=', lane)
          .where('leased_until', '<=', now)
          .groupBy('key_id'),
      )
      .orderBy('sequence')
      .execute();
    return rows.map(({ key_id, id }) => ({ keyId: key_id, id }));
  },

  take: async (id, now, until) => {
    const job = await db
      .updateTable('document_jobs')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), leased_until: until }))
      .where('id', '=', id)
      .where('leased_until', '<=', now)
      .returning('attempts')
      .executeTakeFirst();
    if (!job) return undefined;
    const document = await getDocuments(db).change(id, (record) => ({
      ...record,
      status: 'PROCESSING',
      updatedAt: now,
    }));
    return document && { turn: { id, attempt: job.attempts }, document };
  },

  giveBack: async ({ id, attempt }, lane) => {
    await db
      .updateTable('document_jobs')
      .set({ leased_until: '', attempts: attempt - 1, ...(lane && { lane }) })
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .execute();
  },

  finish: ({ id, attempt }, now, problem) =>
    inTransaction(db, async (transaction) => {
      const job = await transaction
        .selectFrom('document_jobs')
        .select('attempts')
        .where('id', '=', id)
        .executeTakeFirst();
      if (job?.attempts !== attempt) return;
      // The record first, as in its removal, so that they do not wait for each other.
      await getDocuments(transaction).change(id, (record) => ({
        ...record,
        status: problem === undefined ? 'READY' : 'FAILED',
        errorMessage: problem ?? null,
        updatedAt: now,
      }));
      await transaction.deleteFrom('document_jobs').where('id', '=', id).execute();
    }),
});
