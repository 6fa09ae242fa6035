import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { ConnectionUse } from './store.ts';

/** A database that is up to date. */
export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** Whether it is still what is found at its place. Default: no doubt of it. */
  isThere?(): boolean;
  /** How its connections are used, where it is a server. */
  readonly connections?: () => ConnectionUse;
}
