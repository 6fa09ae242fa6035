import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';

/** Adds the table of long recordings. */
export const voiceUploads = ({ text }: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('voice_uploads')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('type', text)
      .addColumn('expires_at', text)
      .execute();
  },
});
