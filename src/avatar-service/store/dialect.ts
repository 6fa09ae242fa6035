import type { Kysely, RawBuilder } from 'kysely';
import type { ConnectionUse } from './records.ts';
import type { Database } from './schema.ts';

/** Differences between SQL dialects. */
export interface Dialect {
  /** Whether a transaction must lock a row before it changes it. False if a transaction locks the database. */
  readonly locksRows: boolean;
  /** Selects the `sequence` of the chunks of a group that contain a word. The index finds both. */
  readonly matchWord: (word: string, groupKey: string) => RawBuilder<{ readonly sequence: number }>;
  /** Waits until no other transaction has this lock, and keeps it until the end of its own. Absent like locks of rows. */
  readonly lock?: (name: string) => RawBuilder<unknown>;
}

/** An open, migrated database. */
export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly dialect: Dialect;
  /** Whether the open file still exists at its path. Absent for databases that are not files. */
  isThere?(): boolean;
  /** Connection pool statistics. Absent for SQLite. */
  readonly connections?: () => ConnectionUse;
}
