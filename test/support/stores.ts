import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { Secret } from '../../src/shared/secret.ts';
import { onFinished, tempFolder } from './resources.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres server in which tests make databases; only the project `postgres` has it. */
    readonly postgres: string;
  }
}

/** Runs one statement in the database at an address. */
export async function query(databaseUrl: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a copy of the database `template` in the server at an address. */
export async function createDatabase(
  server: string,
  template = 'template0',
): Promise<{ name: string; url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  return { name, url: Object.assign(new URL(server), { pathname: `/${name}` }).href };
}

/** A database of the running test's own in the server at an address. Default: an empty one. */
export async function tempDatabase(server: string, template?: string): Promise<string> {
  const { name, url } = await createDatabase(server, template);
  onFinished(() => query(server, `drop database ${name} with (force)`));
  return url;
}

/** The store in the database at an address. */
export const locateDatabase = (url: string): StoreLocation => ({
  databaseUrl: new Secret(url),
  secret: new Secret('what tests encrypt API keys with'),
});

/** A folder of the running test's own with a store that has the sample data, or an empty one for tests over Postgres. */
export async function tempStoreFolder(): Promise<string> {
  const dataDir = await tempFolder();
  if (!inject('postgres')) await cp(inject('stores').seeded.source, dataDir, { recursive: true });
  return dataDir;
}

/**
 * A new place for a store of the running test's own: in Postgres for the project of that name, else a folder. Default:
 * an empty one, else a copy of the prepared store `source`.
 */
export async function tempPlace(source?: string): Promise<StoreLocation> {
  const server = inject('postgres');
  if (server) return locateDatabase(await tempDatabase(server, source));
  const dataDir = await tempFolder();
  if (source !== undefined) await cp(source, dataDir, { recursive: true });
  return { dataDir };
}

/** Returns the settings for a store at a place. */
export const placeSettings = (place: StoreLocation): Record<string, string> => ({
  ...(place.secret && { STORE_SECRET: place.secret.reveal() }),
  ...('dataDir' in place
    ? { DATA_DIR: place.dataDir }
    : {
        DATABASE_URL: place.databaseUrl.reveal(),
        ...(place.connections && { DATABASE_CONNECTIONS: String(place.connections) }),
      }),
});
