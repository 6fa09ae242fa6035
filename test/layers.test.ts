import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listImports } from './support/list-imports.ts';

/** The folders of src from which each folder or file directly below src may import, besides itself. */
const ALLOWED: Record<string, readonly string[]> = {
  contract: [],
  shared: [],
  upstream: ['contract', 'shared'],
  graphql: ['contract', 'shared', 'upstream'],
  server: ['contract', 'shared', 'upstream', 'graphql'],
  'avatar-service': ['contract', 'shared'],
  runtime: ['contract', 'shared', 'upstream', 'graphql', 'server', 'avatar-service'],
  hooks: [],
  console: ['hooks'],
  deploy: ['shared', 'runtime'],
  'index.ts': ['upstream', 'graphql', 'server', 'runtime'],
  'bin.js': ['runtime'],
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

test.each(Object.entries(ALLOWED))('%s imports only from %j and itself', (folder, allowed) => {
  const own = files.filter((path) => getFolder(path) === folder);
  expect(own).not.toHaveLength(0);
  const violations = own.flatMap((path) =>
    (imports.get(path) ?? [])
      .filter((target) => ![folder, ...allowed].includes(getFolder(target)))
      .map((target) => `${path} -> ${target}`),
  );
  expect(violations).toStrictEqual([]);
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
    '@tanstack/react-query',
    'react',
    'react-dom/client',
    'wouter',
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

test('only bin.js and one file of the configuration read the environment', () => {
  const readers = files.filter((path) =>
    /process\.(env|loadEnvFile)/.test(readFileSync(path, 'utf8')),
  );
  expect(readers.sort()).toStrictEqual(['src/bin.js', 'src/runtime/config/environment.ts']);
});
