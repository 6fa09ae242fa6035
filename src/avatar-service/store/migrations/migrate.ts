import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { tables } from './0001-tables.ts';
import { resources } from './0002-resources.ts';
import { sessions } from './0003-sessions.ts';
import { shareLinks } from './0004-share-links.ts';
import { knowledge } from './0005-knowledge.ts';
import { voiceUploads } from './0006-voice-uploads.ts';
import { storage } from './0007-storage.ts';
import { documentQueue } from './0008-document-queue.ts';
import { type ColumnTypes, SQLITE_TYPES } from './column-types.ts';

/** All migrations, in order. A released migration never changes. */
const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  '0001_tables': tables(types),
  '0002_resources': resources(types),
  '0003_sessions': sessions(types),
  '0004_share_links': shareLinks(types),
  '0005_knowledge': knowledge(types),
  '0006_voice_uploads': voiceUploads(types),
  '0007_storage': storage(types),
  '0008_document_queue': documentQueue(types),
});

/** The names of all migrations, in order. */
export const MIGRATIONS: readonly string[] = Object.keys(migrations(SQLITE_TYPES));

/** Kysely's message for a database with an unknown migration. */
const UNKNOWN_MIGRATION = /previously executed migration (\S+) is missing/;

/**
 * Migrates a database to the latest version. The dialect must serialize concurrent migrations.
 * @throws Error if a migration fails or a newer version has migrated the database.
 */
export async function migrate<Schema>(db: Kysely<Schema>, types: ColumnTypes): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(types) } });
  const { error } = await migrator.migrateToLatest();
  const [, step] = (error instanceof Error && UNKNOWN_MIGRATION.exec(error.message)) || [];
  if (step !== undefined) {
    throw new Error(`it was migrated by a newer version (${step})`);
  }
  if (error !== undefined) throw error;
}
