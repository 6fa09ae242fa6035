import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import { createFileReader, insertFile, removeFiles } from './files.ts';
import type { Database } from './schema.ts';
import type { Tables, VoiceUploadLimits, VoiceUploads } from './store.ts';

const collection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'voices',
    onRemove: (transaction, id) => removeFiles(transaction, [id]),
  });

/** Finds when the first recording that waits expires, if as many wait as may. */
async function findFreeTime(
  db: Kysely<Database>,
  keyId: string,
  { perKey, total }: VoiceUploadLimits,
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

const createUploads = (db: Kysely<Database>, access: Access): VoiceUploads => {
  const { account } = access;
  return {
    add: async ({ id, keyId, size, expiresAt }, limits) =>
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

    removeExpired: (now) =>
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

    find: (id) =>
      db
        .selectFrom('voice_uploads')
        .select(['size', 'type', 'key_id as keyId'])
        .where('id', '=', id)
        .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
        .executeTakeFirst(),

    receive: (id, type, slices) =>
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

    createVoice: (voice, now) =>
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

export const createVoices = (db: Kysely<Database>, access: Access): Tables['voices'] => ({
  ...collection(db, access),
  ...createFileReader(db, access, 'voices'),
  uploads: createUploads(db, access),

  insert: (voice, sample) =>
    inTransaction(db, async (transaction) => {
      await collection(transaction, access).insert(voice);
      await insertFile(transaction, voice.id, sample);
    }),
});
