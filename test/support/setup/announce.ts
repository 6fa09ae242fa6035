import { findProgram, findRedis } from '../find-program.ts';
import { findPostgres } from '../postgres-cluster.ts';
import { findTestsWithoutPackages } from './find-tests.ts';

const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined;
const withoutPackages = findTestsWithoutPackages();

/** The tests that a run can skip, with the reason. */
const OPTIONAL_TESTS: readonly (readonly [isSkipped: boolean, tests: string, reason: string])[] = [
  [
    withoutPackages.length > 0,
    `${withoutPackages.length} test files`,
    'the packages of test/package.json are not installed (npm ci --prefix test)',
  ],
  [
    !hasPostgres,
    "test/postgres, and the avatar service's tests over Postgres",
    'Postgres is not installed (Debian: postgresql, which need not run; or set TEST_DATABASE_URL)',
  ],
  [
    !findRedis(),
    'test/runtime/redis',
    'neither Redis nor Valkey is installed (Debian: redis-server)',
  ],
  [
    !findProgram('nginx'),
    'test/runtime/replicas.test.ts',
    'nginx is not installed (Debian: nginx)',
  ],
  [
    !findProgram('pgbouncer'),
    'test/postgres/pgbouncer.test.ts',
    'PgBouncer is not installed (Debian: pgbouncer)',
  ],
];

/** Prints at the end of a run which tests were skipped, with the reason. */
export default function setup(): () => void {
  return () => {
    const lines = OPTIONAL_TESTS.filter(([isSkipped]) => isSkipped);
    for (const [, tests, reason] of lines)
      process.stderr.write(`Skipped: ${tests}, because ${reason}.\n`);
  };
}
