import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listImports } from './support/setup/find-tests.ts';

/** The folders of src from which each folder or file directly below src may import, besides itself. */
const ALLOWED: Record<string, readonly string[]> = {
  contract: [],
  shared: [],
  policy: ['contract', 'shared'],
  upstream: ['contract', 'shared', 'policy'],
  graphql: ['contract', 'shared', 'policy', 'upstream'],
  listener: ['shared'],
  server: ['contract', 'shared', 'policy', 'upstream', 'graphql', 'listener'],
  'avatar-service': ['contract', 'shared'],
  runtime: [
    'contract',
    'shared',
    'policy',
    'upstream',
    'graphql',
    'listener',
    'server',
    'avatar-service',
  ],
  hooks: [],
  console: ['hooks'],
  deploy: ['shared', 'runtime'],
  'index.ts': ['contract', 'shared', 'policy', 'upstream', 'graphql', 'server', 'runtime'],
  'rest.ts': ['upstream'],
  'bin.js': ['runtime'],
};

/** The same for the parts of src/server. Those of its own root that are not listed join the parts. */
const ALLOWED_IN_SERVER: Record<string, readonly string[]> = {
  'client-errors.ts': [],
  'request-context.ts': [],
  limits: ['client-errors.ts', 'request-context.ts'],
  executor: ['client-errors.ts', 'request-context.ts', 'limits'],
  documents: ['client-errors.ts', 'request-context.ts', 'executor'],
  authentication: ['client-errors.ts', 'request-context.ts', 'limits'],
  body: ['client-errors.ts', 'request-context.ts', 'authentication'],
  security: ['client-errors.ts'],
  mcp: ['client-errors.ts', 'request-context.ts', 'authentication', 'body', 'executor'],
  pages: ['client-errors.ts', 'request-context.ts', 'executor', 'mcp', 'security'],
};

const files = globSync('src/**/*.{ts,tsx,js}');
const getFolder = (path: string) => path.split('/')[1] ?? '';
const imports = new Map(
  files.map((path) => [path, listImports(path).filter((target) => target.startsWith('src/'))]),
);

test('every file of src belongs to a known folder', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !(getFolder(path) in ALLOWED))).toStrictEqual([]);
});

const getServerPart = (path: string) => path.split('/')[2] ?? '';

/** Lists the imports of a part that are not allowed. Files of no part may be imported. */
function findViolations(
  part: string,
  allowed: readonly string[],
  getPart: (path: string) => string,
): readonly string[] {
  const own = files.filter((path) => getPart(path) === part);
  expect(own).not.toHaveLength(0);
  return own.flatMap((path) =>
    (imports.get(path) ?? [])
      .filter((target) => !['', part, ...allowed].includes(getPart(target)))
      .map((target) => `${path} -> ${target}`),
  );
}

test.each(Object.entries(ALLOWED))('%s imports only from %j and itself', (folder, allowed) => {
  expect(findViolations(folder, allowed, getFolder)).toStrictEqual([]);
});

test.each(Object.entries(ALLOWED_IN_SERVER))(
  'in server, %s imports only from %j and itself',
  (part, allowed) => {
    const getPart = (path: string) => (getFolder(path) === 'server' ? getServerPart(path) : '');
    expect(findViolations(part, allowed, getPart)).toStrictEqual([]);
  },
);

test('every folder of server is a known part', () => {
  const folders = files.filter((path) => /^src\/server\/[^/]+\//.test(path)).map(getServerPart);
  expect(folders.filter((folder) => !(folder in ALLOWED_IN_SERVER))).toStrictEqual([]);
});

test('the console imports only the packages of its list', () => {
  const pages = files.filter((path) => /^src\/console\/(?!build|vite)/.test(path));
  const packages = pages.flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /^(?:import|\} from|import .+ from) '([^.'][^']*)';$/gm,
      ),
    ].map(([, name = '']) => name),
  );
  expect([...new Set(packages)].sort()).toStrictEqual([
    '@base-ui/react/dialog',
    '@base-ui/react/field',
    '@base-ui/react/menu',
    '@base-ui/react/tabs',
    '@tanstack/react-query',
    'oauth4webapi',
    'react',
    'react-dom/client',
    'wouter',
    'wouter/use-browser-location',
  ]);
});

test('src has no circular imports', () => {
  const finished = new Set<string>();
  const visit = (path: string, parents: readonly string[]): string[] => {
    if (parents.includes(path))
      return [[...parents.slice(parents.indexOf(path)), path].join(' -> ')];
    if (finished.has(path)) return [];
    const cycles = (imports.get(path) ?? []).flatMap((target) => visit(target, [...parents, path]));
    finished.add(path);
    return cycles;
  };
  expect(files.flatMap((path) => visit(path, []))).toStrictEqual([]);
});

test('only one file of the configuration reads the environment', () => {
  const readers = files.filter((path) =>
    /process\.(env|loadEnvFile)/.test(readFileSync(path, 'utf8')),
  );
  expect(readers.sort()).toStrictEqual(['src/runtime/config/environment.ts']);
});
