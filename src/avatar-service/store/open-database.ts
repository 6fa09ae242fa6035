import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { ConnectionUse } from './store.ts';

/** An open, migrated database. */
export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** Whether the open file still exists at its path. Absent for databases that are not files. */
  isThere?(): boolean;
  /** Connection pool statistics. Absent for SQLite. */
  readonly connections?: () => ConnectionUse;
}
