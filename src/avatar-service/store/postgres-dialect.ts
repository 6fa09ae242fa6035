import { type Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';

/** The number by which processes that change the tables of one database wait for each other. */
const LOCK = 4_119_206_553;

/** Kysely's own lock is of the session, and one that PgBouncer lends by the transaction would keep it: `inTurn` has ours. */
class PooledAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Postgres, directly or behind a pooler that lends its connections by the transaction. */
export class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PooledAdapter();
  }
}

/** Does `work` in one transaction, when every other process that does so in this database has finished its own. */
export const withAdvisoryLock = <Schema>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    await work(transaction);
  });
