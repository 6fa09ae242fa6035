import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnType, ColumnTypes } from './column-types.ts';

const RECORD_TABLES = [
  'personas',
  'avatars',
  'tools',
  'voices',
  'llms',
  'shareLinks',
  'meetingInvites',
  'sessions',
  'knowledgeGroups',
  'knowledgeDocuments',
] as const;

type ColumnKind = 'id' | 'unique' | 'required' | 'optional';

/** A column: its type, and whether it is the primary key, unique, or may have no value. */
type Column = readonly [type: ColumnType, kind?: ColumnKind];

const ID: Column = ['text', 'id'];
const TEXT: Column = ['text'];
const INTEGER: Column = ['integer'];
const SEQUENCE: Column = ['sequence'];
const UNIQUE_TEXT: Column = ['text', 'unique'];
const OPTIONAL_TEXT: Column = ['text', 'optional'];
/** Of a type that both drivers return as a number, and exact to 2^53: Postgres returns bigint as text. */
const LARGE_NUMBER: Column = ['double precision'];

const RECORD_COLUMNS = {
  sequence: SEQUENCE,
  id: UNIQUE_TEXT,
  account: TEXT,
  parent_id: OPTIONAL_TEXT,
  search_text: TEXT,
  labels: TEXT,
  unique_name: OPTIONAL_TEXT,
  record: TEXT,
};

/** The tables other than those of records. */
const OTHER_TABLES: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
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
  hidden_avatars: { id: ID, account: TEXT, record: TEXT, hidden_at: TEXT },
  persona_tools: { id: ID, persona_id: TEXT, tool_id: TEXT },
  llm_secrets: { id: ID, encrypted: TEXT },
  voice_uploads: {
    id: ID,
    account: TEXT,
    key_id: TEXT,
    size: INTEGER,
    type: OPTIONAL_TEXT,
    expires_at: TEXT,
  },
  live_sessions: { id: ID, account: TEXT, ends_at: TEXT },
  files: { id: ID, type: TEXT, size: INTEGER },
  file_slices: { id: ID, file_id: TEXT, bytes: ['bytes'] },
  storage_use: { id: ID, bytes: LARGE_NUMBER, documents: LARGE_NUMBER },
  document_chunks: {
    sequence: SEQUENCE,
    id: UNIQUE_TEXT,
    document_id: TEXT,
    chunk_index: INTEGER,
    content: TEXT,
    group_key: TEXT,
  },
  document_jobs: { id: ID, leased_until: TEXT },
  removed_files: { id: ID },
};

/** Columns that rows are found by and that are not unique. */
const INDEXES = [
  ...RECORD_TABLES.map((table) => [table, 'account'] as const),
  ['knowledgeDocuments', 'parent_id'],
  ['persona_tools', 'persona_id'],
  ['persona_tools', 'tool_id'],
  ['voice_uploads', 'expires_at'],
  ['file_slices', 'file_id'],
  ['document_chunks', 'document_id'],
  ['live_sessions', 'ends_at'],
] as const;

/** The first tables; `../schema.ts` says what they hold. */
export const createTables = ({ types, autoIncrement, createTextIndex }: ColumnTypes): Migration => {
  const addColumns = (
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
  return {
    up: async (db: Kysely<unknown>) => {
      for (const name of RECORD_TABLES) {
        await addColumns(db.schema.createTable(name), RECORD_COLUMNS)
          .addUniqueConstraint(`${name}_unique_name`, ['account', 'unique_name'])
          .execute();
      }
      for (const [name, columns] of Object.entries(OTHER_TABLES))
        await addColumns(db.schema.createTable(name), columns).execute();
      for (const [table, column] of INDEXES)
        await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
      for (const statement of createTextIndex) await statement.execute(db);
    },
  };
};
