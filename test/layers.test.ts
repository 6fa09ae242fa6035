import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listImports } from './support/list-imports.ts';

/** Which rooms each room, or file, directly below src may import from, besides itself. */
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
const roomOf = (path: string) => path.split('/')[1] ?? '';
const imports = new Map(
  files.map((path) => [path, listImports(path).filter((target) => target.startsWith('src/'))]),
);

test('every file of src belongs to a room of the design', () => {
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !(roomOf(path) in ALLOWED))).toStrictEqual([]);
});

test.each(Object.entries(ALLOWED))('%s imports only from %j and itself', (room, allowed) => {
  const own = files.filter((path) => roomOf(path) === room);
  expect(own).not.toHaveLength(0);
  const violations = own.flatMap((path) =>
    (imports.get(path) ?? [])
      .filter((target) => ![room, ...allowed].includes(roomOf(target)))
      .map((target) => `${path} -> ${target}`),
  );
  expect(violations).toStrictEqual([]);
});

test('the console imports no packages but React, TanStack Query, wouter and zod', () => {
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
    'jsonc-parser',
    'react',
    'react-dom/client',
    'wouter',
    'zod/mini',
  ]);
});

test('no file imports itself by way of others', () => {
  const finished = new Set<string>();
  const visit = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' -> ')];
    if (finished.has(path)) return [];
    const cycles = (imports.get(path) ?? []).flatMap((target) => visit(target, [...way, path]));
    finished.add(path);
    return cycles;
  };
  expect(files.flatMap((path) => visit(path, []))).toStrictEqual([]);
});

test('only one file of the configuration reads the environment, besides bin.js', () => {
  const readers = files.filter((path) =>
    /process\.(env|loadEnvFile)/.test(readFileSync(path, 'utf8')),
  );
  expect(readers.sort()).toStrictEqual(['src/bin.js', 'src/runtime/config/environment.ts']);
});
