import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from './column-types.ts';

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
export const initial = ({ text, bytes, sequence, createTextIndex }: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    const [integer, autoIncrement] = sequence;
    for (const name of RECORD_TABLES) {
      await schema
        .createTable(name)
        .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
        .addColumn('id', text, (column) => column.notNull().unique())
        .addColumn('account', text, (column) => column.notNull())
        .addColumn('parent_id', text)
        .addColumn('search_text', text, (column) => column.notNull())
        .addColumn('labels', text, (column) => column.notNull())
        .addColumn('unique_name', text)
        .addColumn('record', text, (column) => column.notNull())
        .addUniqueConstraint(`${name}_unique_name`, ['account', 'unique_name'])
        .execute();
    }
    await schema
      .createTable('settings')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('api_keys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('plan', text, (column) => column.notNull())
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('label', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text)
      .addColumn('revoked_at', text)
      .execute();
    await schema
      .createTable('deleted_avatars')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('record', text, (column) => column.notNull())
      .addColumn('deleted_at', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('persona_tools')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('persona_id', text, (column) => column.notNull())
      .addColumn('tool_id', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('llm_secrets')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('sealed', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('voice_uploads')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('key_id', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addColumn('type', text)
      .addColumn('expires_at', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('live_sessions')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('account', text, (column) => column.notNull())
      .addColumn('ends_at', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('files')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .execute();
    await schema
      .createTable('file_slices')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('file_id', text, (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .execute();
    // Of a type that both drivers return as a number, and exact to 2^53: Postgres returns bigint as text.
    await schema
      .createTable('stored_files')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('bytes', 'double precision', (column) => column.notNull())
      .addColumn('documents', 'double precision', (column) => column.notNull())
      .execute();
    await schema
      .createTable('document_chunks')
      .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('document_id', text, (column) => column.notNull())
      .addColumn('chunk_index', 'integer', (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .addColumn('group_key', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('document_jobs')
      .addColumn('sequence', integer, (column) => autoIncrement(column.primaryKey()))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('key_id', text, (column) => column.notNull())
      .addColumn('lane', text, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('leased_until', text, (column) => column.notNull())
      .execute();
    await schema
      .createTable('removed_files')
      .addColumn('id', text, (column) => column.primaryKey())
      .execute();
    for (const [table, column] of INDEXES) {
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
    }
    for (const statement of createTextIndex) await statement.execute(db);
  },
});
