import { assertObjectType, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { getFieldScopes, readScopes } from '../../../src/graphql/authorization/payload-scopes.ts';
import { ALL_SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { RESOURCES, ROOT_FIELDS } from '../root-fields.ts';
import { startForScopes, without } from './callers.ts';

const upstream = await fakeService(
  reply(200, {
    id: 'x1',
    name: 'Ada',
    sessionToken: 't',
    avatar: { id: 'a1' },
    tools: [{ id: 't1' }],
  }),
);
const { as } = await startForScopes(upstream);

/** The mutations that return a resource, with the ways to select it. */
const writes = ROOT_FIELDS.flatMap((write) => {
  const { field, kind, files } = write;
  // An upload is a form. It has the same scopes as the others.
  if (kind === 'query' || files) return [];
  const payload = assertObjectType(getNamedType(field.type)).getFields();
  const [record] = Object.values(payload);
  const type = record && getNamedType(record.type);
  const reads = type && readScopes.get(type.name);
  // A record that is read afterwards is not what was written.
  if (!reads || !isObjectType(type) || getFieldScopes(record).length > 0) return [];
  const edge = `${record.name}Edge`;
  const ways = [
    (selection: string) => `{ record: ${record.name} ${selection} }`,
    ...(edge in payload ? [(selection: string) => `{ ${edge} { node ${selection} } }`] : []),
  ];
  return [{ ...write, type, reads, ways }];
});

test('every creation and update of a resource returns it', () => {
  const all = RESOURCES.flatMap(({ create, update }) => [create, update]);
  const expected = all.flatMap((field) => (field && !field.files ? [field.name] : []));
  expect(writes.map(({ name }) => name).sort()).toStrictEqual(expected.sort());
});

test.each(writes)(
  '$name returns only the id to callers without the read scopes',
  async ({ name: mutation, write, variables, type, reads, ways }) => {
    const run = (scopes: readonly Scope[], selection: string) =>
      as(scopes, write(selection), variables);
    const writer = without(...reads);
    for (const select of ways) {
      const allowed = await run(writer, select('{ __typename id key: id }'));
      expect(allowed.errors).toBeUndefined();
      expect(JSON.stringify(allowed.data)).toContain('"id":"x1"');
    }
    const calls = upstream.calls.length;
    // Each field is selected in one of the ways to select it, in turn.
    const fields = Object.values(type.getFields()).filter(({ name }) => name !== 'id');
    for (const [index, { name, args, type: fieldType }] of fields.entries()) {
      const called = args.some(({ name }) => name === 'query') ? `${name}(query: "x")` : name;
      const isObject = isObjectType(getNamedType(fieldType));
      const selection = isObject ? `${called} { __typename }` : called;
      const selections = [`{ id ${selection} }`, `{ id ... on ${type.name} { x: ${selection} } }`];
      const all = ways.flatMap((select) => selections.map(select));
      const written = all[index % all.length] ?? '';
      const { data, errors } = await run(writer, written);
      expect([written, data]).toStrictEqual([written, { [mutation]: null }]);
      expect(errors).toMatchObject([
        {
          path: [mutation],
          message: expect.stringContaining(reads.join(' and ')),
          extensions: { code: 'FORBIDDEN' },
        },
      ]);
    }
    expect(upstream.calls).toHaveLength(calls);
    for (const select of ways)
      expect((await run(ALL_SCOPES, select('{ id record }'))).errors).toBeUndefined();
  },
);

test.each<[Scope, string]>([
  ['records:read', 'updateTool(id: "t1", input: {}) { tool { id record } }'],
  [
    'records:read',
    'createSessionToken(input: { personaConfig: { personaId: "p1" } }) { token { record } }',
  ],
  [
    'prompts:read',
    'updateTool(id: "t1", input: {}) { tool { id config { client { awaitResult } } } }',
  ],
  ['prompts:read', 'updatePersona(id: "p1", input: {}) { persona { id systemPrompt } }'],
  [
    'prompts:read',
    'updatePersona(id: "p1", input: {}) { persona { id directorNotes { presetStyle } } }',
  ],
  ['prompts:read', 'createPersona(input: {}) { personaEdge { node { id initialMessage } } }'],
])('it requires %s before anything is written: %s', async (scope, field) => {
  const calls = upstream.calls.length;
  const { data, errors } = await as(without(scope), `mutation { written: ${field} }`);
  expect(data).toStrictEqual({ written: null });
  expect(errors).toMatchObject([{ path: ['written'], extensions: { code: 'FORBIDDEN' } }]);
  expect(errors?.[0]?.message).toContain(scope);
  expect(upstream.calls).toHaveLength(calls);
  expect((await as(ALL_SCOPES, `mutation { written: ${field} }`)).errors).toBeUndefined();
});

test('a field excluded by @include requires no scope', async () => {
  const update = `mutation ($full: Boolean!) {
    updatePersona(id: "p1", input: {}) { persona { id ...Full @include(if: $full) } }
  }
  fragment Full on Persona { systemPrompt }`;
  const scopes = ['personas:write'] as const;
  expect((await as(scopes, update, { full: false })).errors).toBeUndefined();
  expect((await as(scopes, update, { full: true })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});
