import type { StoreInspection } from './store-inspection.ts';
import type { StoreLocation } from './store-location.ts';

/**
 * Inspects a store without changing it: no folder, file or table is created, and a new version does not migrate it.
 * Reading a large SQLite file blocks the process and cannot be interrupted.
 * @throws Error if the store cannot be used. Its message is the end of a sentence for the operator.
 */
export async function inspectStore(location: StoreLocation): Promise<StoreInspection> {
  if ('dataDir' in location)
    return (await import('./inspect-sqlite.ts')).inspectSqlite(location.dataDir);
  return (await import('./inspect-postgres.ts')).inspectPostgres(location.databaseUrl);
}
