import {
  assertObjectType,
  type GraphQLField,
  getNamedType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../../src/contract/api.ts';
import { readScopes } from '../../../src/graphql/authorization/payload-scopes.ts';
import { ALL_SCOPES, type Scope } from '../../../src/graphql/authorization/scopes.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { startApi } from '../../support/api.ts';
import { startIssuer } from '../../support/issuer.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

const EMBEDDED = {
  avatar: [{ id: 'a1', displayName: 'Embedded avatar' }, 'avatars:read'],
  voice: [{ id: 'v1', displayName: 'Embedded voice' }, 'voices:read'],
  tools: [[{ id: 't1', config: { headers: { Authorization: 'Bearer hunter2' } } }], 'tools:read'],
  llm: [{ id: 'l1', secret: 'hunter2' }, 'llms:read'],
  persona: [{ id: 'p1', name: 'Embedded persona' }, 'personas:read'],
} as const satisfies Record<string, readonly [object, Scope]>;

const embeddedRecords = Object.fromEntries(
  Object.entries(EMBEDDED).map(([key, [record]]) => [key, record]),
);

const RECORD = {
  id: 'x1',
  name: 'Ada',
  systemPrompt: 'Be kind.',
  sessionToken: 'hunter2',
  apiKeyId: 'k1',
  config: { url: 'https://a.example', headers: { 'X-Acme-Key': 'hunter2', Accept: 'a/b' } },
  metadata: { deep: [{ api_key: 'hunter2', maxTokens: 5 }] },
  ...embeddedRecords,
  nested: [embeddedRecords],
};

/** Returns {@link RECORD} for every call. */
const upstream = await startUpstream((request, response) => {
  request.resume().on('end', () => sendJson(response, 200, RECORD));
});
const issuer = await startIssuer();
const api = await startApi(upstream, {
  authenticate: issuer.authenticate(),
  client: { extensions: EXTENSIONS },
  federation: true,
});

/** Runs a document with a JWT of these scopes. */
const as = async (scopes: readonly Scope[], query: string, variables = {}) =>
  api.run(query, variables, {
    authorization: `Bearer ${await issuer.sign({ scope: scopes.join(' ') })}`,
  });

const types = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));
const fields = types.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ type, field })),
);
const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType()]);

const getScopes = ({ extensions }: GraphQLField<unknown, unknown>): unknown =>
  Object(extensions.pothosOptions).scopes;

const without = (...scopes: readonly Scope[]) =>
  ALL_SCOPES.filter((scope) => !scopes.includes(scope));

test('every root field declares its scopes', () => {
  const open = fields.filter(({ type, field }) => roots.has(type) && !getScopes(field));
  expect(open.map(({ field }) => field.name)).toStrictEqual([]);
});

test('every relation requires the read scopes of the resource it returns', () => {
  const relations = fields.flatMap(({ type, field }) => {
    const needed = readScopes.get(getNamedType(field.type).name);
    return readScopes.has(type.name) && needed
      ? [{ name: `${type.name}.${field.name}`, scopes: getScopes(field), needed }]
      : [];
  });
  expect(relations.map(({ name }) => name)).toContain('Persona.avatar');
  for (const { name, scopes, needed } of relations) expect([name, scopes]).toEqual([name, needed]);
});

const withRecord = fields
  .filter(({ field }) => field.name === 'record')
  .map(({ type }) => type.name);

test('every type with a record is a resource with its own scopes, or a session token', () => {
  expect([...withRecord].sort()).toStrictEqual([...readScopes.keys(), 'SessionToken'].sort());
});

/** Selects `record` of a type, and the scopes for that. */
const readRecord = (typeName: string): readonly [string, readonly Scope[]] => {
  const scopes = readScopes.get(typeName);
  return scopes
    ? [
        `{ found: ${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}(id: "x1") { record } }`,
        scopes,
      ]
    : [
        'mutation { found: createSessionToken(input: { personaConfig: { personaId: "p1" } }) { record } }',
        ['tokens:mint'],
      ];
};

for (const name of withRecord) {
  const [query, scopes] = readRecord(name);

  test(`${name}.record contains no secret, whatever the scopes`, async () => {
    const { data, errors } = await as(ALL_SCOPES, query);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain('hunter2');
    expect(data.found.record).toMatchObject({
      apiKeyId: 'k1',
      config: { headers: { 'X-Acme-Key': '[redacted]', Accept: 'a/b' } },
      metadata: { deep: [{ api_key: '[redacted]', maxTokens: 5 }] },
      llm: { id: 'l1', secret: '[redacted]' },
    });
    expect(data.found.record.sessionToken).toBe(name === 'SessionToken' ? undefined : '[redacted]');
  });

  const others = Object.entries(EMBEDDED).filter(([, [, scope]]) => !scopes.includes(scope));
  test.each(others)(
    `${name}.record contains %s only with the scope to read it`,
    async (key, [, scope]) => {
      const least = await as(scopes, query);
      const { record } = least.data.found;
      const more = (await as([...scopes, scope], query)).data.found.record;
      expect([key in record, key in record.nested[0]]).toStrictEqual([false, false]);
      expect([key in more, key in more.nested[0]]).toStrictEqual([true, true]);
      expect(record.name).toBe('Ada');
    },
  );
}

test('an entity reference returns the same record as the query by id', async () => {
  const { data } = await as(
    ['personas:read'],
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Persona { record } } persona(id: "x1") { record } }',
    { r: [{ __typename: 'Persona', id: 'x1' }] },
  );
  expect(data._entities).toStrictEqual([data.persona]);
  expect(data.persona.record).not.toHaveProperty('avatar');
});

const ARGUMENTS: Record<string, string> = {
  createPersona: 'input: { name: "Ada" }',
  updatePersona: 'id: "p1", input: {}',
  createAvatar: 'input: { displayName: "Ada", image: { url: "https://a.example/x.png" } }',
  updateAvatar: 'id: "a1", input: { displayName: "Ada" }',
  createTool: 'input: { name: "x", description: "x", type: CLIENT }',
  updateTool: 'id: "t1", input: {}',
  createVoice: 'input: { displayName: "Ada", audio: { url: "https://a.example/x.mp3" } }',
  updateVoice: 'id: "v1", input: {}',
  createLlm:
    'input: { displayName: "x", llmFormat: "openai", urls: [{ url: "https://l.example" }], modelName: "x", secret: $secret }',
  updateLlm: 'id: "l1", input: {}',
  createShareLink: 'input: { personaId: "p1" }',
  updateShareLink: 'id: "s1", input: {}',
  createMeetingInvite: 'input: { meetingUrl: "https://meet.google.com/a", personaId: "p1" }',
  createKnowledgeGroup: 'input: { name: "x" }',
  updateKnowledgeGroup: 'id: "g1", input: {}',
  updateKnowledgeDocument: 'id: "d1", input: {}',
};

/** The mutations that return a resource, with the ways to select it. */
const writes = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => {
  const payload = assertObjectType(getNamedType(field.type)).getFields();
  const [record] = Object.values(payload);
  const type = record && getNamedType(record.type);
  const reads = type && readScopes.get(type.name);
  if (!reads || !isObjectType(type)) return [];
  const edge = `${record.name}Edge`;
  const ways = [
    (selection: string) => `{ record: ${record.name} ${selection} }`,
    ...(edge in payload ? [(selection: string) => `{ ${edge} { node ${selection} } }`] : []),
  ];
  // An upload is a form. It has the same scopes as the others.
  return field.name.startsWith('upload') ? [] : [{ field, type, reads, ways }];
});

test('every mutation that returns a resource is tested here', () => {
  expect(writes.map(({ field }) => field.name).sort()).toStrictEqual(Object.keys(ARGUMENTS).sort());
});

test.each(writes)(
  '$field.name returns only the id to callers without the read scopes',
  { tags: ['slow'] },
  async (write) => {
    const { field, type, reads, ways } = write;
    const head = field.name === 'createLlm' ? 'mutation ($secret: Secret!)' : 'mutation';
    const run = (scopes: readonly Scope[], selection: string) =>
      as(scopes, `${head} { ${field.name}(${ARGUMENTS[field.name]}) ${selection} }`, {
        ...(field.name === 'createLlm' && { secret: 'sk-test-1234' }),
      });
    const writer = without(...reads);
    for (const select of ways) {
      const allowed = await run(writer, select('{ __typename id key: id }'));
      expect(allowed.errors).toBeUndefined();
      expect(JSON.stringify(allowed.data)).toContain('"id":"x1"');
    }
    const calls = upstream.calls.length;
    for (const { name, type: fieldType } of Object.values(type.getFields())) {
      if (name === 'id') continue;
      const selection = isObjectType(getNamedType(fieldType)) ? `${name} { __typename }` : name;
      const selections = [`{ id ${selection} }`, `{ id ... on ${type.name} { x: ${selection} } }`];
      for (const written of ways.flatMap((select) => selections.map(select))) {
        const { data, errors } = await run(writer, written);
        expect([written, data]).toStrictEqual([written, { [field.name]: null }]);
        expect(errors).toMatchObject([
          { path: [field.name], message: expect.stringContaining(reads.join(' and ')) },
        ]);
        expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      }
    }
    expect(upstream.calls).toHaveLength(calls);
    for (const select of ways)
      expect((await run(ALL_SCOPES, select('{ id record }'))).errors).toBeUndefined();
  },
);

test('a field excluded by @include requires no scope', async () => {
  const update = `mutation ($full: Boolean!) {
    updatePersona(id: "p1", input: {}) { persona { id ...Full @include(if: $full) } }
  }
  fragment Full on Persona { systemPrompt }`;
  const scopes = ['personas:write'] as const;
  expect((await as(scopes, update, { full: false })).errors).toBeUndefined();
  expect((await as(scopes, update, { full: true })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

const UUID = '3f0e9f7e-1111-4222-8333-444455556666';

test.each<[string, Scope]>([
  ['personaConfig: { personaId: "p1" }', 'personas:read'],
  ['personaConfig: { avatarId: "a1" }', 'avatars:read'],
  ['personaConfig: { voiceId: "v1" }', 'voices:read'],
  [`personaConfig: { llmId: "${UUID}" }`, 'llms:read'],
  [`personaConfig: { brainType: "${UUID}" }`, 'llms:read'],
  ['personaConfig: { name: "x" }, extra: { personaConfig: { toolIds: ["t1"] } }', 'tools:read'],
  ['personaConfig: { personaId: "p1" }, overrides: { avatarId: "a1" }', 'avatars:read'],
])('verifying { %s } requires %s', async (input, scope) => {
  const calls = upstream.calls.length;
  const mint = (verify: boolean) =>
    `mutation { createSessionToken(input: { ${input}, verify: ${verify} }) { sessionToken } }`;
  const { errors } = await as(without(scope), mint(true));
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(errors?.[0]?.message).toContain(scope);
  expect(upstream.calls).toHaveLength(calls);
  expect((await as(ALL_SCOPES, mint(true))).errors).toBeUndefined();
});

test('verifying a built-in LLM id requires only tokens:mint', async () => {
  const { errors } = await as(
    ['tokens:mint'],
    'mutation { createSessionToken(input: { personaConfig: { llmId: "CUSTOMER_CLIENT_V1" }, verify: true }) { type } }',
  );
  expect(errors).toBeUndefined();
});

test('JSONObject, which redacts secrets, is the only JSON scalar of the schema', () => {
  const json = fields.filter(({ field }) => isScalarType(getNamedType(field.type)));
  const scalars = new Set(json.map(({ field }) => getNamedType(field.type).name));
  expect([...scalars].filter((name) => /json|any/i.test(name))).toStrictEqual(['JSONObject']);
});
