import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';
import { createRecordTable } from './record-table.ts';

/** Adds the tables of knowledge groups and documents: their files in slices, and their text in chunks that are searched. */
export const knowledge = (types: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { text, bytes, sequence, createTextIndex } = types;
    const [integer, autoIncrement] = sequence;
    await createRecordTable(db, types, 'knowledgeGroups');
    await createRecordTable(db, types, 'knowledgeDocuments');
    await db.schema
      .createTable('document_files')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('group_id', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('document_slices')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('document_id', text, (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('document_chunks')
      .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('document_id', text, (column) => column.notNull())
      .addColumn('chunk_index', 'integer', (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .execute();
    for (const [table, column] of [
      ['document_files', 'group_id'],
      ['document_slices', 'document_id'],
      ['document_chunks', 'document_id'],
    ] as const) {
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
    }
    for (const statement of createTextIndex('document_chunks', 'content'))
      await statement.execute(db);
  },
});
