import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { StorePlace } from '../../src/avatar-service/store/place.ts';
import { tempFolder } from './temp-folder.ts';

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

/** An empty database of the running test's own in the server at an address, gone when the test has finished. */
export async function tempDatabase(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} template template0`);
  onTestFinished(async () => void (await query(server, `drop database ${name} with (force)`)));
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** A new place for a store of the running test's own: in Postgres for the project of that name, else a folder. */
export async function tempPlace(): Promise<StorePlace> {
  const server = inject('postgres');
  return server ? { databaseUrl: await tempDatabase(server) } : { dataDir: await tempFolder() };
}
