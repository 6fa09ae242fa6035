import { expect, test } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectIssue } from './expectations.ts';

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
])('an upstream status %i of a mutation returns the code %s', async (status, code) => {
  const { run } = await start({ upstream: reply(status, { error: 'No' }) });
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

test.each<[string, object, string, ...(string | number)[]]>([
  ['query ($id: ID = "t1") { tool(id: $id) { id } }', { id: null }, 'id'],
  ['query ($n: [ID!] = ["t1"]) { toolsByIds(ids: $n) { id } }', { n: null }, 'ids'],
  ['query ($on: Boolean = true) { llms { totalCount @include(if: $on) } }', { on: null }, 'if'],
  [
    'mutation ($n: String = "a") { updateTool(id: "t1", input: { name: $n, config: { client: { parameters: { title: $n } } } }) { tool { id } } }',
    { n: { a: 1 } },
    'input',
    'name',
  ],
  [
    'mutation ($n: [ID!]) { updatePersona(id: "p1", input: { toolIds: $n }) { persona { id } } }',
    { n: ['t1', { a: 1 }] },
    'input',
    'toolIds',
    1,
  ],
  [
    'mutation ($a: ToolAction = END_CALL) { createTool(input: { name: "a", description: "b", config: { system: { action: $a } } }) { tool { id } } }',
    { a: null },
    'input',
  ],
])('%s with the variables %j is BAD_USER_INPUT', async (document, variables, ...path) => {
  const { run, upstream } = await start({
    upstream: reply(200, { id: 't1', data: [] }),
    extensions: ['tools', 'llms'],
  });
  const { errors } = await run(document, variables);
  expectIssue(errors, path, { code: 'INVALID_TYPE' });
  expect(upstream.calls).toStrictEqual([]);
});

test('RATE_LIMITED has retryAfterSeconds', async () => {
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '12' };
  const { run } = await start({ upstream: reply(429, {}, headers) });
  const { errors } = await run(UPDATE);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 12 });
});

test('an unreachable upstream is UPSTREAM_UNAVAILABLE, without its address', async () => {
  const { run, upstream: gone } = await start({ upstream: ({ socket }) => socket.destroy() });
  const { errors } = await run(UPDATE);
  expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  expect(JSON.stringify(errors)).not.toContain(new URL(gone.url).host);
});

test.each([
  ['a body without an id', '{"name":"private thing"}', 'id: invalid_type'],
  ['an empty id', '{"id":"","name":"private thing"}', 'id: too_small'],
  ['a list', '[{"id":"private thing"}]', 'the body: invalid_type'],
  ['null', 'null', 'the body: invalid_type'],
  ['text', 'private thing', 'it is not JSON'],
  ['an empty body', '', 'it is not JSON'],
])(
  '%s as the response is UPSTREAM_INVALID_RESPONSE, without its content',
  async (_, body, problem) => {
    const { run } = await start({ upstream: (_, response) => response.end(body) });
    expect((await run(UPDATE)).errors).toMatchObject([
      {
        message: `The upstream returned an invalid response: ${problem}.`,
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
      },
    ]);
  },
);

test('an empty session token is UPSTREAM_INVALID_RESPONSE', async () => {
  const { run } = await start({ upstream: reply(200, { sessionToken: '' }) });
  const { errors } = await run(
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p" } }) { token { type } } }',
  );
  expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }]);
});

const DOWN = 'db-7.internal is down';
const BUSY = 'At capacity, please try again.';

/** A status, a body, the code, and the message and the reason that callers see. */
test.each<[number, unknown, string, string?, string?]>([
  [
    403,
    { error: 'No', message: 'Needs the enterprise plan.' },
    'PLAN_REQUIRED',
    'Needs the enterprise plan.',
  ],
  [403, { error: 'Upgrade to use it.' }, 'PLAN_REQUIRED', 'Upgrade to use it.'],
  [403, { message: 'No.', reason: 'plan_required' }, 'PLAN_REQUIRED', 'No.', 'plan_required'],
  [403, { error: 'The key lacks the permission' }, 'FORBIDDEN', 'The key lacks the permission'],
  [
    403,
    { message: 'Planets are not yours.', reason: 'mine' },
    'FORBIDDEN',
    'Planets are not yours.',
    'mine',
  ],
  [503, { error: 'Not enabled' }, 'UPSTREAM_UNAVAILABLE', 'Not enabled'],
  [
    503,
    { error: 'B', message: BUSY, reason: 'capacity' },
    'UPSTREAM_UNAVAILABLE',
    BUSY,
    'capacity',
  ],
  [502, { message: DOWN }, 'UPSTREAM_UNAVAILABLE'],
  [503, { title: 'Unavailable', detail: DOWN }, 'UPSTREAM_UNAVAILABLE'],
  [500, { error: 'Error: no such table\n    at db.ts:7' }, 'UPSTREAM_UNAVAILABLE'],
  [500, `<h1>${DOWN}</h1>`, 'UPSTREAM_UNAVAILABLE'],
])(
  'of the status %i with %j, the code is %s, and the message is shown only in the format of the service: %s',
  async (status, body, code, message, reason) => {
    const { run } = await start({ upstream: reply(status, body) });
    const { errors } = await run(UPDATE);
    expect(errors?.[0]?.message).toBe(message ?? `The upstream failed with status ${status}.`);
    const shown = errors?.[0]?.extensions;
    expect([shown?.code, shown?.reason]).toStrictEqual([code, reason]);
  },
);

/** JSON that `JSON.parse` reads, but that overflows the stack of `JSON.stringify`. */
const DEEP = `{"id":"t1","newer":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;

test.each([
  ['{ tool(id: "t1") { id record } }', {}],
  ['{ llm(id: "00000000-0000-4000-8000-000000000000") { id record } }', {}],
  ['{ tool(id: "t1") { id record } __type(name: "Tool") { name } }', {}],
  [
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Tool { id record } } }',
    { r: [{ __typename: 'Tool', id: 't1' }] },
  ],
])('a record that is nested too deeply fails its field: %s', async (query, variables) => {
  const upstream = await fakeService((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(DEEP);
  });
  const options = { federation: true, client: { extensions: ['llms'] } } as const;
  const { run } = await start({ upstream, ...options });
  const { errors } = await run(query, variables);
  expect(errors).toMatchObject([
    {
      path: expect.arrayContaining(['record']),
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
    },
  ]);
});

const createApi = async (body: object) => start({ upstream: reply(400, body), extensions: 'all' });

test.each([
  { error: 'Invalid id' },
  { error: 'Bad Request', message: 'Invalid tool ID' },
  { message: 'Validation failed (uuid is expected)', error: 'Bad Request', statusCode: 400 },
  { message: 'params/id must match format "uuid"' },
  { error: 'invalid input syntax for type uuid: "t1"' },
  { message: 'Cast to ObjectId failed for value "t1"' },
  { errors: [{ path: 'toolId', message: 'The value is not valid.' }] },
  { error: 'Validation error', details: [{ path: ['params', 'id'], message: 'Bad', code: 'x' }] },
])('a 400 about the id means that no record has it: %j', async (body) => {
  const { run } = await createApi(body);
  const { data, errors } = await run('{ tool(id: "t1") { id } }');
  expect([data, errors]).toStrictEqual([{ tool: null }, undefined]);
  const removed = await run('mutation { deleteTool(id: "t1") { deletedId } }');
  expect(removed.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test.each([
  { error: 'Bad Request' },
  { error: 'Validation error' },
  { message: 'The header X-Request-ID is missing' },
  { error: 'The tool is in use by a valid persona' },
  {
    error: 'Validation error',
    details: [
      { path: ['id'], message: 'Not a UUID', code: 'invalid' },
      { path: ['version'], message: 'Required', code: 'required' },
    ],
  },
])('a 400 that is not about the id is an error: %j', async (body) => {
  const { run } = await createApi(body);
  const { data, errors } = await run(
    '{ tool(id: "t1") { id } avatarsByIds(ids: ["a1"]) { id } session(id: "s1") { id } }',
  );
  expect(data).toStrictEqual({ tool: null, avatarsByIds: [null], session: null });
  expect(errors?.map(({ extensions }) => extensions.code)).toStrictEqual(
    Array(3).fill('BAD_USER_INPUT'),
  );
  const removed = await run('mutation { deleteTool(id: "t1") { deletedId } }');
  expect(removed.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});
