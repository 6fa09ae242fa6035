import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely';

type DataTypeExpression = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** What the dialects of SQL spell differently in a table. */
export interface ColumnTypes {
  readonly text: DataTypeExpression;
  readonly bytes: DataTypeExpression;
  /** The type of a whole number that the database counts up by itself, and what makes it do so. */
  readonly sequence: readonly [
    type: DataTypeExpression,
    counting: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
  ];
}

/** SQLite's. */
export const SQLITE_TYPES: ColumnTypes = {
  text: 'text',
  bytes: 'blob',
  sequence: ['integer', (column) => column.autoIncrement()],
};

/**
 * Postgres's. Text is compared byte by byte, as in SQLite: an order that is of no language stays the same when the
 * machine's locales are updated, and so do the indexes.
 */
export const POSTGRES_TYPES: ColumnTypes = {
  text: sql`text collate "C"`,
  bytes: 'bytea',
  sequence: ['bigint', (column) => column.generatedByDefaultAsIdentity()],
};
