import type { Kysely } from 'kysely';
import { createCollection, type Dialect, inTransaction } from './collection.ts';
import { createFileReader, insertFile, removeFiles } from './files.ts';
import type { Database } from './schema.ts';
import type { StoredRecord, Tables } from './store.ts';

const getLabels = ({ displayTags, createdByOrganizationId }: StoredRecord) => [
  ...(Array.isArray(displayTags) ? displayTags.map((tag) => `tag ${tag}`) : []),
  ...(createdByOrganizationId == null ? [] : ['one-shot']),
];

const collection = (db: Kysely<Database>, dialect: Dialect) =>
  createCollection(db, dialect, {
    table: 'avatars',
    labelsOf: getLabels,
  });

export function createAvatars(db: Kysely<Database>, dialect: Dialect): Tables['avatars'] {
  const { find, list, change } = collection(db, dialect);
  return {
    find,
    list,
    change,
    ...createFileReader(db, 'avatars'),

    insert: (avatar, image) =>
      inTransaction(db, async (transaction) => {
        await collection(transaction, dialect).insert(avatar);
        await insertFile(transaction, avatar.id, image);
      }),

    hide: (id, at) =>
      inTransaction(db, async (transaction) =>
        collection(transaction, dialect).remove(id, async (avatar) => {
          const row = { id, record: JSON.stringify(avatar), deleted_at: at };
          await transaction.insertInto('deleted_avatars').values(row).execute();
        }),
      ),

    erase: (id) =>
      inTransaction(db, async (transaction) => {
        const isRemoved = await collection(transaction, dialect).remove(id);
        const { numDeletedRows } = await transaction
          .deleteFrom('deleted_avatars')
          .where('id', '=', id)
          .executeTakeFirst();
        await removeFiles(transaction, [id]);
        return isRemoved || numDeletedRows > 0n;
      }),
  };
}
