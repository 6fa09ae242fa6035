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
const URL_ISSUE = { path: ['input', 'config', 'url'], message: 'No URL.', code: 'INVALID' };
const INVALID = { message: 'Invalid.', issues: [] };
const NAMED = { message: 'Invalid. input.name: Too long.', issues: [NAME_ISSUE] };
const TWO = { message: 'Too long. No color.', issues: [] };

const PROBLEM = { type: 'https://example.com/p', title: 'Invalid.', status: 400 };

test.each<[string, object, object]>([
  ['error', { error: 'Invalid.' }, INVALID],
  [
    'error, message and details',
    {
      error: 'Bad Request',
      message: 'Invalid.',
      reason: 'too_long',
      details: [{ path: 'name', message: 'Too long.', code: 'too_big' }],
    },
    { ...NAMED, reason: 'too_long', issues: [{ ...NAME_ISSUE, code: 'TOO_LARGE' }] },
  ],
  [
    'a list as message',
    { error: 'Bad Request', statusCode: 400, message: ['Too long.', 'No color.'] },
    TWO,
  ],
  ['an empty message', { error: 'Invalid.', message: '' }, INVALID],
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
        { ...URL_ISSUE, path: ['input', 'config', 'urls', 0] },
        ...[URL_ISSUE, URL_ISSUE, URL_ISSUE],
        { ...URL_ISSUE, path: ['input', 'config', 'a/b'] },
      ],
    },
  ],
  ['the title of a problem', PROBLEM, INVALID],
  [
    'the detail of a problem with pointers',
    { ...PROBLEM, detail: 'Wrong.', errors: [{ detail: 'Too long.', pointer: '#/name' }] },
    { ...NAMED, message: 'Wrong. input.name: Too long.' },
  ],
  [
    'a problem with the messages of each field',
    { ...PROBLEM, errors: { name: ['Too long.'], 'config.url': ['No URL.'] } },
    { ...NAMED, issues: [NAME_ISSUE, URL_ISSUE] },
  ],
  [
    'a problem with invalid parameters',
    { ...PROBLEM, 'invalid-params': [{ name: 'name', reason: 'Too long.' }] },
    NAMED,
  ],
  [
    'an object as error',
    { error: { ...INVALID, code: 'long', details: [{ field: 'name', message: 'Too long.' }] } },
    { ...NAMED, reason: 'long' },
  ],
  [
    'an object as error, with a status for machines',
    { error: { code: 400, message: 'Invalid.', status: 'INVALID_ARGUMENT' } },
    { ...INVALID, reason: 'INVALID_ARGUMENT' },
  ],
  ['detail', { detail: 'Invalid.' }, INVALID],
  [
    'detail with locations',
    { detail: [{ loc: ['body', 'name'], msg: 'Too long.', type: 'string_too_long' }] },
    { message: 'Too long.', issues: [NAME_ISSUE] },
  ],
  ['errors as strings', { errors: ['Too long.', 'No color.'] }, TWO],
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

test.each([
  ['BAD_USER_INPUT', [{ loc: ['body', 'name'], msg: 'Too long.' }], { issues: [NAME_ISSUE] }],
  ['UNPROCESSABLE', 'No face.', { message: 'No face.' }],
])('422 is %s with the detail %j', async (code, detail, expected) => {
  expect(await getError(422, { detail })).toMatchObject({ code, ...expected });
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

const NOT_ALLOWED = 'The plan does not allow this.';

test.each([
  [
    401,
    'The upstream rejected the API key of this server.',
    { code: 'UPSTREAM_UNAVAILABLE', reason: 'server_key_rejected' },
  ],
  [403, NOT_ALLOWED, { code: 'PLAN_REQUIRED' }],
])(
  '%i about the key of this server is, for a caller with a JWT: %s',
  async (status, message, extensions) => {
    const issuer = await startIssuer();
    const upstream = await startUpstreamWithResponse(status, { error: NOT_ALLOWED });
    const { run } = await start({ upstream, authenticate: issuer.authenticate() });
    const authorization = `Bearer ${await issuer.sign()}`;
    const { errors } = await run('{ tool(id: "t1") { id } }', {}, { authorization });
    expect(errors).toMatchObject([{ message, extensions }]);
  },
);
