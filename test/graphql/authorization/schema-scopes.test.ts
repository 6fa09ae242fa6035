import {
  assertObjectType,
  type GraphQLField,
  getNamedType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { readScopes } from '../../../src/graphql/authorization/payload-scopes.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { ALL_SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { startForScopes, without } from './callers.ts';

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
  sessionId: 'x1',
  toolCalls: [],
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
const upstream = await fakeService((request, response) => {
  const record = request.url === '/v1/personas/x1' ? { ...RECORD, knowledge: [EMBEDDED] } : RECORD;
  request.resume().on('end', () => sendJson(response, 200, record));
});
const { as } = await startForScopes(upstream, { federation: true });

const types = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));
const fields = types.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ type, field })),
);
const getScopes = ({ extensions }: GraphQLField<unknown, unknown>): unknown =>
  Object(extensions.pothosOptions).scopes;

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
  // Only Tool.config has these, which requires prompts:read.
  'ClientToolConfig.extra': [],
  'ClientToolConfig.parameters': [],
  'KnowledgeToolConfig.extra': [],
  'SystemToolConfig.extra': [],
  'WebhookToolConfig.extra': [],
  'WebhookToolConfig.headers': [],
  'WebhookToolConfig.parameters': [],
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

test.each([
  ...resourceNames.map((name) => [name, 'record', readScopes.get(name) ?? []] as const),
  ['Session', 'personaConfig', ['sessions:read', 'personas:read']] as const,
  ['Persona', 'knowledge', ['personas:read']] as const,
])('%s.%s requires records:read and prompts:read besides %j', async (name, field, own) => {
  const query = select(name, `id ${field}`);
  for (const scope of RAW) {
    const { data, errors } = await as(without(scope), query);
    expect(data).toStrictEqual({ found: { id: 'x1', [field]: null } });
    const message = `This field requires a JWT with the scope ${scope}. The token has `;
    expect(errors).toMatchObject([
      {
        path: ['found', field],
        message: expect.stringContaining(message),
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
  }
  expect((await as(RAW, query)).data).toStrictEqual({ found: null });
  const { data, errors } = await as([...own, ...RAW], query);
  expect(errors).toBeUndefined();
  if (field === 'record')
    expect(data.found.record).toMatchObject({ ...VISIBLE, sessionToken: '[redacted]' });
  expect(JSON.stringify(data)).toContain('Personal words.');
  expect(JSON.stringify(data)).not.toContain('hunter2');
});

test.each([
  ['toolCalls { toolName }', ['transcripts:read']],
  ['transcript { messageCount }', ['transcripts:read']],
  ['recordingUrl', ['transcripts:read']],
  ['analytics(includeMessages: true) { durationSeconds }', ['transcripts:read']],
  ['analytics { durationSeconds }', []],
] as const)('%s of a session requires %j besides sessions:read', async (field, scopes) => {
  const query = select('Session', `id ${field}`);
  expect((await as(['sessions:read', ...scopes], query)).errors).toBeUndefined();
  const { data, errors = [] } = await as(without('transcripts:read'), query);
  expect(data.found.id).toBe('x1');
  expect(errors.map(({ extensions }) => extensions.code)).toStrictEqual(
    scopes.map(() => 'FORBIDDEN'),
  );
});

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

const UUID = '3f0e9f7e-1111-4222-8333-444455556666';

test.each<[string, Scope]>([
  ['personaConfig: { personaId: "p1" }', 'personas:read'],
  ['personaConfig: { avatarId: "a1" }', 'avatars:read'],
  ['personaConfig: { voiceId: "v1" }', 'voices:read'],
  [`personaConfig: { llmId: "${UUID}" }`, 'llms:read'],
  [`personaConfig: { brainType: "${UUID}" }`, 'llms:read'],
  ['personaConfig: { toolIds: ["t1"] }', 'tools:read'],
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
