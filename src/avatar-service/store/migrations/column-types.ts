import { type ColumnDefinitionBuilder, type CreateTableBuilder, sql } from 'kysely';

type DataTypeExpression = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** Column types that differ between SQL dialects. */
export interface ColumnTypes {
  readonly text: DataTypeExpression;
  readonly bytes: DataTypeExpression;
  /** The type of an auto-incremented integer, and the function that makes a column auto-incremented. */
  readonly sequence: readonly [
    type: DataTypeExpression,
    autoIncrement: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
  ];
}

/** Column types of SQLite. */
export const SQLITE_TYPES: ColumnTypes = {
  text: 'text',
  bytes: 'blob',
  sequence: ['integer', (column) => column.autoIncrement()],
};

/**
 * Column types of Postgres. Text is compared by bytes, as in SQLite, so that updates of the system locales do not change
 * the order or invalidate indexes.
 */
export const POSTGRES_TYPES: ColumnTypes = {
  text: sql`text collate "C"`,
  bytes: 'bytea',
  sequence: ['bigint', (column) => column.generatedByDefaultAsIdentity()],
};
