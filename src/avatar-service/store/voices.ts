import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import { addFile, createFileCollection, removeFiles } from './files.ts';
import type { NewFile, StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

/** Maximum number of recordings that are removed at a time. */
const EXPIRED_AT_ONCE = 1_000;

/**
 * Long recordings, which are received before their voice is created. Their rows stay until they expire, so that each is
 * received once.
 */
const createUploads = (db: Kysely<Database>, access: Access) => ({
  /** Removes some of what has expired, and the recordings that have no voice by then. */
  removeExpired: (now: string) =>
    inTransaction(db, async (transaction) => {
      const some = transaction
        .selectFrom('voice_uploads')
        .select('id')
        .where('expires_at', '<=', now)
        .limit(EXPIRED_AT_ONCE);
      const expired = await transaction
        .deleteFrom('voice_uploads')
        .where('id', 'in', some)
        .returning(['id', 'type'])
        .execute();
      const waiting = expired.filter(({ type }) => type !== null);
      await removeFiles(
        transaction,
        waiting.map(({ id }) => id),
      );
    }),

  /** Finds a recording that was received. Its media type is null once it has a voice. */
  find: (id: string) =>
    db.selectFrom('voice_uploads').select('type').where('id', '=', id).executeTakeFirst(),

  /** Writes a recording, for a voice of this account. Returns false if it was received before. */
  receive: ({ id, expiresAt }: { id: string; expiresAt: string }, file: NewFile) =>
    addFile(db, access, id, file, async (transaction) => {
      const row = { id, account: getOwner(access), type: file.type, expires_at: expiresAt };
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('voice_uploads')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    }),

  /** Writes a voice whose recording was received, once. Returns false if there is no such recording at the time. */
  createVoice: (voice: StoredRecord, now: string) =>
    inTransaction(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('voice_uploads')
        .set({ type: null })
        .where('id', '=', voice.id)
        .where('account', '=', getOwner(access))
        .where('type', 'is not', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await createCollection(transaction, access, { table: 'voices' }).insert(voice);
      return true;
    }),
});

/** The voices of the store, with their samples. */
export const createVoices = (db: Kysely<Database>, access: Access) => ({
  ...createFileCollection(db, access, { table: 'voices' }),
  uploads: createUploads(db, access),
});
