import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type RawBuilder,
  sql,
} from 'kysely';

type DataTypeExpression = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** The type of a column. A `sequence` is an auto-incremented integer. */
export type ColumnType = 'text' | 'integer' | 'double precision' | 'bytes' | 'sequence';

/** How a SQL dialect writes columns. */
export interface ColumnTypes {
  readonly types: Readonly<Record<ColumnType, DataTypeExpression>>;
  /** Makes a column auto-incremented. */
  readonly autoIncrement: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Creates the full-text index of the text of documents, which also has the group of each chunk as a single word. */
  readonly createTextIndex: readonly RawBuilder<unknown>[];
}

const COMMON_TYPES = { integer: 'integer', 'double precision': 'double precision' } as const;

export const SQLITE_TYPES: ColumnTypes = {
  types: { ...COMMON_TYPES, text: 'text', bytes: 'blob', sequence: 'integer' },
  autoIncrement: (column) => column.autoIncrement(),
  // A separate table, which triggers keep up to date.
  // Without a copy of the text, and rows are deleted by their number alone: with external content, the text of each
  // deleted row is read again. https://sqlite.org/fts5.html#contentless_delete_tables
  // Deleted rows leave the index when inserts merge its parts. A merge by deletions takes longer than all of them.
  createTextIndex: [
    sql`create virtual table document_chunks_text using fts5(content, group_key, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')`,
    sql`insert into document_chunks_text(document_chunks_text, rank) values ('deletemerge', 0)`,
    sql`create trigger document_chunks_text_insert after insert on document_chunks begin
      insert into document_chunks_text(rowid, content, group_key) values (new.sequence, new.content, new.group_key); end`,
    sql`create trigger document_chunks_text_delete after delete on document_chunks begin
      delete from document_chunks_text where rowid = old.sequence; end`,
  ],
};

/**
 * Column types of Postgres. Text is compared by bytes, as in SQLite, so that updates of the system locales do not change
 * the order or invalidate indexes.
 */
export const POSTGRES_TYPES: ColumnTypes = {
  types: { ...COMMON_TYPES, text: sql`text collate "C"`, bytes: 'bytea', sequence: 'bigint' },
  autoIncrement: (column) => column.generatedByDefaultAsIdentity(),
  // The group has a space, so that it is no word of a text.
  createTextIndex: [
    sql`alter table document_chunks add column content_text tsvector generated always as (to_tsvector('english', content) || array_to_tsvector(array['group ' || group_key])) stored`,
    sql`create index document_chunks_content_text on document_chunks using gin (content_text)`,
  ],
};
