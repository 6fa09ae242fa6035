import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../../src/runtime/config/config-error.ts';
import { addOperations } from '../../../src/runtime/operations/add-operations.ts';
import { hashDocument } from '../../../src/shared/hash-document.ts';
import { runProgram } from '../../support/process.ts';
import { startRunning } from '../../support/running.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const APOLLO = { format: 'apollo-persisted-query-manifest', version: 1 };

const NAMES = 'query Names {\n  personas(perPage: 1) {\n    items {\n      ...Name\n    }\n  }\n}';
const NAME = 'fragment Name on Persona {\n  name\n}';

/** A manifest as Apollo's tool writes it: ordered by name, with `__typename`. */
const BODY = `fragment Name on Persona {
  name
  __typename
}

query Names {
  personas(perPage: 1) {
    items {
      ...Name
      __typename
    }
    __typename
  }
}`;
const ADDED = { id: hashDocument(BODY), name: 'Names', type: 'query', body: BODY };

/**
 * Writes files into a new folder. `add` runs the command there, `addHere` does the same in this process, and `read` parses
 * the manifest.
 */
async function createProject(files: Record<string, string>) {
  const cwd = await tempFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
  const manifest = join(cwd, 'operations.json');
  const add = async (...words: string[]) => {
    const commandLine = ['operations', 'add', '--manifest', 'operations.json', ...words];
    const run = runProgram(commandLine, {}, { cwd });
    return { code: await run.ended(), ...run.output() };
  };
  const addHere = (...words: string[]) =>
    addOperations(
      manifest,
      words.map((word) => join(cwd, word)),
    );
  return {
    cwd,
    add,
    addHere,
    manifest,
    read: async () => JSON.parse(await readFile(manifest, 'utf8')),
  };
}

const DOCUMENTS = {
  'documents/pages/[id]/names.graphql': NAMES,
  'documents/fragments.graphql': `${NAME}\nfragment Unused on Persona { id }`,
};

test('operations of documents are added to a new manifest, and the API runs them', async () => {
  const { add, manifest, read } = await createProject(DOCUMENTS);
  expect(await add('documents/**/*.graphql')).toStrictEqual({
    code: 0,
    stdout: `${ADDED.id}  Names\nOperations in operations.json: 1 added.\n`,
    stderr: '',
  });
  expect(await read()).toStrictEqual({ ...APOLLO, operations: [ADDED] });
  const { url } = await startRunning({ PERSISTED_OPERATIONS: `bundled,${manifest}` });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ documentId: ADDED.id });
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  const { data } = await response.json();
  expect(data.personas.items).toHaveLength(1);
});

test('a path with brackets is not a pattern', async () => {
  const { addHere, read } = await createProject(DOCUMENTS);
  await addHere(...Object.keys(DOCUMENTS));
  expect((await read()).operations).toStrictEqual([ADDED]);
});

const OLD = { id: 'old', name: 'Names', type: 'query', body: '{ tools { total } }', tag: 'v1' };

test.each<[string, object, object]>([
  [
    'Apollo, at the end',
    { ...APOLLO, operations: [ADDED, OLD] },
    { ...APOLLO, operations: [OLD, ADDED] },
  ],
  ['Relay', { old: '{ tools { total } }' }, { old: '{ tools { total } }', [ADDED.id]: BODY }],
])('a manifest keeps its other operations and the format of %s', async (_, before, after) => {
  const files = { ...DOCUMENTS, 'operations.json': JSON.stringify(before) };
  const { addHere, read } = await createProject(files);
  await addHere('documents/**/*.graphql');
  expect(await read()).toStrictEqual(after);
});

test.each<[string, object]>([
  ['Apollo', { ...APOLLO, operations: [{ ...ADDED, id: 'own' }] }],
  ['Relay', { own: BODY }],
])('operations of a manifest of %s are added with their own ids', async (_, manifest) => {
  const { addHere, read } = await createProject({ 'other.json': JSON.stringify(manifest) });
  await addHere('other.json');
  expect(await read()).toStrictEqual({ ...APOLLO, operations: [{ ...ADDED, id: 'own' }] });
});

test.each<[string, Record<string, string>, string]>([
  [
    'unknown fields, in every file',
    { 'a.graphql': 'query A {\n  personas { size }\n}', 'b.graphql': 'query B { nothing }' },
    'a.graphql:2:14 Cannot query field "size" on type "PersonaPage".\nb.graphql:1:11 Cannot query field "nothing" on type "Query".',
  ],
  [
    'a syntax error',
    { 'a.graphql': 'query A {' },
    'a.graphql:1:10 Syntax Error: Expected Name, found <EOF>.',
  ],
  ['no name', { 'a.graphql': '{ llms { total } }' }, 'a.graphql:1:1 The operation has no name.'],
  [
    'a type that the schema does not have',
    { 'a.graphql': 'subscription A { llms }' },
    'a.graphql:1:1 The schema has no subscriptions.',
  ],
  [
    'a name that another has',
    { 'a.graphql': 'query A { llms { total } }', 'b.graphql': 'query A { tools { total } }' },
    'a.graphql:1:7 There can be only one operation named "A".',
  ],
  [
    'an error in a manifest',
    { 'a.json': '{"x":"query A { nothing }"}' },
    'a.json (x):1:11 Cannot query field "nothing" on type "Query".',
  ],
  [
    'no manifest in a JSON file',
    { 'a.json': '[]' },
    'a.json is not a JSON file that maps ids to documents, or a persisted query manifest of Apollo.',
  ],
  ['fragments only', { 'a.graphql': NAME }, 'The files have no operations.'],
])('%s: nothing is written, and each error has a line', async (_, files, lines) => {
  const { cwd, addHere, read } = await createProject(files);
  const error: unknown = await addHere(...Object.keys(files)).catch((reason) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect(`${error}`.replaceAll(join(cwd, '/'), '')).toBe(`ConfigError: ${lines}`);
  await expect(read()).rejects.toHaveProperty('code', 'ENOENT');
});

test('the command prints the errors and exits with code 1', async () => {
  const { add, read } = await createProject({
    'a.graphql': 'query A { nothing }',
    'b.graphql': 'query B { nothing }',
  });
  expect(await add('*.graphql')).toStrictEqual({
    code: 1,
    stdout: '',
    stderr:
      'a.graphql:1:11 Cannot query field "nothing" on type "Query".\nb.graphql:1:11 Cannot query field "nothing" on type "Query".\n',
  });
  await expect(read()).rejects.toHaveProperty('code', 'ENOENT');
});

test('a pattern without files is an error', async () => {
  const { cwd, addHere } = await createProject({});
  await expect(addHere('documents/**/*.graphql')).rejects.toThrow(
    new ConfigError(`No file matches ${join(cwd, 'documents/**/*.graphql')}.`),
  );
});

test('a file that is not a manifest is not overwritten', async () => {
  const { addHere, manifest, read } = await createProject({
    ...DOCUMENTS,
    'operations.json': '{"a":1}',
  });
  await expect(addHere('documents/**/*.graphql')).rejects.toThrow(
    new ConfigError(
      `${manifest} is not a JSON file that maps ids to documents, or a persisted query manifest of Apollo.`,
    ),
  );
  expect(await read()).toStrictEqual({ a: 1 });
});
