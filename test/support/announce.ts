import { findProgram, findRedis } from './find-program.ts';
import { findTestsWithoutPackages } from './find-tests.ts';
import { findPostgres } from './postgres-cluster.ts';

const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined;
const withoutPackages = findTestsWithoutPackages();

/** What a run leaves out, and what it takes to run it. */
const LEFT_OUT: readonly (readonly [isLeftOut: boolean, what: string, missing: string])[] = [
  [
    withoutPackages.length > 0,
    `${withoutPackages.length} test files`,
    'the packages of test/package.json are not installed (npm ci --prefix test)',
  ],
  [
    !hasPostgres,
    "test/postgres, and the avatar service's tests over Postgres",
    'there is no Postgres (Debian: postgresql; it need not run. Or set TEST_DATABASE_URL)',
  ],
  [!findRedis(), 'test/runtime/redis', 'there is no Redis or Valkey (Debian: redis-server)'],
  [!findProgram('nginx'), 'test/runtime/replicas.test.ts', 'there is no nginx (Debian: nginx)'],
  [
    !findProgram('pgbouncer'),
    'test/postgres/pgbouncer.test.ts',
    'there is no PgBouncer (Debian: pgbouncer)',
  ],
];

/** Prints at the end of a run which tests it left out, and why. */
export default function setup(): () => void {
  return () => {
    const lines = LEFT_OUT.filter(([isLeftOut]) => isLeftOut);
    for (const [, what, missing] of lines)
      process.stderr.write(`Left out: ${what}, because ${missing}.\n`);
  };
}
