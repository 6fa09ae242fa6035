import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';

/** The initial tables. */
export const tables = ({
  text,
  bytes,
  sequence: [integer, autoIncrement],
}: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('settings')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('api_keys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('plan', text, (column) => column.notNull())
      .addColumn('label', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text)
      .addColumn('revoked_at', text)
      .execute();
    await db.schema
      .createTable('personas')
      .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('name_folded', text, (column) => column.notNull())
      .addColumn('record', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('avatars')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('record', text, (column) => column.notNull())
      .addColumn('picture', bytes, (column) => column.notNull())
      .addColumn('picture_type', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('tools')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('record', text, (column) => column.notNull())
      .execute();
  },
});
