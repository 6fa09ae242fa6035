import { expect, test } from 'vitest';
import { startIssuer } from '../support/issuer.ts';
import { start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';

const UPDATE = 'mutation { updateTool(id: "t1", input: { name: "n" }) { tool { id } } }';

const KEY = 'sk-very-secret-key';

/** Returns the error of a mutation whose upstream responds with this body. */
async function getError(status: number, body: unknown, headers: Record<string, string> = {}) {
  const upstream = await startUpstreamWithResponse(status, body, headers);
  const { run } = await start({ upstream });
  const { errors } = await run(UPDATE, {}, { authorization: `Bearer ${KEY}` });
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}

const NAME_ISSUE = { path: ['input', 'name'], message: 'Too long.', code: 'INVALID' };

const PROBLEM = { type: 'https://example.com/p', title: 'Invalid.', status: 400 };

test.each<[string, object, object]>([
  ['error', { error: 'Invalid.' }, { message: 'Invalid.', issues: [] }],
  [
    'error, message and details',
    {
      error: 'Bad Request',
      message: 'Invalid.',
      reason: 'too_long',
      details: [{ path: 'name', message: 'Too long.', code: 'too_big' }],
    },
    {
      message: 'Invalid. input.name: Too long.',
      reason: 'too_long',
      issues: [{ ...NAME_ISSUE, code: 'TOO_LARGE' }],
    },
  ],
  [
    'a list as message',
    { error: 'Bad Request', statusCode: 400, message: ['Too long.', 'No color.'] },
    { message: 'Too long. No color.', issues: [] },
  ],
  ['an empty message', { error: 'Invalid.', message: '' }, { message: 'Invalid.', issues: [] }],
  [
    'paths in every notation',
    {
      error: 'Invalid.',
      details: [
        { path: ['config', null, 'urls', 0, {}], message: 'No URL.' },
        { pointer: '/config/url', message: 'No URL.' },
        { field: '$.config.url', message: 'No URL.' },
        { field: 'config..url', message: 'No URL.' },
        { field: 'config.a/b', message: 'No URL.' },
      ],
    },
    {
      message: 'Invalid. input.config.urls.0: No URL.',
      issues: [
        ['config', 'urls', 0],
        ['config', 'url'],
        ['config', 'url'],
        ['config', 'url'],
        ['config', 'a/b'],
      ].map((path) => ({ path: ['input', ...path], message: 'No URL.', code: 'INVALID' })),
    },
  ],
  ['the title of a problem', PROBLEM, { message: 'Invalid.', issues: [] }],
  [
    'the detail of a problem with pointers',
    {
      ...PROBLEM,
      detail: 'The name is too long.',
      errors: [{ detail: 'Too long.', pointer: '#/name' }],
    },
    { message: 'The name is too long. input.name: Too long.', issues: [NAME_ISSUE] },
  ],
  [
    'a problem with the messages of each field',
    { ...PROBLEM, errors: { name: ['Too long.'], 'config.url': ['No URL.'] } },
    {
      message: 'Invalid. input.name: Too long.',
      issues: [
        NAME_ISSUE,
        { path: ['input', 'config', 'url'], message: 'No URL.', code: 'INVALID' },
      ],
    },
  ],
  [
    'a problem with invalid parameters',
    { ...PROBLEM, 'invalid-params': [{ name: 'name', reason: 'Too long.' }] },
    { message: 'Invalid. input.name: Too long.', issues: [NAME_ISSUE] },
  ],
  [
    'an object as error',
    {
      error: {
        code: 'too_long',
        message: 'Invalid.',
        details: [{ field: 'name', message: 'Too long.' }],
      },
    },
    { message: 'Invalid. input.name: Too long.', reason: 'too_long', issues: [NAME_ISSUE] },
  ],
  [
    'an object as error, with a status for machines',
    { error: { code: 400, message: 'Invalid.', status: 'INVALID_ARGUMENT' } },
    { message: 'Invalid.', reason: 'INVALID_ARGUMENT', issues: [] },
  ],
  ['detail', { detail: 'Invalid.' }, { message: 'Invalid.', issues: [] }],
  [
    'detail with locations',
    { detail: [{ loc: ['body', 'name'], msg: 'Too long.', type: 'string_too_long' }] },
    { message: 'Too long.', issues: [{ ...NAME_ISSUE, code: 'INVALID' }] },
  ],
  [
    'errors as strings',
    { errors: ['Too long.', 'No color.'] },
    { message: 'Too long. No color.', issues: [] },
  ],
  [
    'errors with a path or a field',
    {
      errors: [
        { message: 'Too long.', path: ['name'] },
        { message: 'Too long.', field: 'name' },
      ],
    },
    { message: 'Too long. Too long.', issues: [NAME_ISSUE, NAME_ISSUE] },
  ],
  [
    'errors of JSON:API',
    { errors: [{ title: 'Too long.', source: { pointer: '/name' }, code: 'too_long' }] },
    { message: 'Too long.', issues: [NAME_ISSUE] },
  ],
])('the reasons of an error body with %s reach the caller', async (_, body, expected) => {
  const type = 'title' in body ? 'application/problem+json' : 'application/json';
  expect(await getError(400, body, { 'content-type': type })).toMatchObject({
    code: 'BAD_USER_INPUT',
    ...expected,
  });
});

test('422 with the fields is BAD_USER_INPUT', async () => {
  const detail = [{ loc: ['body', 'name'], msg: 'Too long.' }];
  expect(await getError(422, { detail })).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [NAME_ISSUE],
  });
});

test('422 without fields is UNPROCESSABLE', async () => {
  expect(await getError(422, { detail: 'No face.' })).toMatchObject({
    code: 'UNPROCESSABLE',
    message: 'No face.',
  });
});

test.each<[string, unknown]>([
  ['text', 'secret content'],
  ['nothing', ''],
  ['a list', ['secret content']],
  ['unknown fields', { failure: { text: 'secret content' }, errors: [{ x: 'secret content' }] }],
  ['values of other types', { error: 7, message: { text: 'secret content' }, errors: 1 }],
])('the content of an error body with %s does not reach the caller', async (_, body) => {
  expect(await getError(400, body)).toMatchObject({ message: 'Bad Request', issues: [] });
});

test('messages, issues and paths are bounded', async () => {
  const long = 'x'.repeat(10_000);
  const path = Array.from({ length: 20 }, () => 'k'.repeat(1_000));
  const errors = Array.from({ length: 30 }, () => ({ message: long, path, code: long }));
  const error = await getError(400, { title: long, reason: long, errors });
  expect(error.message).toHaveLength(500);
  expect(error.issues).toHaveLength(20);
  for (const { path, message, code } of error.issues ?? []) {
    expect([path.length, message.length, code]).toStrictEqual([18, 500, 'INVALID']);
    for (const key of path) expect(String(key).length).toBeLessThanOrEqual(500);
  }
  expect(error.reason).toHaveLength(500);
});

test('the credential is redacted wherever a body repeats it', async () => {
  const echo = `Authorization: Bearer ${KEY}`;
  for (const body of [
    { title: echo, detail: echo, errors: { [KEY]: [echo] } },
    { error: { message: echo, code: KEY, details: [{ path: [KEY], message: echo, code: KEY }] } },
    { detail: [{ loc: ['body', KEY], msg: echo, type: KEY }] },
    { errors: [echo, { message: echo, path: `a.${KEY}` }] },
  ]) {
    const error = await getError(400, body);
    expect(JSON.stringify(error)).not.toContain(KEY);
    expect(error.message).toContain('[redacted]');
  }
});

test('if the upstream rejects the key of this server, a caller with a JWT gets UPSTREAM_UNAVAILABLE', async () => {
  const issuer = await startIssuer();
  const upstream = await startUpstreamWithResponse(401, { error: 'The API key is not valid.' });
  const { run } = await start({ upstream, authenticate: issuer.authenticate() });
  const authorization = `Bearer ${await issuer.sign()}`;
  const { errors } = await run('{ tool(id: "t1") { id } }', {}, { authorization });
  expect(errors).toMatchObject([
    {
      message: 'The upstream rejected the API key of this server.',
      extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: 'server_key_rejected' },
    },
  ]);
});

test('if the plan of this server’s key does not allow an operation, a caller with a JWT gets PLAN_REQUIRED', async () => {
  const issuer = await startIssuer();
  const upstream = await startUpstreamWithResponse(403, { error: 'The plan does not allow this.' });
  const { run } = await start({ upstream, authenticate: issuer.authenticate() });
  const authorization = `Bearer ${await issuer.sign()}`;
  const { errors } = await run('{ tool(id: "t1") { id } }', {}, { authorization });
  expect(errors).toMatchObject([
    { message: 'The plan does not allow this.', extensions: { code: 'PLAN_REQUIRED' } },
  ]);
});
