import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const tables: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .execute();
    await db.schema
      .createTable('personas')
      .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('name_folded', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('avatars')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('record', 'text', (column) => column.notNull())
      .addColumn('picture', 'blob', (column) => column.notNull())
      .addColumn('picture_type', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('tools')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('record', 'text', (column) => column.notNull())
      .execute();
  },
};

/** Every step from an empty database to the present one, in order; a step that has been released never changes. */
const migrations: Record<string, Migration> = { '0001_tables': tables };

/**
 * Brings a database up to date.
 * @throws Error if a step fails, or the database is newer than this program.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
