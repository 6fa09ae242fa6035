import pg from 'pg';
import type { Secret } from '../../shared/secret.ts';
import { describeError } from './postgres.ts';
import type { StoreInspection } from './store-location.ts';

/** Maximum time to connect, and of each statement, in milliseconds. */
const TIMEOUT = 5_000;

async function readMigrations(client: pg.Client): Promise<string[] | undefined> {
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

/**
 * Inspects a Postgres database in a read-only transaction.
 * @throws Error if it cannot be used. Its message is the end of a sentence for the operator.
 */
export async function inspectPostgres(databaseUrl: Secret): Promise<StoreInspection> {
  const client = new pg.Client({
    connectionString: databaseUrl.reveal(),
    application_name: 'avatar-graphql doctor',
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const migrations = await readMigrations(client);
    const state = migrations ? 'present' : 'absent';
    return { state, migrations: migrations ?? [], freeBytes: undefined };
  } catch (error) {
    throw new Error(describeError(error), { cause: error });
  } finally {
    // Not awaited: a server that does not respond would delay it.
    client.end().catch(() => undefined);
  }
}
