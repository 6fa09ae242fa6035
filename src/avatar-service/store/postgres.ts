import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Secret } from '../../shared/secret.ts';
import { getDefaults } from '../../shared/settings/setting.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { avatarServiceSettings } from '../avatar-service-settings.ts';
import { POSTGRES_TYPES } from './migrations/0001-create-tables.ts';
import { migrate } from './migrations/migrate.ts';
import type { Database, Dialect, OpenDatabase } from './schema.ts';
import { StoreError, StoreFailure } from './store-error.ts';
import { describeLocation, type StoreLocation } from './store-location.ts';

type PostgresLocation = Extract<StoreLocation, { readonly databaseUrl: Secret }>;

/** Maximum time to wait for a connection, in milliseconds. */
const CONNECTION_TIMEOUT = 5_000;

/** Maximum time of a statement in milliseconds: first the limit of the server, then the limit of the client. */
const STATEMENT_TIMEOUT = 15_000;
const QUERY_TIMEOUT = STATEMENT_TIMEOUT + 5_000;

/**
 * Error classes and codes of temporary failures: connection errors, read-only replicas, serialization failures and
 * deadlocks, insufficient resources, lock timeouts, shutdown or cancellation, and I/O errors.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TEMPORARY = /^(08|25006|40|53|55P03|57|58)/;

const DISK_FULL = '53100';

/** Number of the advisory lock that serializes migrations of one database. */
const MIGRATION_LOCK = 4_119_206_553;

/** A word that the dictionary of Postgres leaves out matches nothing. */
const DIALECT: Dialect = {
  locksRows: true,
  lock: (name) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
  matchWord: (word, groupKey) => {
    const query = sql`to_tsquery('english', ${`'${word}'`})`;
    return sql`select sequence from document_chunks where content_text @@ (${`'group ${groupKey}'`}::tsquery && ${query}) and numnode(${query}) > 0`;
  },
};

/** Disables Kysely's session lock, which does not work with PgBouncer in transaction mode. */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledAdapter();
  }
}

/** Converts a driver error. An error that is not from the server is a connection error, except a TypeError (a bug). */
function toStoreFailure(error: unknown): unknown {
  if (error instanceof TypeError) return error;
  if (!(error instanceof pg.DatabaseError))
    return new StoreFailure('unreachable', { cause: error });
  const { code = '' } = error;
  if (code === DISK_FULL) return new StoreFailure('full', { cause: error });
  return TEMPORARY.test(code) ? new StoreFailure('unreachable', { cause: error }) : error;
}

async function withStoreFailures<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toStoreFailure(error);
  }
}

/** Adapts a pool to Kysely's interface and converts its errors. */
const adaptPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => {
    const client = await withStoreFailures(pool.connect());
    let isBroken = false;
    const query = async (text: string, parameters: readonly unknown[]) => {
      try {
        return await withStoreFailures(client.query(text, [...parameters]));
      } catch (error) {
        // The connection may be lost or still run the statement, so it must not be reused.
        isBroken ||= error instanceof StoreFailure;
        throw error;
      }
    };
    return {
      // Kysely's type has a narrower `command` and an unused overload for cursors.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(isBroken || destroy === true),
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
  // A lost connection fails its query or is replaced on the next request. Without these listeners, the `error` events of
  // idle and checked-out connections would terminate the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Database>({
    dialect: new PooledPostgresDialect({ pool: adaptPool(pool) }),
  });
  const connections = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    limit: pool.options.max,
  });
  return { db, connections };
}

const findRootCause = (error: unknown): unknown =>
  error instanceof StoreFailure ? findRootCause(error.cause) : error;

/** Returns the message of a driver's error. An AggregateError of several addresses has no message of its own. */
export function describeError(error: unknown): string {
  const cause = findRootCause(error);
  if (cause instanceof AggregateError) return describeError(cause.errors[0]);
  return getErrorMessage(cause);
}

/**
 * Opens and migrates a Postgres database. The migration uses a separate connection without timeouts, because it waits
 * for migrations of other processes.
 * @throws StoreError if the database cannot be reached or used.
 */
export async function openPostgres({
  databaseUrl,
  connections = getDefaults(avatarServiceSettings).connections,
}: PostgresLocation): Promise<OpenDatabase> {
  const { db: migrationDb } = connect({ connectionString: databaseUrl.reveal(), max: 1 });
  const { db, connections: getUse } = connect({
    connectionString: databaseUrl.reveal(),
    max: connections,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
  });
  try {
    await migrationDb.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
      await migrate<Database>(transaction, POSTGRES_TYPES);
    });
    // Kysely does not close an unused pool, and the server can reject the options of this pool.
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    const name = describeLocation({ databaseUrl });
    const message = `The store in DATABASE_URL, ${name}, cannot be opened: ${describeError(error)}.`;
    throw new StoreError(message, { cause: error });
  } finally {
    await migrationDb.destroy();
  }
  return { db, dialect: DIALECT, connections: getUse };
}
