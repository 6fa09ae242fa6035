import { type Kysely, sql, type Transaction } from 'kysely';

/** Number of the advisory lock that serializes migrations of one database. */
const LOCK = 4_119_206_553;

/** Runs `work` in a transaction that holds an advisory lock, so that only one process runs it at a time. */
export const withAdvisoryLock = <Schema>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    await work(transaction);
  });
