import assert from 'node:assert/strict';
import {
  ask,
  assumed,
  at,
  type Check,
  expectDenied,
  expectStatus,
  expectSuccess,
  must,
  requireDeletableTool,
  requireOption,
  type Sent,
  type Target,
} from './check.ts';
import { image } from './images.ts';

/** Every endpoint with a request that succeeds with a key. */
const ENDPOINTS: readonly [
  id: string,
  line: (target: Target) => string,
  sent: (t: Target) => Sent,
][] = [
  [
    'create-session-token',
    () => 'POST /v1/auth/session-token',
    (target) => ({ json: { personaConfig: { personaId: requireOption(target, 'personaId') } } }),
  ],
  ['legacy-session-token', () => 'GET /v1/auth/session-token', () => ({})],
  ['create-persona', () => 'POST /v1/personas', () => ({ json: { name: 'Conformance' } })],
  ['personas', () => 'GET /v1/personas', () => ({})],
  [
    'create-avatar',
    () => 'POST /v1/avatars',
    () => ({ form: { displayName: 'Conformance', imageFile: image('png') } }),
  ],
  ['avatar', (target) => `GET /v1/avatars/${requireOption(target, 'avatarId')}`, () => ({})],
  ['tool', (target) => `GET /v1/tools/${requireOption(target, 'toolId')}`, () => ({})],
  [
    'update-tool',
    (target) => `PUT /v1/tools/${requireOption(target, 'toolId')}`,
    () => ({ json: {} }),
  ],
  ['delete-tool', (target) => `DELETE /v1/tools/${requireDeletableTool(target)}`, () => ({})],
];

/** Checks of "Authentication" in the specification. */
export const authenticationChecks: readonly Check[] = [
  ...ENDPOINTS.map(
    ([id, line, sent]): Check =>
      must(
        `authentication.${id}`,
        `${id} is denied without an Authorization header`,
        async (target) =>
          expectDenied(await ask(target, line(target), { ...sent(target), key: null })),
      ),
  ),
  must(
    'authentication.bearer',
    'a key is accepted as Authorization: Bearer <API_KEY>',
    async (target) => {
      const headers = { authorization: `Bearer ${target.key}` };
      expectSuccess(await ask(target, 'GET /v1/personas', { key: null, headers }));
    },
  ),
  must('authentication.unknown-key', 'an unknown key is denied', async (target) =>
    expectDenied(await ask(target, 'GET /v1/personas', { key: 'no-such-key' })),
  ),
  assumed(
    'authentication.other-scheme',
    'a key without the Bearer scheme is denied',
    async (target) => {
      const headers = { authorization: target.key };
      expectDenied(await ask(target, 'GET /v1/personas', { key: null, headers }));
    },
  ),
  assumed(
    'authentication.status',
    'a request without a key is 401 at every endpoint, even with an unknown id',
    async (target) => {
      for (const line of [
        'GET /v1/personas',
        'GET /v1/avatars/no-such-avatar',
        'GET /v1/tools/no-such-tool',
        'DELETE /v1/tools/no-such-tool',
      ]) {
        expectStatus(await ask(target, line, { key: null }), 401);
      }
    },
  ),
  assumed(
    'authentication.session-token-is-no-key',
    'a session token is not accepted as a key',
    async (target) => {
      const json = { personaConfig: { personaId: requireOption(target, 'personaId') } };
      const { body } = expectSuccess(await ask(target, 'POST /v1/auth/session-token', { json }));
      const token = at(body, 'sessionToken');
      assert.ok(typeof token === 'string', 'The response has no session token.');
      expectDenied(await ask(target, 'GET /v1/personas', { key: token }));
    },
  ),
];
