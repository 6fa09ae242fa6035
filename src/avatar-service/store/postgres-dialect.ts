import { PostgresAdapter, PostgresDialect } from 'kysely';

/** Disables Kysely's session lock, which does not work with PgBouncer in transaction mode. See `withAdvisoryLock`. */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Postgres dialect that also works behind a connection pooler in transaction mode. */
export class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledAdapter();
  }
}
