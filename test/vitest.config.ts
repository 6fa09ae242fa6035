import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findRedis } from './support/find-program.ts';
import { findPostgres } from './support/postgres-cluster.ts';
import { findSlowTests, findTestsWithoutPackages } from './support/setup/find-tests.ts';
import { LongFilesFirst } from './support/setup/long-files-first.ts';

/** Tests of replicas behind a proxy, with the store that replicas share: Postgres, or SQLite where there is no Postgres. */
const REPLICA_TESTS = ['test/runtime/replicas.test.ts'];

/** Tests of what differs by the store, which run with SQLite and again with Postgres: queries, transactions, files, migrations. */
const STORE_TESTS = [
  'accounts',
  'built-in-records',
  'concurrency',
  'durability',
  'keys',
  'knowledge-records',
  'migration',
  'persona',
  'session',
  'session-limits',
  'session-start',
  'storage',
  'tool',
].map((name) => `test/avatar-service/${name}.test.ts`);

/** Tests that need Postgres. */
const POSTGRES_TESTS = ['test/postgres/**/*.test.ts'];

/** Tests of state that processes share in Redis, which start a server. */
const REDIS_TESTS = ['test/runtime/redis/**/*.test.ts'];

/** Tests with a browser or a second process, and of the whole product. `npm run test:fast` excludes them. */
const SLOW_TESTS = [
  ...findSlowTests(),
  'test/{conformance,faults,fuzz,hostile-clients}/**/*.test.ts',
  // It starts threads that extract the text of documents.
  'test/avatar-service/knowledge-*.test.ts',
];

/** `npm run frameworks` runs these, which install packages from the registry. */
const REGISTRY_TESTS = ['test/deploy/frameworks.test.ts'];

/** And tests whose packages are not installed. test/support/setup/announce.ts prints them. */
const EXCLUDED_TESTS = [...REGISTRY_TESTS, ...findTestsWithoutPackages()];

const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined;

export default defineConfig(({ mode }) => ({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Runs once; projects do not inherit it.
    globalSetup: ['test/support/setup/build-console.ts', 'test/support/setup/prepare-stores.ts'],
    setupFiles: ['test/support/setup/finish-file.ts'],
    // Prints only failures; `--reporter=default` prints each file.
    reporters: 'minimal',
    // Test files share no state in modules, and loading the graph for each file took a third of the time.
    isolate: false,
    // Node.js loads the modules, as in the product: it needs no transform, and an import is no access to a property.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Long enough for a machine under load; only failing tests reach it.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    tags: [
      {
        name: 'slow',
        description:
          'Large files and responses, many random runs, real deadlines, or a gateway: half a second or more. `npm run test:fast` excludes them.',
      },
      {
        name: 'graphql16',
        description:
          'Wording or coercion that differs in graphql-js 17. The nightly tests with version 17 exclude them.',
      },
    ],
    // Short-lived objects of requests then rarely reach V8's old generation; a ninth of the processor time of the fast tests.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32'],
    // Tests wait for other processes a third of their time. With one worker more, a run takes a sixth less time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFilesFirst },
    // Each project has workers of its own, which load the product again.
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            ...POSTGRES_TESTS,
            ...(hasPostgres ? REPLICA_TESTS : []),
            ...(findRedis() ? [] : REDIS_TESTS),
            ...EXCLUDED_TESTS,
            ...(mode === 'fast' ? SLOW_TESTS : []),
          ],
          globalSetup:
            mode === 'fast'
              ? []
              : ['test/support/setup/build-programs.ts', 'test/support/setup/announce.ts'],
        },
      },
      ...(hasPostgres && mode !== 'fast'
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: [...STORE_TESTS, ...REPLICA_TESTS, ...POSTGRES_TESTS],
                globalSetup: [
                  'test/support/setup/build-programs.ts',
                  'test/support/setup/postgres.ts',
                ],
              },
            },
          ]
        : []),
    ],
  },
}));
