import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { tables } from './0001-tables.ts';
import { resources } from './0002-resources.ts';
import type { ColumnTypes } from './column-types.ts';

/** Every step from an empty database to the present one, in order; a step that has been released never changes. */
const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  '0001_tables': tables(types),
  '0002_resources': resources(types),
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
    throw new Error(`a newer version has changed it (${step}), which this one does not know`);
  }
  if (error !== undefined) throw error;
}
