import type { Kysely } from 'kysely';
import { createCollection, type Dialect, inTransaction } from './collection.ts';
import { createMediaReader, insertMedia } from './media.ts';
import type { Database } from './schema.ts';
import type { Tables } from './store.ts';

const collection = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, {
    table: 'voices',
    onRemove: async (transaction, id) => {
      await transaction.deleteFrom('samples').where('id', '=', id).execute();
    },
  });

/** The voices of the store, with their samples. */
export const createVoices = (db: Kysely<Database>, dialect: Dialect): Tables['voices'] => ({
  ...collection(db, dialect),
  ...createMediaReader(db, 'samples', 'voices'),

  insert: (voice, sample) =>
    inTransaction(db, async (transaction) => {
      await collection(transaction, dialect).insert(voice);
      await insertMedia(transaction, 'samples', voice.id, sample);
    }),
});
