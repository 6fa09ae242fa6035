import type { Kysely } from 'kysely';
import { type Access, createCollection, inTransaction } from './collection.ts';
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
    onRemove: (transaction, id) => removeFiles(transaction, [id]),
  });

/** The avatars of the store, with their images. */
export const createAvatars = (db: Kysely<Database>, access: Access) => ({
  ...collection(db, access),
  ...createFileReader(db, access, 'avatars'),

  /** Writes the record and its image atomically. */
  insert: (avatar: StoredRecord, image: NewFile) =>
    inTransaction(db, async (transaction) => {
      await collection(transaction, access).insert(avatar);
      await insertFile(transaction, avatar.id, image);
    }),
});
