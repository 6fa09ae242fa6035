import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { Secret } from '../../src/shared/secret.ts';
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

/** Databases of this test file that no test uses just now: making one takes long, emptying one does not. */
const idle: string[] = [];

async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(server, `create database ${name} template template0`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

const EMPTY = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  drop schema public cascade;
  create schema public`;

/** An empty database of the running test's own in the server at an address. */
export async function tempDatabase(server: string): Promise<string> {
  const database = idle.pop() ?? (await createDatabase(server));
  onTestFinished(async () => {
    await query(database, EMPTY);
    idle.push(database);
  });
  return database;
}

if (inject('postgres')) {
  afterAll(async () => {
    for (const database of idle) {
      const name = new URL(database).pathname.slice(1);
      await query(inject('postgres'), `drop database ${name} with (force)`);
    }
  });
}

/** A new place for a store of the running test's own: in Postgres for the project of that name, else a folder. */
export async function tempPlace(): Promise<StoreLocation> {
  const server = inject('postgres');
  return server
    ? {
        databaseUrl: new Secret(await tempDatabase(server)),
        secret: new Secret('what tests encrypt API keys with'),
      }
    : { dataDir: await tempFolder() };
}
