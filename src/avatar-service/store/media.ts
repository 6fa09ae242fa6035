import { type Kysely, sql } from 'kysely';
import type { Database, MediaTable } from './schema.ts';
import type { Media, MediaTables } from './store.ts';
import { countFiles } from './stored-files.ts';

/** Adds an image or a recording. */
export async function insertMedia(
  db: Kysely<Database>,
  table: MediaTable,
  id: string,
  { bytes, type }: Media,
): Promise<void> {
  await db.insertInto(table).values({ id, bytes, type }).execute();
  await countFiles(db, { bytes: bytes.length });
}

/** Removes an image or a recording, if there is one. */
export async function removeMedia(
  db: Kysely<Database>,
  table: MediaTable,
  id: string,
): Promise<void> {
  const removed = await db
    .deleteFrom(table)
    .where('id', '=', id)
    .returning(sql<number>`length(bytes)`.as('size'))
    .executeTakeFirst();
  if (removed) await countFiles(db, { bytes: -Number(removed.size) });
}

/** Creates a reader for the images or recordings of one table. Those of deleted and hidden records are not found. */
export const createMediaReader = (
  db: Kysely<Database>,
  table: MediaTable,
  owners: 'avatars' | 'voices',
): MediaTables => ({
  media: async (id) => {
    const row = await db
      .selectFrom(table)
      .select([sql<number>`length(bytes)`.as('size'), 'type'])
      .where('id', '=', id)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom(owners).select('id').where('id', '=', id)),
      )
      .executeTakeFirst();
    return row && { size: Number(row.size), type: row.type };
  },
  mediaSlice: async (id, from, bytes) => {
    // SQL strings start at position 1.
    const slice = sql<Uint8Array>`substr(bytes, cast(${from + 1} as integer), cast(${bytes} as integer))`;
    const row = await db
      .selectFrom(table)
      .select(slice.as('slice'))
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.slice;
  },
});
