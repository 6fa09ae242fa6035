import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { foldCase } from '../fold-case.ts';
import type { ColumnTypes } from './column-types.ts';
import { createRecordTable } from './record-table.ts';

/** Ids of the seeded avatars of the previous version. All other avatars are one-shot avatars. */
const SEEDED_AVATARS = [
  '47eaa099-2cb6-416d-86dc-283cf0480ff9',
  '1509bb0a-9bf1-4331-8a11-8783593942a4',
  'f5ec52ed-0108-4475-92e1-bc7656670b14',
  '59ba1b0d-5c90-4158-a909-406c2e416788',
  '5d32fe61-985f-44e7-aa09-5ee82bb29976',
  '9a1e40b4-5815-4a99-99e2-d15364c7a500',
  '68b4aef7-3eaa-4e17-9d8a-4eace693ae2d',
  '142c8364-7806-4577-93e7-83e7eb04b39b',
];

/** Maximum number of rows per statement. */
const BATCH = 200;

/** The tables before and after this migration. Later migrations can change them. */
interface MigrationDatabase {
  settings: { name: string; value: string };
  personas: { sequence: number; id: string; record: string };
  pictures: { id: string; record: string };
  old_tools: { id: string; record: string };
  avatars: NewRow;
  tools: NewRow;
  persona_tools: { id: string; persona_id: string; tool_id: string };
}

interface NewRow {
  id: string;
  search_text: string;
  labels: string;
  unique_name: string | null;
  record: string;
}

interface OldRecord {
  readonly id: string;
  readonly name?: unknown;
  readonly displayName?: unknown;
  readonly description?: unknown;
  readonly createdAt?: unknown;
  readonly toolIds?: unknown;
}

const compareAge = (a: OldRecord, b: OldRecord) =>
  String(a.createdAt).localeCompare(String(b.createdAt)) || a.id.localeCompare(b.id);

async function addRows<Row>(rows: readonly Row[], add: (rows: readonly Row[]) => Promise<unknown>) {
  for (let from = 0; from < rows.length; from += BATCH) await add(rows.slice(from, from + BATCH));
}

async function copyAvatars(db: Kysely<MigrationDatabase>) {
  const rows = await db.selectFrom('pictures').select('record').execute();
  const avatars = rows.map(({ record }): OldRecord => JSON.parse(record)).sort(compareAge);
  const known = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'account-id')
    .executeTakeFirst();
  const account = known?.value ?? randomUUID();
  const isOneShot = ({ id }: OldRecord) => !SEEDED_AVATARS.includes(id);
  if (!known && avatars.some(isOneShot)) {
    await db.insertInto('settings').values({ name: 'account-id', value: account }).execute();
  }
  const copies = avatars.map((avatar) => {
    const createdByOrganizationId = isOneShot(avatar) ? account : null;
    return {
      id: avatar.id,
      search_text: foldCase([avatar.displayName, avatar.description]),
      labels: isOneShot(avatar) ? '|one-shot|' : '',
      unique_name: null,
      record: JSON.stringify({ ...avatar, displayTags: [], createdByOrganizationId }),
    };
  });
  await addRows(copies, (some) => db.insertInto('avatars').values(some).execute());
}

async function copyTools(db: Kysely<MigrationDatabase>) {
  const rows = await db.selectFrom('old_tools').select('record').execute();
  const tools = rows.map(({ record }): OldRecord => JSON.parse(record)).sort(compareAge);
  const names = new Set<unknown>();
  const copies = tools.map((tool) => {
    // Names were not unique before. The oldest tool keeps a duplicate name as its unique name.
    const isFirst = typeof tool.name === 'string' && !names.has(tool.name);
    names.add(tool.name);
    return {
      id: tool.id,
      search_text: foldCase([tool.name, tool.description, tool.id]),
      labels: '',
      unique_name: isFirst ? String(tool.name).replaceAll('\0', '\uFFFD') : null,
      record: JSON.stringify(tool),
    };
  });
  await addRows(copies, (some) => db.insertInto('tools').values(some).execute());
}

async function linkTools(db: Kysely<MigrationDatabase>) {
  for (let last = 0; ; ) {
    const personas = await db
      .selectFrom('personas')
      .select(['sequence', 'record'])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    const links = personas.flatMap(({ record }) => {
      const { id, toolIds }: OldRecord = JSON.parse(record);
      const ids = new Set(Array.isArray(toolIds) ? toolIds.map(String) : []);
      return [...ids].map((tool) => ({
        id: `${id} ${tool}`,
        persona_id: id,
        tool_id: tool,
      }));
    });
    await addRows(links, (some) => db.insertInto('persona_tools').values(some).execute());
    if (personas.length < BATCH) return;
    last = Number(personas.at(-1)?.sequence);
  }
}

/**
 * Adds order, search texts and labels to avatars and tools, moves images to a separate table, and adds tables for
 * voices, LLMs and the tools of personas.
 */
export const resources = (types: ColumnTypes): Migration => ({
  up: async (db: Kysely<MigrationDatabase>) => {
    const { text, bytes } = types;
    await db.schema.alterTable('avatars').renameTo('pictures').execute();
    await db.schema.alterTable('tools').renameTo('old_tools').execute();
    for (const name of ['avatars', 'tools', 'voices', 'llms']) {
      await createRecordTable(db, types, name);
    }
    await db.schema.alterTable('personas').renameColumn('name_folded', 'search_text').execute();
    await db.schema
      .alterTable('personas')
      .addColumn('labels', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('personas').addColumn('unique_name', text).execute();
    await db.schema
      .createIndex('personas_unique_name')
      .on('personas')
      .column('unique_name')
      .unique()
      .execute();
    await db.schema
      .createTable('deleted_avatars')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('record', text, (column) => column.notNull())
      .addColumn('deleted_at', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('samples')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('persona_tools')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('persona_id', text, (column) => column.notNull())
      .addColumn('tool_id', text, (column) => column.notNull())
      .execute();
    for (const column of ['persona_id', 'tool_id']) {
      await db.schema
        .createIndex(`persona_tools_${column}`)
        .on('persona_tools')
        .column(column)
        .execute();
    }
    await db.schema
      .createTable('llm_secrets')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('sealed', text, (column) => column.notNull())
      .execute();
    await copyAvatars(db);
    await copyTools(db);
    await linkTools(db);
    await db.schema.dropTable('old_tools').execute();
    await db.schema.alterTable('pictures').dropColumn('record').execute();
    await db.schema.alterTable('pictures').renameColumn('picture', 'bytes').execute();
    await db.schema.alterTable('pictures').renameColumn('picture_type', 'type').execute();
  },
});
