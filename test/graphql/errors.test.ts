import { describe, expect, test } from 'vitest';
import { resources } from '../../src/contract/api.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startApi } from '../support/api.ts';
import { startProduct } from '../support/product.ts';
import { startUpstream, startUpstreamAnswering } from '../support/upstream.ts';

const UPDATE = `mutation { updateTool(id: "t1", input: { name: "lookup" }) { tool { id } } }`;
const UUID = /^[0-9a-f-]{36}$/;

test.each([
  [400, 'BAD_USER_INPUT'],
  [401, 'UNAUTHENTICATED'],
  [402, 'PLAN_REQUIRED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [414, 'PAYLOAD_TOO_LARGE'],
  [431, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [422, 'UNPROCESSABLE'],
  [429, 'RATE_LIMITED'],
  [418, 'UPSTREAM_INVALID_RESPONSE'],
  [302, 'UPSTREAM_INVALID_RESPONSE'],
  [500, 'UPSTREAM_UNAVAILABLE'],
  [502, 'UPSTREAM_UNAVAILABLE'],
  [503, 'UPSTREAM_UNAVAILABLE'],
])('an upstream that answers a mutation with %i gives the code %s', async (status, code) => {
  const upstream = await startUpstreamAnswering(status, {
    error: 'No',
    message: 'Said the upstream.',
  });
  const { run } = await startApi(upstream);
  const answer = await run(UPDATE, {}, { authorization: 'Bearer k' });
  expect(answer.status).toBe(200);
  expect(answer.data).toStrictEqual({ updateTool: null });
  expect(answer.errors).toHaveLength(1);
  expect(answer.errors?.[0]?.path).toStrictEqual(['updateTool']);
  expect(answer.errors?.[0]?.extensions).toMatchObject({
    code,
    requestId: expect.stringMatching(UUID),
  });
});

test.each([
  ['Needs the enterprise plan.', undefined, 'PLAN_REQUIRED'],
  ['Upgrade to use one-shot avatars.', undefined, 'PLAN_REQUIRED'],
  ['No.', 'plan_required', 'PLAN_REQUIRED'],
  ['API key lacks the required permission', undefined, 'FORBIDDEN'],
  ['Planets are not yours to change.', 'not_yours', 'FORBIDDEN'],
])('a 403 that says %j, for the reason %s, has the code %s', async (message, reason, code) => {
  const upstream = await startUpstreamAnswering(403, { error: 'Forbidden', message, reason });
  const { errors } = await (await startApi(upstream)).run(UPDATE);
  expect(errors?.[0]).toMatchObject({ message, extensions: { code } });
  expect(errors?.[0]?.extensions.reason).toBe(reason);
});

test.each<[string, object, (string | number)[], string]>([
  ['a short text', { displayName: 'A' }, ['displayName'], 'TOO_SMALL'],
  ['a long text', { displayName: 'A'.repeat(51) }, ['displayName'], 'TOO_LARGE'],
  ['text that is no URL', { image: { url: 'x' } }, ['image', 'url'], 'INVALID_FORMAT'],
])('%s is an issue: %j at %j has the code %s', async (_, fields, path, code) => {
  const { run } = await startProduct();
  const image = { url: 'https://pictures.example/a.png' };
  const { errors } = await run(
    'mutation ($name: String!, $image: AvatarImageInput!) { createAvatar(input: { displayName: $name, image: $image }) { avatar { id } } }',
    {
      name: 'Ada Adams',
      image,
      ...fields,
      ...('displayName' in fields && { name: fields.displayName }),
    },
  );
  expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['input', ...path], code }]);
});

test.each([
  ['updatePersona(id: "p", input: { voiceId: null }) { persona { id } }', 'NULL_NOT_ALLOWED'],
  [
    'createTool(input: { name: "a b", description: "d", type: CLIENT }) { tool { id } }',
    'INVALID_FORMAT',
  ],
  [
    'createTool(input: { name: "a", description: "d", type: SYSTEM, config: { action: "x" } }) { tool { id } }',
    'INVALID_VALUE',
  ],
  [
    'createSessionToken(input: { personaConfig: { personaId: "p" }, verify: true }) { type }',
    'NOT_FOUND',
  ],
])('%s has an issue with the code %s', async (field, code) => {
  const { run } = await startProduct();
  const { errors } = await run(`mutation { ${field} }`);
  expect(errors?.[0]?.extensions.issues).toMatchObject([{ code }]);
});

test('what an upstream says of a refusal reaches the caller; what it says of its own failure does not', async () => {
  const refusing = await startUpstreamAnswering(403, { error: 'No', message: 'Needs a pro plan.' });
  const failing = await startUpstreamAnswering(500, {
    error: 'No',
    message: 'db-7.internal is down',
  });
  const refused = await (await startApi({ url: refusing.url })).run(UPDATE);
  const failed = await (await startApi({ url: failing.url })).run(UPDATE);
  expect(refused.errors?.[0]?.message).toBe('Needs a pro plan.');
  expect(failed.errors?.[0]?.message).toBe('The upstream failed with status 500.');
});

test.each<[string, string, string[], (string | number)[]]>([
  ['updateTool', UPDATE, ['config', 'url'], ['input', 'config', 'url']],
  [
    'createPersona',
    'mutation { createPersona(input: {}) { persona { id } } }',
    ['avatarId'],
    ['input', 'avatarId'],
  ],
  [
    'createAvatar by address',
    'mutation { createAvatar(input: { displayName: "Ada", image: { url: "https://a.example/x.png" } }) { avatar { id } } }',
    ['imageUrl'],
    ['input', 'image', 'url'],
  ],
  [
    'createSessionToken',
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p" } }) { type } }',
    ['personaConfig', 'personaId'],
    ['input', 'personaConfig', 'personaId'],
  ],
  ['personas', '{ personas(search: "x") { total } }', ['search'], ['search']],
])(
  "a rule of the upstream that %s breaks is told at the input's own path",
  async (_, document, path, told) => {
    const details = [{ path, message: 'Not good.', code: 'custom' }];
    const upstream = await startUpstreamAnswering(400, { error: 'Invalid', details });
    const { errors } = await (await startApi({ url: upstream.url })).run(document);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: told, message: 'Not good.', code: 'INVALID' }],
    });
  },
);

/** Changes of the resources that have an update. */
const CHANGES: Readonly<Record<string, string>> = {
  persona: 'name: "Something"',
  tool: 'description: "Something"',
  avatar: 'displayName: "Something"',
  voice: 'displayName: "Something"',
  llm: 'displayName: "Something"',
  shareLink: 'usageLimit: 3',
};

/** The mutation that ends or deletes a record. */
const getRemoval = (name: string, Name: string) => {
  if (name === 'session') return 'stopSession(id: $id) { stoppedId }';
  if (name === 'meetingInvite') return 'cancelMeetingInvite(id: $id) { cancelledId }';
  return `delete${Name}(id: $id) { deletedId }`;
};

const RESOURCES = Object.entries(resources).map(([name, { plural }]) => ({
  name,
  plural,
  Name: name.charAt(0).toUpperCase() + name.slice(1),
}));

describe.each([
  ['is unknown', '00000000-0000-4000-8000-000000000999'],
  ['the upstream refuses as malformed', 'not-a-uuid'],
])('an id that %s', (_, id) => {
  test.each(RESOURCES)('is null in the query $name', async ({ name, plural }) => {
    const { run } = await startProduct();
    const byIds = schema.getQueryType()?.getFields()[`${plural}ByIds`];
    const { data, errors } = await run(
      `{ ${name}(id: "${id}") { id } ${byIds ? `list: ${plural}ByIds(ids: ["${id}"]) { id }` : ''} }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toStrictEqual({ [name]: null, ...(byIds && { list: [null] }) });
  });

  test.each(RESOURCES)('is NOT_FOUND in the mutations of $name', async ({ Name, name }) => {
    const { run } = await startProduct();
    const change = CHANGES[name];
    for (const mutation of [
      ...(change ? [`update${Name}(id: $id, input: { ${change} }) { ${name} { id } }`] : []),
      getRemoval(name, Name),
    ]) {
      const { errors } = await run(`mutation ($id: ID!) { ${mutation} }`, { id });
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });
});

test.each(RESOURCES)(
  'an id that breaks the rule of ids is refused: $name',
  async ({ name, Name }) => {
    const { run, upstream } = await startProduct();
    for (const id of ['', '..', 'a/b', 'a%2fb', 'x'.repeat(257)]) {
      for (const operation of [
        `query ($id: ID!) { ${name}(id: $id) { id } }`,
        `mutation ($id: ID!) { ${getRemoval(name, Name)} }`,
      ]) {
        const { errors } = await run(operation, { id });
        expect(errors?.[0]?.extensions).toMatchObject({
          code: 'BAD_USER_INPUT',
          issues: [{ path: ['id'] }],
        });
      }
    }
    expect(upstream.calls).toStrictEqual([]);
  },
);

test.each<[string, object, string]>([
  ['query ($id: ID = "t1") { tool(id: $id) { id } }', { id: null }, 'id'],
  ['query ($n: [ID!] = ["t1"]) { toolsByIds(ids: $n) { id } }', { n: null }, 'ids'],
  ['query ($on: Boolean = true) { llms { total @include(if: $on) } }', { on: null }, 'if'],
  [
    'mutation ($n: String = "a") { updateTool(id: "t1", input: { name: $n, config: { url: $n } }) { tool { id } } }',
    { n: { a: 1 } },
    'n',
  ],
  [
    'mutation ($t: ToolType = CLIENT) { createTool(input: { name: "a", description: "b", type: $t }) { tool { id } } }',
    { t: null },
    'input',
  ],
])(
  '%s with the variables %j is BAD_USER_INPUT, and no call is made',
  async (document, variables, place) => {
    const upstream = await startUpstreamAnswering(200, { id: 't1', data: [] });
    const { run } = await startApi(upstream, { client: { extensions: ['tools', 'llms'] } });
    const { errors } = await run(document, variables);
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', issues: [{ path: [place], code: 'INVALID_TYPE' }] } },
    ]);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('a rate limit says when to come back', async () => {
  const upstream = await startUpstreamAnswering(429, {}, { 'retry-after': '12' });
  const { errors } = await (await startApi({ url: upstream.url })).run(UPDATE);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 12 });
});

test('an upstream that cannot be reached is UPSTREAM_UNAVAILABLE, without its address', async () => {
  const gone = await startUpstream((request) => request.socket.destroy());
  const { errors } = await (await startApi({ url: gone.url })).run(UPDATE);
  expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  expect(JSON.stringify(errors)).not.toContain(new URL(gone.url).host);
});

test('an upstream that does not answer is UPSTREAM_TIMEOUT', async () => {
  const silent = await startUpstream(() => undefined);
  const { run } = await startApi({ url: silent.url }, { client: { timeout: 100 } });
  expect((await run(UPDATE)).errors?.[0]?.extensions.code).toBe('UPSTREAM_TIMEOUT');
});

test.each([
  ['a body without an id', { name: 'private thing' }],
  ['a list', [{ id: 'private thing' }]],
  ['a number', 7],
])(
  'an upstream that answers %s is UPSTREAM_INVALID_RESPONSE, without what it answered',
  async (_, body) => {
    const upstream = await startUpstreamAnswering(200, body);
    const { errors } = await (await startApi({ url: upstream.url })).run(UPDATE);
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_INVALID_RESPONSE');
    expect(JSON.stringify(errors)).not.toContain('private thing');
  },
);

/** JSON that `JSON.parse` reads, and that `JSON.stringify` has no stack for. */
const DEEP = `{"id":"t1","newer":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

test.each([
  ['{ tool(id: "t1") { id record } }', {}],
  ['{ llm(id: "00000000-0000-4000-8000-000000000000") { id record } }', {}],
  ['{ tool(id: "t1") { id record } __type(name: "Tool") { name } }', {}],
  [
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id record } } }',
    { r: [{ __typename: 'Tool', id: 't1' }] },
  ],
])('a record that is nested too deeply is an error of its field: %s', async (query, variables) => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(DEEP);
  });
  const options = { federation: true, client: { extensions: ['llms'] } } as const;
  const { run } = await startApi({ url: upstream.url }, options);
  const { errors } = await run(query, variables);
  expect(errors).toMatchObject([
    {
      path: expect.arrayContaining(['record']),
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
});

test('a fault of our own is masked, and told to the operator under the same request id', async () => {
  const faults: [unknown, string | undefined][] = [];
  const upstream = await startUpstreamAnswering(200, { id: 't1', config: 'x' });
  const { run } = await startApi(
    { url: upstream.url },
    {
      authenticate: () => {
        throw new TypeError('secret detail');
      },
      onFault: (fault, requestId) => void faults.push([fault, requestId]),
    },
  );
  const { errors } = await run(UPDATE, {}, { 'x-request-id': 'request-0001' });
  expect(errors).toMatchObject([
    {
      message: 'Internal server error.',
      extensions: { code: 'INTERNAL', requestId: 'request-0001' },
    },
  ]);
  expect(faults).toMatchObject([[{ message: 'secret detail' }, 'request-0001']]);
});

test('one avatar that fails nulls that avatar and keeps the others', async () => {
  const upstream = await startUpstream(({ url }, response) => {
    const id = url?.split('/').at(-1) ?? '';
    response.statusCode = id === 'bad' ? 500 : id === 'gone' ? 404 : 200;
    response.end(JSON.stringify({ id, error: 'x' }));
  });
  const { run } = await startApi({ url: upstream.url });
  const { data, errors } = await run('{ avatarsByIds(ids: ["a", "bad", "gone", "b"]) { id } }');
  expect(data).toStrictEqual({ avatarsByIds: [{ id: 'a' }, null, null, { id: 'b' }] });
  expect(errors).toMatchObject([
    { path: ['avatarsByIds', 1], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
  ]);
});

test('a mutation that fails does not take the result of another with it', async () => {
  const upstream = await startUpstream((request, response) => {
    response.statusCode = request.method === 'DELETE' ? 404 : 200;
    response.end(JSON.stringify({ id: 't1', error: 'x' }));
  });
  const { run } = await startApi({ url: upstream.url });
  const { data, errors } = await run(
    'mutation { updateTool(id: "t1", input: {}) { tool { id } } deleteTool(id: "t2") { deletedId } }',
  );
  expect(data).toStrictEqual({ updateTool: { tool: { id: 't1' } }, deleteTool: null });
  expect(errors).toMatchObject([{ path: ['deleteTool'], extensions: { code: 'NOT_FOUND' } }]);
});

test('an operation that takes too long in all is UPSTREAM_TIMEOUT, however quick each call', async () => {
  let page = 0;
  const endless = await startUpstream((_, response) => {
    page += 1;
    const data = Array.from({ length: 100 }, (_, i) => ({ id: `p${page}-${i}` }));
    response.end(JSON.stringify({ data, meta: { next: page + 1 } }));
  });
  const { run } = await startApi({ url: endless.url }, { operationTimeout: 200 });
  const { data, errors } = await run('{ persona(id: "nobody") { id } }');
  expect(data).toStrictEqual({ persona: null });
  expect(errors).toMatchObject([{ path: ['persona'], extensions: { code: 'UPSTREAM_TIMEOUT' } }]);
});

test('arguments that are too long for the upstream are PAYLOAD_TOO_LARGE', async () => {
  const { run } = await startProduct();
  const { errors } = await run('query ($search: String) { tools(search: $search) { total } }', {
    search: 'a'.repeat(100_000),
  });
  expect(errors).toMatchObject([{ path: ['tools'], extensions: { code: 'PAYLOAD_TOO_LARGE' } }]);
});
