import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { create } from './accounts.ts';

const UNKNOWN = '3f0e9f7e-1111-4222-8333-444455556666';
const JSON_TYPE = { 'content-type': 'application/json' };

type Case = [
  method: string,
  path: string,
  init: RequestInit & { key?: string | null },
  status: number,
];

const json = (body: unknown): RequestInit => ({ body: JSON.stringify(body), headers: JSON_TYPE });

// One service for all requests, because a rejected request changes nothing.
const service = await startAvatarService();
const { ask, send } = service;
const PERSONA = await create(service, 'personas', { name: 'Ada' });

const LLM = { displayName: 'Mine', llmFormat: 'openai', modelName: 'm', secret: 's' };

// Rejections that a check of the conformance suite does not try (test/tools/conformance).
const cases: Case[] = [
  // Missing or invalid keys.
  ['GET', '/v1/personas', { key: null, headers: { authorization: 'Bearer' } }, 401],
  // Records that do not exist, cannot be changed, or are referred to by a malformed id.
  ...['personas', 'avatars', 'voices', 'llms', 'tools'].flatMap((resource): Case[] => {
    // The ids of LLMs are not all UUIDs.
    const malformed = resource === 'llms' ? 404 : 400;
    return [
      ['GET', `/v1/${resource}/nope`, {}, malformed],
      ['DELETE', `/v1/${resource}/nope`, {}, malformed],
      ['PUT', `/v1/${resource}/nope`, json({}), malformed],
    ];
  }),
  ...['personas', 'avatars', 'voices', 'llms'].map(
    (resource): Case => [
      'PUT',
      `/v1/${resource}/${UNKNOWN}`,
      json({ displayName: 'Nobody', name: 'Nobody' }),
      400,
    ],
  ),
  ['PUT', `/v1/personas/${PERSONA}`, json({ avatarId: 'nope' }), 400],
  ['PUT', `/v1/personas/${PERSONA}`, json({ toolIds: ['nope'] }), 400],
  ['PUT', `/v1/personas/${PERSONA}`, json({ brainType: 'CUSTOMER_CLIENT_V1' }), 400],
  ['GET', '/v1/avatars?onlyOneShot=yes', {}, 400],
  ['GET', '/v1/llms?includeDefaults=1', {}, 400],
  ['DELETE', `/v1/avatars/${UNKNOWN}?hard=maybe`, {}, 400],
  ['GET', `/v1/voices/${UNKNOWN}/sample`, {}, 404],
  ['GET', '/v1/voices/nope/sample.mp3', {}, 400],
  ['GET', `/v1/avatars/${UNKNOWN}/image`, {}, 404],
  ['GET', '/v1/avatars/nope/image', {}, 400],
  ['GET', `/v1/tools/${'x'.repeat(5000)}`, {}, 400],
  // Bodies that are not JSON, or do not match the contract.
  ['POST', '/v1/personas', { body: '', headers: JSON_TYPE }, 400],
  ['POST', '/v1/personas', {}, 400],
  ['POST', '/v1/personas', json(null), 400],
  ['POST', '/v1/personas', { body: '{"__proto__":{"a":1}}', headers: JSON_TYPE }, 400],
  ['POST', '/v1/personas', json({ avatarId: 'nope' }), 400],
  ['POST', '/v1/personas', json({ llmId: 'a', brainType: 'b' }), 400],
  ...['', 'ftp://llm.example/', 'https:///user:password@llm.example/'].map(
    (url): Case => ['POST', '/v1/llms', json({ ...LLM, urls: [{ url }] }), 400],
  ),
  // Query parameters outside their limits.
  ['GET', '/v1/personas?page=1.5', {}, 400],
  ['GET', '/v1/personas?page=', {}, 400],
  ['GET', '/v1/personas?page=1&page=2', {}, 400],
  ['GET', '/v1/personas?page=99999999999999999999', {}, 400],
  // Unsupported media types, and bodies over the limit.
  ['POST', '/v1/personas', { body: new FormData() }, 415],
  ['PUT', `/v1/tools/${UNKNOWN}`, { body: new URLSearchParams({ name: 'x' }) }, 415],
  ['POST', '/v1/avatars', { body: 'x', headers: { 'content-type': 'image/png' } }, 415],
  ['POST', '/v1/personas', json({ name: 'x'.repeat(1024 * 1024) }), 413],
  // Unknown paths and methods.
  ['GET', '/', {}, 404],
  ['GET', '/v2/personas', {}, 404],
  ['GET', `/v1/avatars/${UNKNOWN}/nope`, {}, 404],
  ['DELETE', '/v1/auth/session-token', { key: null }, 405],
];

test.each(cases)(
  '%s %s with %j is rejected with %i and a JSON error',
  async (method, path, init, status) => {
    const response = await ask(path, { method, ...init });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = await response.json();
    expect(body.error).toMatch(/^[A-Z]/);
    expect(body.message).toMatch(/\S+ \S+/);
    expect(response.headers.has('www-authenticate')).toBe(status === 401);
    expect(response.headers.has('allow')).toBe(status === 405);
  },
);

test.each([
  ['/v1/auth/session-token', 'GET, HEAD, POST'],
  ['/v1/personas', 'GET, HEAD, POST'],
  [`/v1/tools/${UNKNOWN}`, 'DELETE, GET, HEAD, PUT'],
  [`/v1/avatars/${UNKNOWN}/image`, 'GET, HEAD'],
  [`/v1/voices/${UNKNOWN}/sample`, 'GET, HEAD'],
])('%s sends the header Allow: %s with a 405', async (path, allow) => {
  const response = await ask(path, { method: 'PATCH' });
  expect([response.status, response.headers.get('allow')]).toStrictEqual([405, allow]);
});

test('every issue is reported with its path', async () => {
  const voiceGenerationOptions = { speed: 'fast' };
  const { body } = await send('POST /v1/auth/session-token', {
    clientLabel: 1,
    personaConfig: { personaId: 'x', voiceGenerationOptions },
  });
  expect(body.details.map(({ path }: { path: string[] }) => path.join('.')).sort()).toStrictEqual([
    'clientLabel',
    'personaConfig.voiceGenerationOptions.speed',
  ]);
});

test('the Bearer scheme ignores case', async () => {
  const { ask, keys } = await startAvatarService();
  const headers = { authorization: `bEaReR ${keys.pro}` };
  const response = await ask('/v1/personas', { key: null, method: 'HEAD', headers });
  expect([response.status, await response.text()]).toStrictEqual([200, '']);
});

test('an internal error is reported only to the operator', async () => {
  const reported: unknown[] = [];
  let isBroken = false;
  const { ask } = await startAvatarService({
    onError: (error) => reported.push(error),
    now: () => {
      if (isBroken) throw new Error('the clock of db-7 is broken');
      return new Date();
    },
  });
  isBroken = true;
  const response = await ask('/v1/personas', { method: 'POST', ...json({ name: 'x' }) });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('db-7');
  expect(reported).toMatchObject([{ message: 'the clock of db-7 is broken' }]);
});
