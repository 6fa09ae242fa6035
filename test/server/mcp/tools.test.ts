import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { CATALOG } from '../../../src/server/mcp/catalog.ts';
import { createTools, readOperations } from '../../../src/server/mcp/tools.ts';

const tools = createTools(schema, await readOperations());

const ajv = new Ajv2020({ allowUnionTypes: true });
formats.default(ajv);

const getDefinition = (name: string, from = tools) =>
  (from.get(name) ?? expect.fail(`there is no tool ${name}`)).definition;

const definitions = [...tools.values()].map(({ definition }) => definition);

/** Creates tools of operations by their text, with a schema of their own. */
const createOwn = (sdl: string, operations: Record<string, string>) =>
  createTools(
    buildSchema(sdl),
    Object.fromEntries(Object.entries(operations).map(([name, text]) => [name, parse(text)])),
    Object.fromEntries(Object.keys(operations).map((name) => [name, 'A tool.'])),
  );

const accepts = (name: string, args: unknown) => ajv.compile(getDefinition(name).inputSchema)(args);

test('every entry of the catalog is a tool', () => {
  expect([...tools.keys()]).toStrictEqual(Object.keys(CATALOG));
  expect(tools.size).toBeLessThanOrEqual(22);
  expect([...tools.keys()].filter((name) => /Connection$|ByIds$|Records$/.test(name))).toEqual([]);
});

test('no tool takes a secret or an upload', () => {
  expect(JSON.stringify(definitions.map(({ inputSchema }) => inputSchema))).not.toMatch(
    /writeOnly|"secret"|"file"/,
  );
});

test('every tool and argument is described', () => {
  expect(new Set(Object.values(CATALOG)).size).toBe(tools.size);
  for (const { name, description, inputSchema } of definitions) {
    expect(description).toMatch(/^[A-Z][^\n]+\.\nResult: \w+/);
    for (const [argument, property] of Object.entries(inputSchema.properties ?? {})) {
      const label = [name, argument];
      expect([label, property]).toMatchObject([label, { description: expect.stringMatching(/./) }]);
    }
  }
  const { title, description } = getDefinition('UpdatePersona');
  expect([title, description]).toStrictEqual([
    'Update persona',
    expect.stringContaining('Result: updatePersona { persona { id name'),
  ]);
});

test('every tool requires the scopes of its root field, and those of prompts and transcripts', () => {
  expect(tools.get('Personas')?.scopes).toStrictEqual(['personas:read']);
  expect(tools.get('PersonaPrompts')?.scopes).toStrictEqual(['personas:read', 'prompts:read']);
  expect(tools.get('CreateSessionToken')?.scopes).toStrictEqual(['tokens:mint']);
  expect([...tools.values()].filter(({ scopes }) => scopes.length === 0)).toStrictEqual([]);
});

test('reads, creations and other writes have the annotations of their kind', () => {
  const hints = (name: string) => getDefinition(name).annotations;
  const additive = { readOnlyHint: false, destructiveHint: false };
  const destructive = { readOnlyHint: false, destructiveHint: true };
  for (const [name] of tools) {
    if (name.startsWith('Create')) expect([name, hints(name)]).toStrictEqual([name, additive]);
    else if (/^(Update|Delete)/.test(name)) expect(hints(name)).toStrictEqual(destructive);
    else expect([name, hints(name)]).toStrictEqual([name, { readOnlyHint: true }]);
  }
});

test.each<[string, unknown, boolean]>([
  ['Personas', {}, true],
  ['Personas', { page: null, search: 'Ada' }, false],
  ['Personas', { perpage: 5 }, false],
  ['Persona', {}, false],
  ['Personas', { page: 0 }, false],
  ['Personas', { first: 101 }, false],
  ['CreatePersona', { input: { toolIds: ['a', 'b'] } }, true],
  ['CreatePersona', { input: { toolIds: ['a', null] } }, false],
  ['UpdatePersona', { id: 'p', input: { avatarModel: null } }, true],
  ['UpdatePersona', { id: 'p', input: { name: null } }, false],
  ['CreateAvatar', { input: { displayName: 'Ada', image: { url: 'https://a.example/a' } } }, true],
  ['CreateAvatar', { input: { displayName: 'Ada', image: {} } }, false],
  ['CreateAvatar', { input: { displayName: 'Ada', image: { file: {} } } }, false],
  ['CreateTool', { input: { name: 'a', description: 'b', config: { nope: {} } } }, false],
])('whether the input schema of %s accepts %j: %j', (name, args, isValid) => {
  expect(accepts(name, args)).toBe(isValid);
});

test('defaults, bounds and deprecations are declared', () => {
  expect(getDefinition('Personas').inputSchema.properties).toMatchObject({
    first: { type: 'integer', default: 20, minimum: 0, maximum: 100 },
  });
  expect(JSON.stringify(getDefinition('CreatePersona'))).toMatch(
    /"brainType":\{[^}]+"deprecated":true/,
  );
});

test('exactly one field of a oneOf input is accepted', () => {
  const one = createOwn('input By @oneOf { id: ID, name: String } type Query { one(by: By): ID }', {
    One: 'query One($by: By) { one(by: $by) }',
  });
  const check = ajv.compile(getDefinition('One', one).inputSchema);
  const values = [{ id: 'a' }, { name: 'a' }, null, { id: 'a', name: 'a' }, { id: null }, {}];
  expect(values.map((by) => check({ by }))).toStrictEqual([true, true, false, false, false, false]);
});

test('an upload is not an argument of a tool', () => {
  const uploads = createOwn('scalar Upload type Query { one(file: Upload, id: ID): ID }', {
    Requires: 'query Requires($file: Upload!) { one(file: $file) }',
    Allows: 'query Allows($file: Upload, $id: ID) { one(file: $file, id: $id) }',
  });
  expect([...uploads.keys()]).toStrictEqual(['Allows']);
  const { properties } = getDefinition('Allows', uploads).inputSchema;
  expect(Object.keys(properties ?? {})).toStrictEqual(['id']);
});
