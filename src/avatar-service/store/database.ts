import type { OpenDatabase } from './open-database.ts';
import { createSecretBox } from './secret-box.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';
import { keySourcesOf, type StoreLocation } from './store-location.ts';

/**
 * Opens the database at a place, and brings it up to date.
 * @throws StoreError, in a sentence, where it cannot be used.
 */
export async function openDatabase(place: StoreLocation): Promise<OpenDatabase> {
  // Each driver is loaded only where it is used.
  if ('dataDir' in place) return (await import('./sqlite.ts')).openSqlite(place.dataDir);
  return (await import('./postgres.ts')).openPostgres(place);
}

/**
 * Opens the store at a place, and brings it up to date.
 * @throws StoreError, in a sentence, where it cannot be used.
 */
export async function openStore(place: StoreLocation): Promise<Store> {
  const { db, isThere = () => true, connections } = await openDatabase(place);
  const secrets = createSecretBox(keySourcesOf(place));
  const store = createSqlStore(db, { locksRows: 'databaseUrl' in place, secrets });
  return {
    ...store,
    isAlive: async () => isThere() && store.isAlive(),
    ...(connections && { connections }),
  };
}
