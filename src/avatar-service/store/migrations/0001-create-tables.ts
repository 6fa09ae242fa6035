import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnType, ColumnTypes } from './column-types.ts';

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

/** The columns of records. They are JSON text and timestamps are ISO 8601 text, in every dialect. */
export const RECORD = {
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
  /** A name that must be unique in the account. */
  unique_name: OPTIONAL_TEXT,
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
  /** Hidden avatars. Their images are kept but not served. */
  hidden_avatars: { id: ID, account: TEXT, record: TEXT, hidden_at: TEXT },
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
  /** Ids of removed files whose content, and text, is still in the store. */
  removed_files: { id: ID },
} as const satisfies Record<string, Record<string, Column>>;

/** The first tables. `../schema.ts` derives the types of rows from them. */
export const TABLES = { ...RECORD_TABLES, ...OTHER_TABLES };

/** Columns that rows are found by and that are not unique. */
const INDEXES = [
  ['knowledgeDocuments', 'parent_id'],
  ['persona_tools', 'persona_id'],
  ['persona_tools', 'tool_id'],
  ['voice_uploads', 'expires_at'],
  ['file_slices', 'file_id'],
  ['document_chunks', 'document_id'],
  ['live_sessions', 'ends_at'],
] as const;

const addColumns = (
  { types, autoIncrement }: ColumnTypes,
  table: CreateTableBuilder<string, string>,
  columns: Readonly<Record<string, Column>>,
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

/** Creates the table of a resource's records. */
export async function createRecordTable(
  db: Kysely<unknown>,
  types: ColumnTypes,
  name: string,
): Promise<void> {
  await addColumns(types, db.schema.createTable(name), RECORD)
    .addUniqueConstraint(`${name}_unique_name`, ['account', 'unique_name'])
    .execute();
  await db.schema.createIndex(`${name}_account`).on(name).column('account').execute();
}

/** Creates the first tables. */
export const createTables = (types: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const name of Object.keys(RECORD_TABLES)) await createRecordTable(db, types, name);
    for (const [name, columns] of Object.entries(OTHER_TABLES))
      await addColumns(types, db.schema.createTable(name), columns).execute();
    for (const [table, column] of INDEXES)
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
    for (const statement of types.createTextIndex) await statement.execute(db);
  },
});
