import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findRedis } from './support/find-program.ts';
import { findSlowTests, findTestsWithoutPackages } from './support/find-tests.ts';
import { findPostgres } from './support/postgres-cluster.ts';

/** Tests of what stands on a store, which run over SQLite and again over Postgres. */
const OF_THE_STORE = [
  'test/avatar-service/**/*.test.ts',
  'test/conformance/avatar-service.test.ts',
  'test/runtime/replicas.test.ts',
];

/** Tests that are about Postgres itself. */
const OF_POSTGRES = ['test/postgres/**/*.test.ts'];

/** Tests of what processes share by way of Redis, which start one. */
const OF_REDIS = ['test/runtime/redis/**/*.test.ts'];

/** Tests of the store's folder and file. */
const OF_SQLITE = ['sqlite', 'backup', 'disk', 'kill'].map(
  (name) => `test/avatar-service/${name}.test.ts`,
);

/** Tests with a browser or a second process, and of the whole product. `npm run test:fast` leaves them out. */
const SLOW = [
  ...findSlowTests(),
  'test/{conformance,faults,fuzz,hostile-clients}/**/*.test.ts',
  // Threads that extract the text of documents.
  'test/avatar-service/knowledge.test.ts',
];

/** Tests whose packages are not installed. test/support/announce.ts says so. */
const LEFT_OUT = findTestsWithoutPackages();

const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined;
export default defineConfig({
  // Vite would take graphql's other build here, and two copies of graphql do not know each other's errors and types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Once for the whole run; projects do not inherit it.
    globalSetup: ['test/support/build-console.ts', 'test/support/prepare-stores.ts'],
    // Only what fails; `--reporter=default` tells of each file.
    reporters: 'minimal',
    // Test files keep nothing in modules that another would meet, and loading the graph for each took a third of the time.
    isolate: false,
    // What fails takes this long; what passes does not fail beside a load.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than there are cores, since a third of a run is waiting: for starts, deadlines and browsers.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...OF_POSTGRES, ...OF_REDIS, ...SLOW, ...LEFT_OUT],
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          include: [...SLOW, ...OF_REDIS],
          exclude: [...OF_POSTGRES, ...(findRedis() ? [] : OF_REDIS), ...LEFT_OUT],
          globalSetup: ['test/support/build-programs.ts', 'test/support/announce.ts'],
        },
      },
      ...(hasPostgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: [...OF_THE_STORE, ...OF_POSTGRES],
                exclude: OF_SQLITE,
                globalSetup: ['test/support/build-programs.ts', 'test/support/postgres-setup.ts'],
              },
            },
          ]
        : []),
    ],
  },
});
