import { Kysely, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../shared/secret.ts';
import { POSTGRES_TYPES } from './migrations/column-types.ts';
import { migrate } from './migrations/migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import { PooledPostgresDialect, withAdvisoryLock } from './postgres-dialect.ts';
import type { Database } from './schema.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { describeLocation, type StoreLocation } from './store-location.ts';

type PostgresPlace = Extract<StoreLocation, { readonly databaseUrl: Secret }>;

/** Connections of one process, at most, where nothing else is said; requests beyond them wait. */
const CONNECTIONS = 10;

/** Milliseconds that a request waits for a connection. */
const CONNECTION_TIMEOUT = 5_000;

/** Milliseconds that a statement may take: the server ends it then, and soon after we no longer wait to hear so. */
const STATEMENT_TIMEOUT = 15_000;
const QUERY_TIMEOUT = STATEMENT_TIMEOUT + 5_000;

/**
 * Classes and codes of a server that is not up to it just now: no connection, not the primary, a transaction it gave up
 * for another's sake, no resources, a lock that is held, shutting down or cancelling, failing disks.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = /^(08|25006|40|53|55P03|57|58)/;

/** The code of a server whose disk is full. */
const FULL = '53100';

/** What the driver throws without the server's words is about the connection; a TypeError is about us. */
function explained(error: unknown): unknown {
  if (error instanceof TypeError) return error;
  if (!(error instanceof pg.DatabaseError))
    return new StoreFailure('unreachable', { cause: error });
  const { code = '' } = error;
  if (code === FULL) return new StoreFailure('full', { cause: error });
  return PASSING.test(code) ? new StoreFailure('unreachable', { cause: error }) : error;
}

async function attempt<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explained(error);
  }
}

/** A pool in the shape that kysely's dialect asks for, which tells what will pass from what will not. */
const adapt = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await attempt(pool.connect());
    let broken = false;
    const query = async (text: string, parameters: readonly unknown[]) => {
      try {
        return await attempt(client.query(text, [...parameters]));
      } catch (error) {
        // A statement may still be running on it, or nobody be there: nothing for the next to inherit.
        broken ||= error instanceof StoreFailure;
        throw error;
      }
    };
    return {
      // Kysely names a result's command more narrowly than the driver does, and an overload for cursors that is not used.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(broken || destroy === true),
    };
  },
});

function connect(config: pg.PoolConfig): Required<Pick<OpenDatabase, 'db' | 'connections'>> {
  const pool = new pg.Pool({
    application_name: 'avatar-graphql',
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    keepAlive: true,
    ...config,
  });
  // A connection that dies fails its query, or is replaced when one is next asked for. The events besides, of the pool
  // where it was idle and of the connection where it was lent, would end the process if nobody heard them.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Database>({ dialect: new PooledPostgresDialect({ pool: adapt(pool) }) });
  const connections = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    limit: pool.options.max,
  });
  return { db, connections };
}

const innermost = (error: unknown): unknown =>
  error instanceof StoreFailure ? innermost(error.cause) : error;

/** A reason in words; several addresses tried for one name fail as one error without any. */
function reasonOf(error: unknown): string {
  const cause = innermost(error);
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * Opens a Postgres database and brings it up to date, on a connection of its own that waits for other processes which
 * are doing so as long as they take.
 * @throws StoreError, in a sentence, where it cannot be reached or used.
 */
export async function openPostgres({
  databaseUrl,
  connections = CONNECTIONS,
}: PostgresPlace): Promise<OpenDatabase> {
  const { db: migrating } = connect({ connectionString: databaseUrl.reveal(), max: 1 });
  const { db, connections: use } = connect({
    connectionString: databaseUrl.reveal(),
    max: connections,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
  });
  try {
    await withAdvisoryLock(migrating, (transaction) => migrate(transaction, POSTGRES_TYPES));
    // Kysely closes no pool that it has not used; and what only this one asks for may be refused.
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const name = describeLocation({ databaseUrl });
    throw new StoreError(`The store ${name} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    await migrating.destroy();
  }
  return { db, connections: use };
}
