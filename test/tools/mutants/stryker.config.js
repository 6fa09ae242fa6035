// Stryker's options. Those of its command line are added.
export default {
  testRunner: 'vitest',
  vitest: {
    configFile: 'test/vitest.config.ts',
    // Tests call the server over HTTP.
    related: false,
    pool: 'forks',
  },
  // Node.js runs the sources, and Stryker would read tsconfig.json with the API of an older TypeScript.
  tsconfigFile: 'none',
  reporters: ['clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  // Those of code that runs when a module loads, which test files share.
  ignoreStatic: true,
  ignorePatterns: ['dist'],
  timeoutMS: 15_000,
};
