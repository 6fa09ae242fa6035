import type { StoreLocation } from './store-location.ts';

export interface StoreInspection {
  /**
   * `absent`: the next start creates it. `unrecovered`: it was not closed and only the next start can read it. `present`:
   * it is sound.
   */
  readonly state: 'absent' | 'unrecovered' | 'present';
  /** Migrations that a present store has had. */
  readonly migrations: readonly string[];
  /** Free disk space in bytes; undefined for Postgres. */
  readonly freeBytes: number | undefined;
}

/**
 * Inspects a store without creating or changing anything.
 * @throws Error if it cannot be used. Its message is the end of a sentence for the operator.
 */
export async function inspectStore(location: StoreLocation): Promise<StoreInspection> {
  // Drivers are loaded only if they are used.
  if ('dataDir' in location)
    return (await import('./inspect-sqlite.ts')).inspectSqlite(location.dataDir);
  return (await import('./inspect-postgres.ts')).inspectPostgres(location.databaseUrl);
}
