import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  expectDenied,
  expectStatus,
  expectSuccess,
  requireDeletableTool,
  requireOption,
  type Sent,
  type Target,
} from './check.ts';
import { image } from './images.ts';

const section = 'Authentication';

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
    ([id, line, sent]): Check => ({
      id: `authentication.${id}`,
      level: 'MUST',
      section,
      name: `${id} is denied without an Authorization header`,
      run: async (target) =>
        expectDenied(await ask(target, line(target), { ...sent(target), key: null })),
    }),
  ),
  {
    id: 'authentication.bearer',
    level: 'MUST',
    section,
    name: 'a key is accepted as Authorization: Bearer <API_KEY>',
    run: async (target) => {
      const headers = { authorization: `Bearer ${target.key}` };
      expectSuccess(await ask(target, 'GET /v1/personas', { key: null, headers }));
    },
  },
  {
    id: 'authentication.unknown-key',
    level: 'MUST',
    section,
    name: 'an unknown key is denied',
    run: async (target) =>
      expectDenied(await ask(target, 'GET /v1/personas', { key: 'no-such-key' })),
  },
  {
    id: 'authentication.other-scheme',
    level: 'ASSUMED',
    section,
    name: 'a key without the Bearer scheme is denied',
    run: async (target) => {
      const headers = { authorization: target.key };
      expectDenied(await ask(target, 'GET /v1/personas', { key: null, headers }));
    },
  },
  {
    id: 'authentication.status',
    level: 'ASSUMED',
    section,
    name: 'a request without a key is 401 at every endpoint, even with an unknown id',
    run: async (target) => {
      for (const line of [
        'GET /v1/personas',
        'GET /v1/avatars/no-such-avatar',
        'GET /v1/tools/no-such-tool',
        'DELETE /v1/tools/no-such-tool',
      ]) {
        expectStatus(await ask(target, line, { key: null }), 401);
      }
    },
  },
  {
    id: 'authentication.session-token-is-no-key',
    level: 'ASSUMED',
    section,
    name: 'a session token is not accepted as a key',
    run: async (target) => {
      const json = { personaConfig: { personaId: requireOption(target, 'personaId') } };
      const { body } = expectSuccess(await ask(target, 'POST /v1/auth/session-token', { json }));
      const token = at(body, 'sessionToken');
      assert.ok(typeof token === 'string', 'The response has no session token.');
      expectDenied(await ask(target, 'GET /v1/personas', { key: token }));
    },
  },
];
