import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

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

const tables = ({ text, bytes, sequence: [integer, counting] }: ColumnTypes): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('settings')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('api_keys')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('plan', text, (column) => column.notNull())
      .addColumn('label', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text)
      .addColumn('revoked_at', text)
      .execute();
    await db.schema
      .createTable('personas')
      .addColumn('sequence', integer, (column) => counting(column.primaryKey()))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('name_folded', text, (column) => column.notNull())
      .addColumn('record', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('avatars')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('record', text, (column) => column.notNull())
      .addColumn('picture', bytes, (column) => column.notNull())
      .addColumn('picture_type', text, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('tools')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('record', text, (column) => column.notNull())
      .execute();
  },
});

/** Every step from an empty database to the present one, in order; a step that has been released never changes. */
const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  '0001_tables': tables(types),
});

/** How Kysely says that a database has taken a step which is not among ours. */
const STEP_OF_ANOTHER = /previously executed migration (\S+) is missing/;

/**
 * Brings a database up to date. That processes which do so at once wait for each other is the dialect's concern.
 * @throws Error if a step fails, or the database is newer than this program.
 */
export async function migrate<Schema>(db: Kysely<Schema>, types: ColumnTypes): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(types) } });
  const { error } = await migrator.migrateToLatest();
  const [, step] = (error instanceof Error && STEP_OF_ANOTHER.exec(error.message)) || [];
  if (step !== undefined) {
    throw new Error(`it was migrated by a newer version (${step})`);
  }
  if (error !== undefined) throw error;
}
