import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import { createFileReader, insertFile, removeFiles } from './files.ts';
import type { NewFile, StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

const collection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'voices',
    onRemove: (transaction, id) => removeFiles(transaction, [id]),
  });

/** Finds when the first recording that waits expires, if as many wait as may. */
async function findFreeTime(
  db: Kysely<Database>,
  keyId: string,
  { perKey, total }: { readonly perKey: number; readonly total: number },
): Promise<string | undefined> {
  const waiting = await db
    .selectFrom('voice_uploads')
    .select(['key_id', 'expires_at'])
    .orderBy('expires_at')
    .execute();
  const own = waiting.filter((upload) => upload.key_id === keyId);
  if (own.length >= perKey) return own[0]?.expires_at;
  return waiting.length >= total ? waiting[0]?.expires_at : undefined;
}

/** Long recordings, which are received before their voice is created. The id is that of the voice. */
const createUploads = (db: Kysely<Database>, access: Access) => {
  const { account } = access;
  return {
    /**
     * Announces a recording. If too many others wait for their voice, returns the time at which the first of them expires
     * instead.
     */
    add: async (
      {
        id,
        keyId,
        size,
        expiresAt,
      }: { id: string; keyId: string; size: number; expiresAt: string },
      limits: Parameters<typeof findFreeTime>[2],
    ): Promise<string | undefined> =>
      // Before the lock, so that a flood of announcements that are refused does not hold all connections.
      (access.lock && (await findFreeTime(db, keyId, limits))) ??
      inTransaction(db, async (transaction) => {
        // Announcements wait for each other, so that they do not exceed a limit together.
        await access.lock?.('voice uploads').execute(transaction);
        const freeAt = await findFreeTime(transaction, keyId, limits);
        if (freeAt !== undefined) return freeAt;
        const row = {
          id,
          account: getOwner(access),
          key_id: keyId,
          size,
          type: null,
          expires_at: expiresAt,
        };
        await transaction.insertInto('voice_uploads').values(row).execute();
        return undefined;
      }),

    /** Removes the recordings that have expired before they had a voice. */
    removeExpired: (now: string) =>
      inTransaction(db, async (transaction) => {
        const expired = await transaction
          .deleteFrom('voice_uploads')
          .where('expires_at', '<=', now)
          .returning('id')
          .execute();
        await removeFiles(
          transaction,
          expired.map(({ id }) => id),
        );
      }),

    /** Finds a recording without a voice. Its media type is null until it is received. */
    find: (id: string) =>
      db
        .selectFrom('voice_uploads')
        .select(['size', 'type', 'key_id as keyId'])
        .where('id', '=', id)
        .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
        .executeTakeFirst(),

    /** Writes the content. Returns false if the recording is not announced or was received before. */
    receive: (id: string, type: string, slices: AsyncIterable<Uint8Array>) =>
      inTransaction(db, async (transaction) => {
        // The row is locked by its change, so that the recording is received once.
        const upload = await transaction
          .updateTable('voice_uploads')
          .set({ type })
          .where('id', '=', id)
          .where('type', 'is', null)
          .returning('size')
          .executeTakeFirst();
        if (!upload) return false;
        await insertFile(transaction, id, { type, size: upload.size, slices });
        return true;
      }),

    /** Writes a voice whose recording was received, once. Returns false if there is no such recording at the time. */
    createVoice: (voice: StoredRecord, now: string) =>
      inTransaction(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('voice_uploads')
          .where('id', '=', voice.id)
          .where('account', '=', getOwner(access))
          .where('type', 'is not', null)
          .where('expires_at', '>', now)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await collection(transaction, access).insert(voice);
        return true;
      }),
  };
};

export const createVoices = (db: Kysely<Database>, access: Access) => ({
  ...collection(db, access),
  ...createFileReader(db, access, 'voices'),
  uploads: createUploads(db, access),

  /** Writes the record and its sample atomically. */
  insert: (voice: StoredRecord, sample: NewFile) =>
    inTransaction(db, async (transaction) => {
      await collection(transaction, access).insert(voice);
      await insertFile(transaction, voice.id, sample);
    }),
});
