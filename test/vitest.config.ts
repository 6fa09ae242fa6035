import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would take graphql's other build here, and two copies of graphql do not know each other's errors and types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/build-console.ts',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
