import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';

/** Counts the files of the store, and adds the API keys of long recordings that were announced. */
export const storage = ({ text }: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('voice_uploads')
      .addColumn('key_id', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('voice_uploads_expires_at')
      .on('voice_uploads')
      .column('expires_at')
      .execute();
    // Of a type that both drivers return as a number, and exact to 2^53: Postgres returns bigint as text.
    await db.schema
      .createTable('stored_files')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('bytes', 'double precision', (column) => column.notNull())
      .addColumn('documents', 'double precision', (column) => column.notNull())
      .execute();
    // A new store has no row yet, because a store can be moved only to one without rows.
    await sql`insert into stored_files select 'all', bytes, documents from (select
      (select coalesce(sum(length(bytes)), 0) from pictures)
        + (select coalesce(sum(length(bytes)), 0) from samples)
        + (select coalesce(sum(length(bytes)), 0) from document_slices) as bytes,
      (select count(*) from document_files) as documents) as counted
      where bytes > 0`.execute(db);
  },
});
