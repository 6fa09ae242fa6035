import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type ColumnTypes, createTables, SQLITE_TYPES } from './0001-create-tables.ts';

/** All migrations, in order. From 1.0.0 on, a released migration never changes. */
const createMigrations = (types: ColumnTypes): Record<string, Migration> => ({
  '0001_tables': createTables(types),
});

/** The names of all migrations, in order. */
export const MIGRATIONS: readonly string[] = Object.keys(createMigrations(SQLITE_TYPES));

/** Returns the end of a sentence about a store with a migration that is not one of these. */
export const describeUnknownMigration = (name: string): string =>
  `was written by a newer version, or by one before 1.0 (${name})`;

/** Kysely's message for a database with an unknown migration. */
const UNKNOWN_MIGRATION = /previously executed migration (\S+) is missing/;

/**
 * Migrates a database to the latest version. The dialect must serialize concurrent migrations.
 * @throws Error if a migration fails or another version has migrated the database.
 */
export async function migrate<Schema>(db: Kysely<Schema>, types: ColumnTypes): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => createMigrations(types) },
  });
  const { error } = await migrator.migrateToLatest();
  const [, name] = (error instanceof Error && UNKNOWN_MIGRATION.exec(error.message)) || [];
  if (name !== undefined) throw new Error(`it ${describeUnknownMigration(name)}`);
  if (error !== undefined) throw error;
}
