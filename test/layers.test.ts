import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Who may import whom, by the first folder or the file below src. DESIGN, section 2. */
const ALLOWED: Record<string, readonly string[]> = {
  contract: [],
  sharing: [],
  rest: ['contract', 'sharing'],
  'secret.ts': [],
  'spool.ts': [],
  'request-id.ts': [],
  'request-check.ts': [],
  'http-errors.ts': [],
  'boundary.ts': ['http-errors.ts', 'request-check.ts', 'request-id.ts'],
  'connection-limits.ts': [],
  'slow-clients.ts': ['http-errors.ts'],
  callers: ['rest', 'secret.ts'],
  graphql: ['contract', 'rest', 'callers', 'sharing'],
  guards: ['contract', 'callers', 'graphql', 'http-errors.ts', 'spool.ts'],
  pages: [],
  lane: ['execution', 'sharing'],
  execution: ['sharing'],
  hooks: [],
  console: ['hooks'],
  'avatar-service': [
    'contract',
    'http-errors.ts',
    'request-check.ts',
    'request-id.ts',
    'secret.ts',
    'spool.ts',
  ],
  redis: ['execution', 'graphql', 'guards', 'rest', 'secret.ts'],
  telemetry: ['contract', 'graphql', 'redis', 'rest'],
  config: ['callers', 'secret.ts'],
  'request-caller.ts': ['callers', 'execution', 'lane', 'rest', 'sharing'],
  'server.ts': [
    'boundary.ts',
    'callers',
    'contract',
    'execution',
    'graphql',
    'guards',
    'lane',
    'pages',
    'request-caller.ts',
    'request-id.ts',
    'rest',
    'spool.ts',
  ],
  'drain.ts': ['sharing'],
  'shedding.ts': [],
  'listener.ts': [
    'boundary.ts',
    'connection-limits.ts',
    'drain.ts',
    'http-errors.ts',
    'slow-clients.ts',
  ],
  'shared-state.ts': ['avatar-service', 'config', 'redis', 'telemetry'],
  'start.ts': [
    'avatar-service',
    'callers',
    'config',
    'connection-limits.ts',
    'drain.ts',
    'guards',
    'listener.ts',
    'rest',
    'server.ts',
    'shared-state.ts',
    'shedding.ts',
    'slow-clients.ts',
    'spool.ts',
    'telemetry',
  ],
  workers: ['telemetry'],
  'main.ts': ['avatar-service', 'config', 'contract', 'start.ts', 'telemetry', 'workers'],
  'index.ts': ['callers', 'config', 'rest', 'server.ts', 'start.ts'],
  'bin.js': ['main.ts'],
  publish: ['config'],
};

const files = globSync('src/**/*.{ts,tsx,js}');
const layerOf = (path: string) => path.split('/')[1] ?? '';
const imports = (path: string) => [
  ...readFileSync(path, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g),
];

test('every file of src belongs to a layer of the design', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !(layerOf(path) in ALLOWED))).toStrictEqual([]);
});

test.each(Object.entries(ALLOWED))(
  '%s imports, of ours, only from %j and itself',
  (layer, allowed) => {
    const own = files.filter((path) => layerOf(path) === layer);
    expect(own).not.toHaveLength(0);
    const astray = own.flatMap((path) =>
      imports(path)
        .map(([, target = '']) => normalize(join(dirname(path), target)))
        .filter((target) => target.startsWith('src/'))
        .filter((target) => ![layer, ...allowed].includes(layerOf(target)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(astray).toStrictEqual([]);
  },
);

test('only one file of the configuration reads the environment, which bin.js hands on', () => {
  const readers = files.filter((path) =>
    /process\.(env|loadEnvFile)/.test(readFileSync(path, 'utf8')),
  );
  expect(readers.sort()).toStrictEqual(['src/bin.js', 'src/config/environment.ts']);
});
