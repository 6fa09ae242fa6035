import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { glob, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { api, resources } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/resource.ts';
import { capitalize } from '../../src/contract/resource.ts';
import { schema } from '../../src/graphql/schema.ts';
import { BODY_LIMITS } from '../../src/server/body/body-reader.ts';
import { UPLOAD_LIMITS } from '../../src/server/body/multipart.ts';
import { DOCUMENT_LIMITS } from '../../src/server/executor/operation-limits.ts';
import { COMPOSERS } from '../graphql/federation/gateway.ts';
import { tempFolder } from '../support/resources.ts';

const readme = readFileSync('README.md', 'utf8');

const hooks = readFileSync('src/hooks/README.md', 'utf8');

const operations = readFileSync('src/graphql/OPERATIONS.md', 'utf8');

const samples = [...`${readme}\n${hooks}`.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code,
);

/** The GraphQL documents in the shell samples of a page: in JSON, or the argument of the function `ask`. */
const listDocuments = (page: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) =>
    [...code.matchAll(/"query": ?"((?:\\.|[^"\\])*)"|\bask '([^']*)'/g)].map(
      ([, inJson, asked = '']) => (inJson ?? asked).replaceAll('\\"', '"'),
    ),
  );

const documented = globSync(['README.md', 'src/**/*.md']).flatMap((path) =>
  listDocuments(readFileSync(path, 'utf8'))
    .filter((document) => document !== '$1')
    .map((document) => [path, document] as const),
);

test.each(documented)('the operation in %s is valid: %s', (_, document) => {
  expect(validate(schema, parse(document))).toStrictEqual([]);
});

test('operations are found in samples', () => {
  expect(documented.length).toBeGreaterThan(3);
});

/** The strictest options of an app. Those of `npm create vite` are in test/deploy/app. */
const COMPILER = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Compiles samples in an app with the hooks, and returns the compiler's output: empty if there is no error. */
async function compile(codes: readonly string[]): Promise<string> {
  const folder = await tempFolder();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [index, code] of codes.entries()) {
    await writeFile(join(folder, `sample-${index}.tsx`), code);
  }
  const compilerOptions = {
    ...COMPILER,
    types: [],
    allowImportingTsExtensions: true,
    paths: {
      'avatar-graphql-hooks': [resolve('src/hooks/index.ts')],
      'avatar-graphql-hooks/client': [resolve('src/hooks/client-entry.ts')],
      'avatar-graphql-hooks/documents': [resolve('src/hooks/documents.ts')],
      '@apollo/client': [resolve('test/node_modules/@apollo/client')],
      '@urql/exchange-graphcache': [resolve('test/node_modules/@urql/exchange-graphcache')],
    },
  };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, include: ['sample-*.tsx'] }));
  return promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', config]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the hook samples compile unchanged, but not with an invalid variable', async () => {
  expect(samples).toHaveLength(5);
  const invalid = (samples[0] ?? '').replace('first: 5', "first: 'five'");
  const errors = (await compile([...samples, invalid])).split('\n').filter(Boolean);
  expect(errors).toStrictEqual([expect.stringMatching(/sample-5\.tsx.*TS2322/)]);
}, 60_000);

test('the recipe on the page of the hooks is one of those that are tested', () => {
  const tested = ['page/recipes.tsx', 'recipes.ts']
    .map((path) => readFileSync(`test/hooks/${path}`, 'utf8'))
    .join('');
  const [, recipes = ''] = /^## Recipes$(.*?)^## /ms.exec(hooks) ?? [];
  const codes = [...recipes.matchAll(/^```tsx\n.*?^(export .*?)^```$/gms)].map(([, code]) => code);
  expect(codes).toHaveLength(1);
  for (const code of codes) expect(tested).toContain(code);
});

test('the subgraph in the documentation of federation composes with the API in both composers', () => {
  const page = readFileSync('src/graphql/federation/README.md', 'utf8');
  const [, sdl = ''] = /^```graphql\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const avatars = readFileSync('schema/subgraph.graphql', 'utf8');
  const subgraphs = Object.entries({ avatars, appointments: sdl }).map(([name, text]) => {
    return { name, url: `http://${name}.example`, sdl: text, typeDefs: parse(text) };
  });
  for (const compose of Object.values(COMPOSERS)) {
    expect(compose(subgraphs).errors ?? []).toStrictEqual([]);
  }
});

test('the servers in the documentation are those that are compiled and bundled', () => {
  const page = readFileSync('src/deploy/IN-YOUR-SERVER.md', 'utf8');
  const samples = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, sample]) => sample);
  const entries = ['server', 'own-authenticate', 'rest-client'];
  expect(samples).toStrictEqual(
    entries.map((name) => readFileSync(`test/deploy/entries/${name}.ts`, 'utf8')),
  );
});

test('the page about frameworks links the files of the apps that are run, and has their versions', async () => {
  const page = readFileSync('src/deploy/FRAMEWORKS.md', 'utf8');
  const files = await Array.fromAsync(glob('test/deploy/frameworks/**/*.{ts,tsx}'));
  const apps = files.filter((path) => !/node_modules|(layout\.tsx|next\.config\.ts)$/.test(path));
  expect(apps.length).toBeGreaterThan(8);
  for (const path of apps) expect(page).toContain(`(../../${path})`);
  const versions = [...page.matchAll(/`([\w@/-]+)` (\d+\.\d+\.\d+)/g)];
  expect(versions).toHaveLength(9);
  const manifests = ['nextjs', 'servers'].map((app) =>
    JSON.parse(readFileSync(`test/deploy/frameworks/${app}/package.json`, 'utf8')),
  );
  const installed = Object.assign(
    {},
    ...manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]),
  );
  for (const [, name = '', version] of versions) expect(installed[name], name).toBe(version);
});

/** Returns the cells of the rows under a header, without the row of dashes. */
function readTable(header: string): readonly string[][] {
  const [, below = ''] = operations.split(`\n${header}\n`);
  const [rows = ''] = below.split('\n\n');
  return rows
    .split('\n')
    .slice(1)
    .map((row) => row.split('|').map((cell) => cell.trim()));
}

const operationRows = readTable('| Resource | Queries | Mutations |');

test('the page about operations has a row for each resource', () => {
  const nouns = Object.values(resources).map(({ noun }) => capitalize(noun));
  expect(operationRows.map(([, name]) => name).sort()).toStrictEqual(
    [...nouns, 'Session token'].sort(),
  );
});

/** Fields that also work without the endpoint of their name. */
const WITH_FALLBACK = ['persona', 'llm', 'llms'];

/** Fields of no resource: the page about errors names the first two, the page here the other one below the table. */
const OTHERS = ['viewer', 'createGuestToken'];

const endpoints = new Map<string, Endpoint>(Object.entries(api));

test.each([
  [2, schema.getQueryType()],
  [3, schema.getMutationType()],
])('column %i of the resources has the fields of %s', (column, root) => {
  const listed = operationRows.flatMap((cells) => cells[column]?.match(/`\w+`†?/g) ?? []);
  const fields = Object.values(root?.getFields() ?? {}).filter(
    ({ name, deprecationReason }) => !OTHERS.includes(name) && !deprecationReason,
  );
  const expected = fields.map(({ name }) => {
    const endpoint = name.replace(/sByIds$/, '');
    const isMarked = endpoints.get(endpoint)?.extension && !WITH_FALLBACK.includes(endpoint);
    return `\`${name}\`${isMarked ? '†' : ''}`;
  });
  expect([...listed].sort()).toStrictEqual(expected.sort());
});

test('the page about limits has those of documents, bodies and uploads', () => {
  const table = readFileSync('src/server/limits/README.md', 'utf8');
  const rows = Object.fromEntries(
    [...table.matchAll(/^\| (\w+).*? \| (.+) \|$/gm)].map(([, what, limit]) => [what, limit]),
  );
  const { length, tokens, directives, fields, aliases, depth } = DOCUMENT_LIMITS;
  const count = (number: number) => number.toLocaleString('en');
  expect(rows).toMatchObject({
    Document: `${count(length)} characters, ${count(tokens)} tokens, ${directives} directives; with fragments expanded ${count(fields)} fields, ${aliases} aliases, depth ${depth}`,
    JSON: expect.stringMatching(`^${BODY_LIMITS.bytes / 1024 ** 2} MiB,`),
    Variables: `${BODY_LIMITS.variablesDepth} levels`,
    Upload: expect.stringMatching(`received within ${UPLOAD_LIMITS.timeout / 1000} s$`),
  });
});
