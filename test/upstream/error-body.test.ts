import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REDACTED } from '../../src/contract/redact.ts';
import { redactText } from '../../src/upstream/credential.ts';
import { reply } from '../support/fake-service.ts';
import { startIssuer } from '../support/issuer.ts';
import { start } from '../support/start.ts';

const UPDATE = 'mutation { updateTool(id: "t1", input: { name: "n" }) { tool { id } } }';

const KEY = 'sk-very-secret-key';

/** Returns the error of a mutation whose upstream responds with this body. */
async function getError(status: number, body: unknown, headers: Record<string, string> = {}) {
  const { run } = await start({ upstream: reply(status, body, headers) });
  const { errors } = await run(UPDATE, {}, { authorization: `Bearer ${KEY}` });
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}

const NAME_ISSUE = { path: ['input', 'name'], message: 'Too long.', code: 'INVALID' };
const INVALID = { message: 'Invalid.', issues: [] };

test.each<[string, object, object]>([
  ['error', { error: 'Invalid.' }, INVALID],
  ['message', { message: 'Invalid.' }, INVALID],
  ['an empty message', { error: 'Invalid.', message: '' }, INVALID],
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
    'errors with messages',
    {
      errors: [{ message: 'Too long.', path: ['name'] }, { message: 'No color.' }, 'No', { x: 1 }],
    },
    { message: 'Too long. No color.', issues: [NAME_ISSUE] },
  ],
])('the reasons of an error body with %s reach the caller', async (_, body, expected) => {
  expect(await getError(400, body)).toMatchObject({ code: 'BAD_USER_INPUT', ...expected });
});

test.each([
  [
    'BAD_USER_INPUT',
    { details: [{ path: ['name'], message: 'Too long.' }] },
    { issues: [NAME_ISSUE] },
  ],
  ['UNPROCESSABLE', { error: 'No face.' }, { message: 'No face.' }],
])('422 is %s with the body %j', async (code, body, expected) => {
  expect(await getError(422, body)).toMatchObject({ code, ...expected });
});

test.each<[string, unknown]>([
  ['text', 'secret content'],
  ['nothing', ''],
  ['a list', ['secret content']],
  ['unknown fields', { failure: { text: 'secret content' }, errors: [{ x: 'secret content' }] }],
  ['a message of several lines', { error: 'secret content\n at line 3' }],
  ['formats of frameworks', { detail: 'secret content', title: 'secret content' }],
  ['values of other types', { error: 7, message: { text: 'secret content' }, errors: 1 }],
])('the content of an error body with %s does not reach the caller', async (_, body) => {
  expect(await getError(400, body)).toMatchObject({ message: 'Bad Request', issues: [] });
});

test('messages, issues and paths are bounded', async () => {
  const long = 'x'.repeat(10_000);
  const path = Array.from({ length: 20 }, () => 'k'.repeat(1_000));
  const errors = Array.from({ length: 30 }, () => ({ message: long, path, code: long }));
  const error = await getError(400, { message: long, reason: long, errors });
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
    { error: 'Bad Request', message: echo, reason: KEY },
    { errors: [{ message: echo, path: ['a', KEY], code: KEY }] },
    { error: echo, details: [{ message: echo, path: KEY, code: KEY }] },
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
    const { run } = await start({
      upstream: reply(status, { error: NOT_ALLOWED }),
      authenticate: issuer.authenticate(),
    });
    const authorization = `Bearer ${await issuer.sign()}`;
    const { errors } = await run('{ tool(id: "t1") { id } }', {}, { authorization });
    expect(errors).toMatchObject([{ message, extensions }]);
  },
);

const unit = fc.constantFrom('a', 'b', '.');

test('each occurrence of a secret is replaced, as String.replaceAll does', () => {
  const texts = fc.string({ unit, maxLength: 30 });
  const secrets = fc.string({ unit, minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(texts, secrets, (text, secret) => {
      expect(redactText(text, secret)).toBe(text.replaceAll(secret, REDACTED));
    }),
    { numRuns: 2_000 },
  );
});

test('a long secret leaves nothing, whether all of it occurs or its beginning', () => {
  const secret = Array.from({ length: 4_096 }, (_, index) => index.toString(36)).join('-');
  expect(redactText(`key ${secret}!`, secret)).toBe(`key ${REDACTED}!`);
  expect(redactText(`key ${secret.slice(0, 1_000)}!`, secret)).toBe(`key ${REDACTED}!`);
  expect(redactText(`key ${secret.slice(0, 63)}!`, secret)).toBe(`key ${secret.slice(0, 63)}!`);
});

test('an occurrence that stays is not changed', () => {
  const stays = (before = '', after = '') => /\w/.test(before + after);
  expect(redactText('abc abcd zabc abcabc', 'abc', stays)).toBe(`${REDACTED} abcd zabc abcabc`);
  const secret = 'x'.repeat(200);
  const word = 'x'.repeat(100);
  expect(redactText(`${word}y ${word}`, secret, stays)).toBe(`${word}y ${REDACTED}`);
});
