import type { Kysely } from 'kysely';
import { createCollection, type Dialect } from './collection.ts';
import type { Database } from './schema.ts';
import type { Tables } from './store.ts';

/** Label of sessions that run. */
export const LIVE_LABEL = 'live';

export const createSessions = (db: Kysely<Database>, dialect: Dialect): Tables['sessions'] =>
  createCollection(db, dialect, {
    table: 'sessions',
    labelsOf: ({ endTime }) => (endTime === null ? [LIVE_LABEL] : []),
  });
