import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';
import { countFiles } from './stored-files.ts';

/** Size of the slices of a file, in bytes. The last one is smaller. */
export const FILE_SLICE = 512 * 1024;

/** Adds the content of a file, in slices of this size. Each is only valid until the next is read. */
export async function insertSlices(
  db: Kysely<Database>,
  id: string,
  slices: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  let position = 0;
  let size = 0;
  for await (const bytes of slices) {
    const slice = { id: `${id} ${position}`, document_id: id, bytes };
    await db.insertInto('document_slices').values(slice).execute();
    position += 1;
    size += bytes.length;
  }
  await countFiles(db, { bytes: size });
}

/** Returns at most `bytes` bytes of a file from a position; fewer at the end of a slice. */
export async function readSlice(
  db: Kysely<Database>,
  id: string,
  from: number,
  bytes: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('document_slices')
    .select('bytes')
    .where('id', '=', `${id} ${Math.floor(from / FILE_SLICE)}`)
    .executeTakeFirst();
  const start = from % FILE_SLICE;
  return row?.bytes.subarray(start, start + bytes);
}

/** Removes the content of files. */
export async function removeSlices(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  let bytes = 0;
  for (const id of ids) {
    const removed = await db
      .deleteFrom('document_slices')
      .where('document_id', '=', id)
      .returning(sql<number>`length(bytes)`.as('size'))
      .execute();
    for (const { size } of removed) bytes += Number(size);
  }
  if (bytes > 0) await countFiles(db, { bytes: -bytes });
}
