import type { Kysely } from 'kysely';
import { createCollection, type Dialect, inTransaction } from './collection.ts';
import { createMediaReader, insertMedia, removeMedia } from './media.ts';
import type { Database } from './schema.ts';
import { insertSlices, readSlice, removeSlices } from './slices.ts';
import type { Tables, VoiceUploads } from './store.ts';

const collection = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, {
    table: 'voices',
    onRemove: async (transaction, id) => {
      await transaction.deleteFrom('voice_uploads').where('id', '=', id).execute();
      await removeMedia(transaction, 'samples', id);
      await removeSlices(transaction, [id]);
    },
  });

const createUploads = (db: Kysely<Database>, dialect: Dialect): VoiceUploads => ({
  add: ({ id, keyId: key_id, size, expiresAt: expires_at }, { perKey, total }) =>
    inTransaction(db, async (transaction) => {
      const waiting = await transaction
        .selectFrom('voice_uploads')
        .select(['key_id', 'expires_at'])
        .where('expires_at', 'is not', null)
        .orderBy('expires_at')
        .execute();
      const own = waiting.filter((upload) => upload.key_id === key_id);
      if (own.length >= perKey) return String(own[0]?.expires_at);
      if (waiting.length >= total) return String(waiting[0]?.expires_at);
      const row = { id, key_id, size, type: null, expires_at };
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
      await removeSlices(
        transaction,
        expired.map(({ id }) => id),
      );
    }),

  find: (id) =>
    db
      .selectFrom('voice_uploads')
      .select(['size', 'type', 'key_id as keyId'])
      .where('id', '=', id)
      .where('expires_at', 'is not', null)
      .executeTakeFirst(),

  receive: (id, type, slices) =>
    inTransaction(db, async (transaction) => {
      // The row is locked by its change, so that the recording is received once.
      const { numUpdatedRows } = await transaction
        .updateTable('voice_uploads')
        .set({ type })
        .where('id', '=', id)
        .where('type', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await insertSlices(transaction, id, slices);
      return true;
    }),

  createVoice: (voice, now) =>
    inTransaction(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('voice_uploads')
        .set({ expires_at: null })
        .where('id', '=', voice.id)
        .where('type', 'is not', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await collection(transaction, dialect).insert(voice);
      return true;
    }),
});

/** The voices of the store, with their samples. */
export const createVoices = (db: Kysely<Database>, dialect: Dialect): Tables['voices'] => {
  const samples = createMediaReader(db, 'samples', 'voices');
  return {
    ...collection(db, dialect),
    uploads: createUploads(db, dialect),

    media: async (id) => {
      const sample = await samples.media(id);
      if (sample) return sample;
      const recording = await db
        .selectFrom('voice_uploads')
        .select(['size', 'type'])
        .where('id', '=', id)
        .where('expires_at', 'is', null)
        .executeTakeFirst();
      return recording && { size: recording.size, type: String(recording.type) };
    },
    mediaSlice: async (id, from, bytes) =>
      (await samples.mediaSlice(id, from, bytes)) ?? readSlice(db, id, from, bytes),

    insert: (voice, sample) =>
      inTransaction(db, async (transaction) => {
        await collection(transaction, dialect).insert(voice);
        await insertMedia(transaction, 'samples', voice.id, sample);
      }),
  };
};
