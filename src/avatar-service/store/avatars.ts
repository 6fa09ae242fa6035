import type { Kysely } from 'kysely';
import {
  type Access,
  createCollection,
  getOwner,
  getVisibleAccounts,
  inTransaction,
} from './collection.ts';
import { createFileReader, insertFile, removeFiles } from './files.ts';
import type { NewFile, StoredRecord } from './records.ts';
import type { Database } from './schema.ts';

const getLabels = ({ displayTags, createdByOrganizationId }: StoredRecord) => [
  ...(Array.isArray(displayTags) ? displayTags.map((tag) => `tag ${tag}`) : []),
  ...(createdByOrganizationId == null ? [] : ['one-shot']),
];

const collection = (db: Kysely<Database>, access: Access) =>
  createCollection(db, access, {
    table: 'avatars',
    getLabels,
  });

export function createAvatars(db: Kysely<Database>, access: Access) {
  const { find, list, change } = collection(db, access);
  const visible = getVisibleAccounts(access);
  return {
    find,
    list,
    change,
    ...createFileReader(db, access, 'avatars'),

    /** Writes the record and its image atomically. */
    insert: (avatar: StoredRecord, image: NewFile) =>
      inTransaction(db, async (transaction) => {
        await collection(transaction, access).insert(avatar);
        await insertFile(transaction, avatar.id, image);
      }),

    /** Removes an avatar from lists and lookups. Its image stays in the store but is not read. Returns false if the avatar does not exist. */
    hide: (id: string, at: string) =>
      inTransaction(db, async (transaction) =>
        collection(transaction, access).remove(id, async (avatar) => {
          const row = {
            id,
            account: getOwner(access),
            record: JSON.stringify(avatar),
            hidden_at: at,
          };
          await transaction.insertInto('hidden_avatars').values(row).execute();
        }),
      ),

    /** Removes an avatar, hidden or not, and its image. Returns false if the avatar does not exist. */
    erase: (id: string) =>
      inTransaction(db, async (transaction) => {
        const isRemoved = await collection(transaction, access).remove(id);
        const { numDeletedRows } = await transaction
          .deleteFrom('hidden_avatars')
          .where('id', '=', id)
          .$if(visible !== undefined, (query) => query.where('account', 'in', visible ?? []))
          .executeTakeFirst();
        if (!isRemoved && numDeletedRows === 0n) return false;
        await removeFiles(transaction, [id]);
        return true;
      }),
  };
}
