// `npm run frameworks`: installs small apps with the packed package and the frameworks of the registry, and drives them.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/deploy/frameworks.test.ts'],
    setupFiles: ['test/support/setup/finish-file.ts'],
    testTimeout: 60_000,
    // Installs and builds.
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
