import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/**
 * Creates a table of records. Its sequence is the order of creation. Released migrations call this function, so it never
 * changes: a later migration changes the tables.
 */
export async function createRecordTable<Schema>(
  db: Kysely<Schema>,
  { text, sequence: [integer, autoIncrement] }: ColumnTypes,
  name: string,
): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('search_text', text, (column) => column.notNull())
    .addColumn('labels', text, (column) => column.notNull())
    .addColumn('unique_name', text, (column) => column.unique())
    .addColumn('record', text, (column) => column.notNull())
    .execute();
}
