import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Migration } from 'kysely/migration';

type DataTypeExpression = Parameters<CreateTableBuilder<string>['addColumn']>[1];

/** The type of a column. A `sequence` is an auto-incremented integer. */
type ColumnType = 'text' | 'integer' | 'double precision' | 'bytes' | 'sequence';

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

type ColumnKind = 'id' | 'unique' | 'required' | 'optional';

/** A column: its type, and whether it is the primary key, unique, or may have no value. */
export type Column = readonly [type: ColumnType, kind?: ColumnKind];

const ID = ['text', 'id'] as const;
const TEXT = ['text'] as const;
const INTEGER = ['integer'] as const;
/** The order of creation. */
const SEQUENCE = ['sequence'] as const;
const UNIQUE_TEXT = ['text', 'unique'] as const;
const OPTIONAL_TEXT = ['text', 'optional'] as const;
/** Of a type that both drivers return as a number, and exact to 2^53: Postgres returns bigint as text. */
const LARGE_NUMBER = ['double precision'] as const;

/** The columns of a table of records, which are JSON text. Timestamps are ISO 8601 text, in every dialect. */
const RECORD = {
  sequence: SEQUENCE,
  id: UNIQUE_TEXT,
  /** The account that it belongs to, or that of built-in records. */
  account: TEXT,
  /** Id of the record that it is a part of: the group of a knowledge document. */
  parent_id: OPTIONAL_TEXT,
  /** The searchable texts, with folded case. */
  search_text: TEXT,
  /** Labels to filter lists by, each between two bars, as in `|one-shot|`. */
  labels: TEXT,
  record: TEXT,
};

const RECORD_TABLES = {
  personas: RECORD,
  avatars: RECORD,
  tools: RECORD,
  voices: RECORD,
  llms: RECORD,
  shareLinks: RECORD,
  meetingInvites: RECORD,
  sessions: RECORD,
  knowledgeGroups: RECORD,
  knowledgeDocuments: RECORD,
};

const OTHER_TABLES = {
  /** Values that the service creates once, such as the key that signs session tokens. */
  stored_values: { name: ID, value: TEXT },
  api_keys: {
    id: ID,
    hash: UNIQUE_TEXT,
    plan: TEXT,
    account: TEXT,
    label: TEXT,
    created_at: TEXT,
    expires_at: OPTIONAL_TEXT,
    revoked_at: OPTIONAL_TEXT,
  },
  /** The tools of personas. The id consists of both ids. */
  persona_tools: { id: ID, persona_id: TEXT, tool_id: TEXT },
  /** API keys of custom LLMs, encrypted. */
  llm_secrets: { id: ID, encrypted: TEXT },
  /**
   * Long recordings that were received, by the ids of their voices: the media types of those that wait for their voice, and
   * when they are removed. Those with a voice stay until then, so that their links do not work again.
   */
  voice_uploads: { id: ID, account: TEXT, type: OPTIONAL_TEXT, expires_at: TEXT },
  /** Sessions that run, and the time at which each ends at the latest. */
  live_sessions: { id: ID, account: TEXT, ends_at: TEXT },
  /** Images of avatars, samples of voices, and knowledge documents, with the ids of their records, and sizes in bytes. */
  files: { id: ID, type: TEXT, size: INTEGER },
  /** The content of files, in slices of equal size. The id consists of that of the file and the slice's position. */
  file_slices: { id: ID, file_id: TEXT, bytes: ['bytes'] },
  /** The bytes of all files, and the number of documents: one row, so that nothing is summed for each upload. */
  storage_use: { id: ID, bytes: LARGE_NUMBER, documents: LARGE_NUMBER },
  /**
   * The text of knowledge documents, with a full-text index. The id consists of the document's and `chunk_index`.
   * `group_key` is the group's id as a single word, for the index.
   */
  document_chunks: {
    sequence: SEQUENCE,
    id: UNIQUE_TEXT,
    document_id: TEXT,
    chunk_index: INTEGER,
    content: TEXT,
    group_key: TEXT,
  },
  /** Ids of removed files whose content, and text, is still in the store, and of files that are being written until then. */
  removed_files: { id: ID, removable_at: TEXT },
} as const satisfies Record<string, Record<string, Column>>;

/** The first tables. `../schema.ts` derives the types of rows from them. */
export const TABLES = { ...RECORD_TABLES, ...OTHER_TABLES };

/** Columns that rows are found by and that are not unique. */
const INDEXES = [
  ...Object.keys(RECORD_TABLES).map((table) => [table, 'account'] as const),
  ['knowledgeDocuments', 'parent_id'],
  ['persona_tools', 'persona_id'],
  ['persona_tools', 'tool_id'],
  ['voice_uploads', 'expires_at'],
  ['file_slices', 'file_id'],
  ['document_chunks', 'document_id'],
  ['removed_files', 'removable_at'],
  ['live_sessions', 'ends_at'],
] as const;

/** Adds the columns of a new table. */
const addColumns = (
  table: CreateTableBuilder<string, string>,
  columns: Readonly<Record<string, Column>>,
  { types, autoIncrement }: ColumnTypes,
) =>
  Object.entries(columns).reduce(
    (builder, [name, [type, kind = 'required']]) =>
      builder.addColumn(name, types[type], (column) => {
        if (type === 'sequence') return autoIncrement(column.primaryKey());
        if (kind === 'id') return column.primaryKey();
        if (kind === 'optional') return column;
        return kind === 'unique' ? column.notNull().unique() : column.notNull();
      }),
    table,
  );

/** Creates the first tables. */
export const createTables = (dialect: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const [name, columns] of Object.entries(TABLES))
      await addColumns(db.schema.createTable(name), columns, dialect).execute();
    for (const [table, column] of INDEXES)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
    for (const statement of dialect.createTextIndex) await statement.execute(db);
  },
});
