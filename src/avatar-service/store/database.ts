import type { OpenDatabase } from './schema.ts';
import { createSecretEncryption } from './secret-encryption.ts';
import { createSqlStore, type Store } from './store.ts';
import { getKeySources, type StoreLocation } from './store-location.ts';

/**
 * Opens and migrates a database.
 * @throws StoreError if the database cannot be used.
 */
export async function openDatabase(location: StoreLocation): Promise<OpenDatabase> {
  // Drivers are loaded only if they are used.
  if ('dataDir' in location) return (await import('./sqlite.ts')).openSqlite(location.dataDir);
  return (await import('./postgres.ts')).openPostgres(location);
}

/**
 * Opens and migrates a store.
 * @throws StoreError if the store cannot be used.
 */
export async function openStore(location: StoreLocation): Promise<Store> {
  const { db, dialect, isThere = () => true, connections } = await openDatabase(location);
  const secrets = createSecretEncryption(getKeySources(location));
  const store = createSqlStore(db, { ...dialect, secrets });
  return {
    ...store,
    isAlive: async () => isThere() && store.isAlive(),
    ...(connections && { connections }),
  };
}
