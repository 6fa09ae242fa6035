import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { Secret } from '../../shared/secret.ts';
import { ignoreMissing } from '../../shared/thrown-errors.ts';
import { findFile, resolveLinks } from './store-files.ts';
import type { StoreLocation } from './store-location.ts';

/** What the doctor says about a store. Drivers are loaded only if they are used. */
export interface StoreInspection {
  /**
   * `absent`: the next start creates it. `unrecovered`: it was not closed and only the next start can read it. `present`:
   * it is sound.
   */
  readonly state: 'absent' | 'unrecovered' | 'present';
  /** Migrations that a present store has had. */
  readonly migrations: readonly string[];
}

const statIfThere = (path: string) => stat(path).catch(ignoreMissing);

/** Finds the folder, or the nearest one above it that exists. */
async function findExistingFolder(folder: string): Promise<string> {
  const existing = await resolveLinks(folder);
  if (existing === undefined) return findExistingFolder(dirname(folder));
  if (!(await stat(existing)).isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}

/**
 * Returns how SQLite can read a file without writing. Without a write-ahead log the file is complete. With one, SQLite
 * would write to the index of the log, unless it exists and is opened read-only. Undefined: it does not exist, which is
 * so for a store that was copied after a crash; only a start can recover it.
 */
async function chooseReadOnlyMode(file: string): Promise<string | undefined> {
  const log = await statIfThere(`${file}-wal`);
  if (!log || log.size === 0) return '?immutable=1';
  return (await statIfThere(`${file}-shm`)) ? '?readonly_shm=1' : undefined;
}

async function readMigrations(file: string, mode: string): Promise<string[]> {
  const { DatabaseSync } = await import('node:sqlite');
  const url = pathToFileURL(file);
  url.search = mode;
  const db = new DatabaseSync(url, { readOnly: true });
  try {
    const result = db.prepare('pragma quick_check(1)').get()?.quick_check;
    if (result !== 'ok') throw new Error(`it is damaged: ${String(result)}`);
    const table = db.prepare(`select 1 from sqlite_master where name = 'kysely_migration'`).get();
    if (!table) throw new Error('it does not contain a store');
    const rows = db.prepare('select name from kysely_migration order by name').all();
    return rows.map(({ name }) => String(name));
  } finally {
    db.close();
  }
}

/** Reading a large file blocks the process and cannot be interrupted. */
async function inspectSqlite(folder: string): Promise<StoreInspection> {
  const existing = await findExistingFolder(resolve(folder));
  await access(existing, constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${existing} is not writable`, { cause });
  });
  // SQLite keeps the log beside the target of a symbolic link.
  const { getStoreFile } = await import('./sqlite.ts');
  const file = await findFile(getStoreFile(resolve(folder)));
  if (file === undefined) return { state: 'absent', migrations: [] };
  await access(file, constants.R_OK | constants.W_OK).catch((cause: unknown) => {
    throw new Error('its file is not readable and writable', { cause });
  });
  const mode = await chooseReadOnlyMode(file);
  if (mode === undefined) return { state: 'unrecovered', migrations: [] };
  return { state: 'present', migrations: await readMigrations(file, mode) };
}

/** Maximum time to connect, and of each statement, in milliseconds. */
const TIMEOUT = 5_000;

async function readMigrationsOf(client: pg.Client): Promise<string[] | undefined> {
  await client.query('begin read only');
  const { rows } = await client.query(`select to_regclass('kysely_migration') as found`);
  if (rows[0]?.found === null) {
    const may = await client.query(`select has_schema_privilege(current_schema(), 'create') as ok`);
    if (may.rows[0]?.ok !== true) throw new Error('its user cannot create tables in the schema');
    return undefined;
  }
  const names = await client.query('select name from kysely_migration order by name');
  return names.rows.map(({ name }) => String(name));
}

async function inspectPostgres(databaseUrl: Secret): Promise<StoreInspection> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: databaseUrl.reveal(),
    application_name: 'avatar-graphql doctor',
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const migrations = await readMigrationsOf(client);
    const state = migrations ? 'present' : 'absent';
    return { state, migrations: migrations ?? [] };
  } catch (error) {
    const { describeError } = await import('./postgres.ts');
    throw new Error(describeError(error), { cause: error });
  } finally {
    // Not awaited: a server that does not respond would delay it.
    client.end().catch(() => undefined);
  }
}

/**
 * Inspects a store without creating or changing anything.
 * @throws Error if it cannot be used. Its message is the end of a sentence for the operator.
 */
export const inspectStore = (location: StoreLocation): Promise<StoreInspection> =>
  'dataDir' in location ? inspectSqlite(location.dataDir) : inspectPostgres(location.databaseUrl);
