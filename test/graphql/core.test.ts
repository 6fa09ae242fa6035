import { readFileSync } from 'node:fs';
import { assertInputObjectType, assertObjectType, buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { DOCUMENTS } from '../support/operations.ts';

const core = buildSchema(readFileSync('schema/core.graphql', 'utf8'));

const listFields = (of: typeof core) =>
  [of.getQueryType(), of.getMutationType()].flatMap((type) => Object.keys(type?.getFields() ?? {}));

test('the core has the endpoints of the specification, and lookups of its resources', () => {
  expect(listFields(core).sort()).toStrictEqual([
    'avatar',
    'avatarsByIds',
    'createAvatar',
    'createLegacySessionToken',
    'createPersona',
    'createSessionToken',
    'deleteTool',
    'persona',
    'personas',
    'personasByIds',
    'tool',
    'toolsByIds',
    'updateTool',
  ]);
});

test('what is not in the core names its extension at the end of its description', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const known = new Set(listFields(core));
  const unnamed = fields.filter(
    ({ name, description }) =>
      /\bExtension: [a-z-]+(?:, except for built-in ones)?\.$/.test(description ?? '') ===
      known.has(name),
  );
  expect(unnamed.map(({ name }) => name)).toStrictEqual(['viewer', 'createGuestToken']);
});

test.each([
  ['Persona', ['sessions', 'shareLinks', 'statistics', 'knowledgeGroups', 'voice']],
  ['CreatePersonaInput', ['toolIds', 'widgetConfig']],
])('in the core, %s has none of %j', (name, fields) => {
  const type = core.getType(name);
  const found = Object.keys(
    (name.endsWith('Input') ? assertInputObjectType(type) : assertObjectType(type)).getFields(),
  );
  expect(found).toContain('avatarId');
  expect(found.filter((field) => fields.includes(field))).toStrictEqual([]);
});

test.each(['Personas', 'CreatePersona', 'Avatar', 'Tool', 'CreateSessionToken'])(
  'the operation %s is valid in the core',
  (name) => {
    const problems = validate(core, parse(DOCUMENTS[name] ?? ''));
    expect(problems).toStrictEqual([]);
  },
);

test('the fragment of the settings of a persona has only fields that an update takes', () => {
  const [, selected = ''] =
    /fragment PersonaSettings on Persona \{([\s\S]*?)^\}/m.exec(DOCUMENTS.Persona ?? '') ?? [];
  const fields = [...selected.matchAll(/^ {2}(\w+)/gm)].map(([, field]) => field ?? '');
  const input = assertInputObjectType(schema.getType('UpdatePersonaInput')).getFields();
  expect(fields.length).toBeGreaterThan(8);
  expect(fields.filter((field) => field !== 'id' && !input[field])).toStrictEqual([]);
});
