import type { Kysely } from 'kysely';
import { type Access, createCollection, getOwner, inTransaction } from './collection.ts';
import { createFileReader, insertFile, removeFiles } from './files.ts';
import type { Database } from './schema.ts';
import type { Tables, VoiceUploads } from './store.ts';

const collection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'voices',
    onRemove: (transaction, id) => removeFiles(transaction, [id]),
  });

const createUploads = (db: Kysely<Database>, access: Access): VoiceUploads => {
  const { account } = access;
  return {
    add: ({ id, keyId: key_id, size, expiresAt: expires_at }, { perKey, total }) =>
      inTransaction(db, async (transaction) => {
        const waiting = await transaction
          .selectFrom('voice_uploads')
          .select(['key_id', 'expires_at'])
          .orderBy('expires_at')
          .execute();
        const own = waiting.filter((upload) => upload.key_id === key_id);
        if (own.length >= perKey) return own[0]?.expires_at;
        if (waiting.length >= total) return waiting[0]?.expires_at;
        const row = { id, account: getOwner(access), key_id, size, type: null, expires_at };
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
