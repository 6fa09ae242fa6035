import {
  assertObjectType,
  type GraphQLField,
  getNamedType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../../src/contract/api.ts';
import { getFieldScopes } from '../../../src/graphql/authorization/get-field-scopes.ts';
import { readScopes } from '../../../src/graphql/authorization/payload-scopes.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { ALL_SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { startIssuer } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

/** What an upstream can embed in the record of any resource. */
const EMBEDDED = {
  avatar: { id: 'a1', displayName: 'Embedded avatar' },
  tools: [{ id: 't1', config: { headers: { Authorization: 'Bearer hunter2' } } }],
  llm: { id: 'l1', secret: 'hunter2' },
  transcripts: [{ role: 'user', message: 'Personal words.' }],
  messages: ['Personal words.'],
  turns: [{ userMessage: 'Personal words.' }],
  tool_calls: [{ result: 'Personal words.' }],
  recordingUrl: 'https://recordings.example/1.mp4?signature=hunter2',
  persona_config: { system_prompt: 'Be kind.' },
};

const RECORD = {
  id: 'x1',
  name: 'Ada',
  sessionToken: 'hunter2',
  apiKeyId: 'k1',
  config: { url: 'https://a.example', headers: { 'X-Acme-Key': 'hunter2', Accept: 'a/b' } },
  metadata: { deep: [{ api_key: 'hunter2', maxTokens: 5 }] },
  personaConfig: EMBEDDED,
  ...EMBEDDED,
};

/** The same as callers with the scope see it. */
const VISIBLE = {
  apiKeyId: 'k1',
  config: { headers: { 'X-Acme-Key': '[redacted]', Accept: 'a/b' } },
  metadata: { deep: [{ api_key: '[redacted]', maxTokens: 5 }] },
  llm: { id: 'l1', secret: '[redacted]' },
  messages: ['Personal words.'],
  recordingUrl: 'https://recordings.example/1.mp4?signature=[redacted]',
  persona_config: { system_prompt: 'Be kind.' },
};

/** Returns {@link RECORD} for every call. Overrides of a session token are refused for a persona with knowledge. */
const upstream = await startUpstream((request, response) => {
  const record = request.url === '/v1/personas/x1' ? { ...RECORD, knowledge: [EMBEDDED] } : RECORD;
  request.resume().on('end', () => sendJson(response, 200, record));
});
const issuer = await startIssuer();
const api = await start({
  upstream,
  authenticate: issuer.authenticate(),
  extensions: 'all',
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
  for (const { name, scopes, needed } of relations)
    expect([name, scopes]).toEqual([name, expect.arrayContaining([...needed])]);
});

const resourceNames = [...readScopes.keys()];

/** What raw JSON requires: it can contain prompts, and anything else. */
const RAW = ['records:read', 'prompts:read'] as const satisfies readonly Scope[];

/** The scopes of each field that returns JSON, besides those of its type. A new field needs a decision. */
const JSON_FIELDS: Readonly<Record<string, readonly Scope[]>> = {
  ...Object.fromEntries(resourceNames.map((name) => [`${name}.record`, RAW])),
  'SessionToken.record': RAW,
  // Raw JSON that can contain anything.
  'Session.personaConfig': ['personas:read', ...RAW],
  'Persona.knowledge': RAW,
  // How a persona is made.
  'Tool.config': ['prompts:read'],
  // What the contract says about the resource itself.
  'KnowledgeSearchResult.metadata': [],
  'Llm.metadata': [],
  'Session.clientMetadata': [],
  'SessionToolCall.arguments': [],
};

test('every field that returns JSON has its scopes', () => {
  const found = fields
    .filter(({ field }) => getNamedType(field.type).name === 'JSONObject')
    .map(({ type, field }) => [`${type.name}.${field.name}`, getScopes(field) ?? []]);
  expect(Object.fromEntries(found)).toStrictEqual(JSON_FIELDS);
});

/** Selects fields of the resource of a type, by its id. */
const select = (typeName: string, selection: string) =>
  `{ found: ${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}(id: "x1") { ${selection} } }`;

test.each(resourceNames.flatMap((name) => RAW.map((scope) => ({ name, scope }))))(
  '$name.record requires $scope besides its own scope',
  async ({ name, scope }) => {
    const own = readScopes.get(name) ?? [];
    const query = select(name, 'id record');
    const { data, errors } = await as(without(scope), query);
    expect(data).toStrictEqual({ found: { id: 'x1', record: null } });
    expect(errors).toMatchObject([
      {
        path: ['found', 'record'],
        message: expect.stringMatching(
          new RegExp(`^This field requires a JWT with the scope ${scope}\\. The token has `),
        ),
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    const alone = await as(RAW, query);
    expect(alone.data).toStrictEqual({ found: null });
    const allowed = await as([...own, ...RAW], query);
    expect(allowed.errors).toBeUndefined();
    expect(allowed.data.found.record).toMatchObject({ ...VISIBLE, sessionToken: '[redacted]' });
    expect(JSON.stringify(allowed.data)).not.toContain('hunter2');
  },
);

test.each([
  ['Session', 'personaConfig', ['sessions:read', 'personas:read']],
  ['Persona', 'knowledge', ['personas:read']],
] as const)(
  '%s.%s, which can contain anything, requires records:read and prompts:read',
  async (name, field, own) => {
    const query = select(name, `id ${field}`);
    for (const scope of RAW) {
      const { data, errors } = await as(without(scope), query);
      expect(data).toStrictEqual({ found: { id: 'x1', [field]: null } });
      expect(errors).toMatchObject([{ path: ['found', field], extensions: { code: 'FORBIDDEN' } }]);
    }
    const allowed = await as([...own, ...RAW], query);
    expect(allowed.errors).toBeUndefined();
    expect(JSON.stringify(allowed.data)).toContain('Personal words.');
    expect(JSON.stringify(allowed.data)).not.toContain('hunter2');
  },
);

test('no other field of a session contains what an upstream embeds in it', async () => {
  const type = assertObjectType(schema.getType('Session'));
  const selection = Object.values(type.getFields())
    .filter(({ name, type }) => name !== 'transcript' && !isObjectType(getNamedType(type)))
    .map(({ name }) => name);
  const scopes = without('records:read', 'transcripts:read', 'personas:read');
  const { data } = await as(scopes, select('Session', selection.join(' ')));
  expect(data.found.id).toBe('x1');
  expect(JSON.stringify(data)).not.toMatch(/Personal words|recordings\.example|Be kind/);
});

const MINT =
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" } }) { token { type record } } }';

test.each(RAW)('SessionToken.record requires %s before a token is created', async (scope) => {
  const calls = upstream.calls.length;
  const { data, errors } = await as(without(scope), MINT);
  expect(data).toStrictEqual({ createSessionToken: null });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(upstream.calls).toHaveLength(calls);
  const allowed = await as(['tokens:mint', ...RAW], MINT);
  expect(allowed.data.createSessionToken.token.record).toMatchObject(VISIBLE);
  expect(allowed.data.createSessionToken.token.record).not.toHaveProperty('sessionToken');
});

test('callers with a key see raw JSON, forwarded or of this server', async () => {
  const query = '{ session(id: "x1") { record personaConfig } persona(id: "x1") { knowledge } }';
  const options = { client: { extensions: EXTENSIONS } };
  const forwarding = await start({ upstream, ...options });
  const sharing = await start({
    upstream: { url: upstream.url, key: 'key-of-this-server' },
    ...options,
  });
  for (const { data, errors } of [
    await forwarding.run(query, {}, { authorization: 'Bearer key-of-a-caller' }),
    await sharing.run(query),
  ]) {
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      session: { record: VISIBLE, personaConfig: { messages: ['Personal words.'] } },
      persona: { knowledge: [{ messages: ['Personal words.'] }] },
    });
  }
});

test('an entity reference returns the same record as the query by id', async () => {
  const read = (scopes: readonly Scope[]) =>
    as(
      scopes,
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Persona { id record } } persona(id: "x1") { id record } }',
      { r: [{ __typename: 'Persona', id: 'x1' }] },
    );
  const { data } = await read(['personas:read', ...RAW]);
  expect(data._entities).toStrictEqual([data.persona]);
  expect(data.persona.record).toMatchObject(VISIBLE);
  const { data: hidden, errors } = await read(['personas:read']);
  const persona = { id: 'x1', record: null };
  expect(hidden).toStrictEqual({ _entities: [persona], persona });
  expect(errors?.map(({ path }) => path)).toStrictEqual(
    expect.arrayContaining([
      ['_entities', 0, 'record'],
      ['persona', 'record'],
    ]),
  );
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
  // A record that is read afterwards is not what was written.
  if (!reads || !isObjectType(type) || getFieldScopes(record).length > 0) return [];
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
    for (const { name, args, type: fieldType } of Object.values(type.getFields())) {
      if (name === 'id') continue;
      const called = args.some(({ name }) => name === 'query') ? `${name}(query: "x")` : name;
      const isObject = isObjectType(getNamedType(fieldType));
      const selection = isObject ? `${called} { __typename }` : called;
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

test.each<[string, Scope, string]>([
  ['raw JSON', 'records:read', 'updateTool(id: "t1", input: {}) { tool { id record } }'],
  ['a configuration', 'prompts:read', 'updateTool(id: "t1", input: {}) { tool { id config } }'],
  [
    'a prompt',
    'prompts:read',
    'updatePersona(id: "p1", input: {}) { persona { id systemPrompt } }',
  ],
  [
    'an object of prompts',
    'prompts:read',
    'updatePersona(id: "p1", input: {}) { persona { id directorNotes { presetStyle } } }',
  ],
  [
    'a prompt of a new persona',
    'prompts:read',
    'createPersona(input: { name: "Ada" }) { personaEdge { node { id initialMessage } } }',
  ],
])('a mutation that selects %s requires %s before anything is written', async (_, scope, field) => {
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
    `mutation { createSessionToken(input: { ${input}, verify: ${verify} }) { token { sessionToken } } }`;
  const { errors } = await as(without(scope), mint(true));
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(errors?.[0]?.message).toContain(scope);
  expect(upstream.calls).toHaveLength(calls);
  expect((await as(ALL_SCOPES, mint(true))).errors).toBeUndefined();
});

test('verifying a built-in LLM id requires only tokens:mint', async () => {
  const { errors } = await as(
    ['tokens:mint'],
    'mutation { createSessionToken(input: { personaConfig: { llmId: "CUSTOMER_CLIENT_V1" }, verify: true }) { token { type } } }',
  );
  expect(errors).toBeUndefined();
});

test('JSONObject, which redacts secrets, is the only JSON scalar of the schema', () => {
  const json = fields.filter(({ field }) => isScalarType(getNamedType(field.type)));
  const scalars = new Set(json.map(({ field }) => getNamedType(field.type).name));
  expect([...scalars].filter((name) => /json|any/i.test(name))).toStrictEqual(['JSONObject']);
});
