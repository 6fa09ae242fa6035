import { sql } from 'kysely';
import type { Dialect } from './collection.ts';
import type { OpenDatabase } from './open-database.ts';
import { createSecretEncryption } from './secret-encryption.ts';
import { createSqlStore } from './sql-store.ts';
import type { Store } from './store.ts';
import { getKeySources, type StoreLocation } from './store-location.ts';

export const SQLITE: Dialect = {
  locksRows: false,
  matchWord: (word, groupKey) =>
    sql`select rowid as sequence from document_chunks_text where document_chunks_text match ${`group_key : "${groupKey}" AND content : "${word}"`}`,
};

/** Postgres. A word that its dictionary leaves out matches nothing. */
const POSTGRES: Dialect = {
  locksRows: true,
  lock: (name) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  matchWord: (word, groupKey) => {
    const query = sql`to_tsquery('english', ${`'${word}'`})`;
    return sql`select sequence from document_chunks where content_text @@ (${`'group ${groupKey}'`}::tsquery && ${query}) and numnode(${query}) > 0`;
  },
};

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
  const { db, isThere = () => true, connections } = await openDatabase(location);
  const secrets = createSecretEncryption(getKeySources(location));
  const dialect = 'databaseUrl' in location ? POSTGRES : SQLITE;
  const store = createSqlStore(db, { ...dialect, secrets });
  return {
    ...store,
    isAlive: async () => isThere() && store.isAlive(),
    ...(connections && { connections }),
  };
}
