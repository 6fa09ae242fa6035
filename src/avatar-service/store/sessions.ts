import type { Kysely } from 'kysely';
import { createCollection, type Dialect } from './collection.ts';
import type { Database } from './schema.ts';
import type { Tables } from './store.ts';

/** What lists of sessions filter by. */
interface SessionFilter {
  readonly personaId?: unknown;
  readonly apiKeyId?: unknown;
  readonly clientLabel?: unknown;
  /** Whether the session runs. */
  readonly isLive?: boolean;
}

/** Returns the labels of a filter. A session has the labels of all its values. */
export const getSessionLabels = ({
  personaId,
  apiKeyId,
  clientLabel,
  isLive,
}: SessionFilter): string[] => [
  ...Object.entries({ personaId, apiKeyId, clientLabel }).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${name} ${value}`] : [],
  ),
  ...(isLive ? ['live'] : []),
];

/** The sessions of the store. */
export const createSessions = (db: Kysely<Database>, dialect: Dialect): Tables['sessions'] =>
  createCollection(db, dialect, {
    table: 'sessions',
    labelsOf: ({ personaId, apiKeyId, clientLabel, endTime }) =>
      getSessionLabels({ personaId, apiKeyId, clientLabel, isLive: endTime === null }),
  });
