import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type RawBuilder,
  sql,
} from 'kysely';

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
  /**
   * Returns the statements that create the full-text index of a column whose table has a `sequence`. It also has the single
   * word of another column, the group of a row.
   */
  readonly createTextIndex: (
    table: string,
    column: string,
    group: string,
  ) => readonly RawBuilder<unknown>[];
}

/** Column types of SQLite. */
export const SQLITE_TYPES: ColumnTypes = {
  text: 'text',
  bytes: 'blob',
  sequence: ['integer', (column) => column.autoIncrement()],
  // A table of its own, which triggers keep up to date.
  // Without a copy of the text, and rows are deleted by their number alone: with external content, the text of each
  // deleted row is read again. https://sqlite.org/fts5.html#contentless_delete_tables
  // Deleted rows leave the index when inserts merge its parts. A merge by deletions takes longer than all of them.
  createTextIndex: (table, column, group) => {
    const name = `${table}_text`;
    const index = sql.id(name);
    const columns = sql`${sql.id(column)}, ${sql.id(group)}`;
    return [
      sql`create virtual table ${index} using fts5(${columns}, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')`,
      sql`insert into ${index}(${index}, rank) values ('deletemerge', 0)`,
      sql`create trigger ${sql.id(`${name}_insert`)} after insert on ${sql.id(table)} begin
        insert into ${index}(rowid, ${columns}) values (new.sequence, new.${sql.id(column)}, new.${sql.id(group)}); end`,
      sql`create trigger ${sql.id(`${name}_delete`)} after delete on ${sql.id(table)} begin
        delete from ${index} where rowid = old.sequence; end`,
    ];
  },
};

/**
 * Column types of Postgres. Text is compared by bytes, as in SQLite, so that updates of the system locales do not change
 * the order or invalidate indexes.
 */
export const POSTGRES_TYPES: ColumnTypes = {
  text: sql`text collate "C"`,
  bytes: 'bytea',
  sequence: ['bigint', (column) => column.generatedByDefaultAsIdentity()],
  // With a space, so that it is no word of a text.
  createTextIndex: (table, column, group) => {
    const name = `${column}_text`;
    return [
      sql`alter table ${sql.id(table)} add column ${sql.id(name)} tsvector generated always as (to_tsvector('english', ${sql.id(column)}) || array_to_tsvector(array['group ' || ${sql.id(group)}])) stored`,
      sql`create index ${sql.id(`${table}_${name}`)} on ${sql.id(table)} using gin (${sql.id(name)})`,
    ];
  },
};
