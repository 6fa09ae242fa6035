import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';

/**
 * Adds the queue of documents to process, the list of files to remove, and a full-text index that can be searched within a
 * group.
 */
export const documentQueue = ({ text, sequence, replaceTextIndex }: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const [integer, autoIncrement] = sequence;
    await db.schema
      .createTable('document_jobs')
      .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('key_id', text, (column) => column.notNull())
      .addColumn('lane', text, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('leased_until', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('removed_files')
      .addColumn('id', text, (column) => column.primaryKey())
      .execute();
    const unfinished = ['UPLOADED', 'PROCESSING'].map((status) => `%|status ${status}|%`);
    for (const label of unfinished) {
      await sql`insert into document_jobs (id, key_id, lane, attempts, leased_until)
        select id, '', 'short', 0, '' from ${sql.table('knowledgeDocuments')}
        where labels like ${sql.lit(label)} order by sequence`.execute(db);
    }
    await db.schema
      .alterTable('document_chunks')
      .addColumn('group_key', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update document_chunks set group_key = coalesce((select replace(group_id, '-', '')
      from document_files where document_files.id = document_id), '')`.execute(db);
    for (const statement of replaceTextIndex('document_chunks', 'content', 'group_key'))
      await statement.execute(db);
  },
});
