import { findProgram, findRedis } from './find-program.ts';
import { findPostgres } from './postgres-cluster.ts';

const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined;

const missing = [
  ...(hasPostgres
    ? []
    : [
        "a Postgres server: the avatar service's tests over Postgres, and test/postgres (Debian's package postgresql is enough, it need not run; or name a server by TEST_DATABASE_URL)",
      ]),
  ...(findRedis() ? [] : ["Redis or Valkey: test/runtime/redis (Debian's package redis-server)"]),
  ...(findProgram('nginx')
    ? []
    : ["nginx: test/runtime/replicas.test.ts (Debian's package nginx)"]),
  ...(findProgram('pgbouncer')
    ? []
    : ["PgBouncer: test/postgres/pgbouncer.test.ts (Debian's package pgbouncer)"]),
];

/** Prints at the end of a run which tests were skipped, and why. */
export default function setup(): () => void {
  return () => {
    if (missing.length === 0) return;
    process.stderr.write(`\nLeft out, for want of ${missing.join(';\nfor want of ')}.\n`);
  };
}
