import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  deletableTool,
  denied,
  given,
  granted,
  hasStatus,
  type Sent,
  type Target,
} from './check.ts';
import { image } from './images.ts';

const section = 'Authentication';

/** Each endpoint with a request that would be granted if it came with a key. */
const ENDPOINTS: readonly [
  id: string,
  line: (target: Target) => string,
  sent: (t: Target) => Sent,
][] = [
  [
    'create-session-token',
    () => 'POST /v1/auth/session-token',
    (target) => ({ json: { personaConfig: { personaId: given(target, 'personaId') } } }),
  ],
  ['legacy-session-token', () => 'GET /v1/auth/session-token', () => ({})],
  ['create-persona', () => 'POST /v1/personas', () => ({ json: { name: 'Conformance' } })],
  ['personas', () => 'GET /v1/personas', () => ({})],
  [
    'create-avatar',
    () => 'POST /v1/avatars',
    () => ({ form: { displayName: 'Conformance', imageFile: image('png') } }),
  ],
  ['avatar', (target) => `GET /v1/avatars/${given(target, 'avatarId')}`, () => ({})],
  ['tool', (target) => `GET /v1/tools/${given(target, 'toolId')}`, () => ({})],
  ['update-tool', (target) => `PUT /v1/tools/${given(target, 'toolId')}`, () => ({ json: {} })],
  ['delete-tool', (target) => `DELETE /v1/tools/${deletableTool(target)}`, () => ({})],
];

/** Specification, "Authentication". */
export const authenticationChecks: readonly Check[] = [
  ...ENDPOINTS.map(
    ([id, line, sent]): Check => ({
      id: `authentication.${id}`,
      level: 'MUST',
      section,
      name: `${id} is denied without an Authorization header`,
      run: async (target) =>
        denied(await ask(target, line(target), { ...sent(target), key: null })),
    }),
  ),
  {
    id: 'authentication.bearer',
    level: 'MUST',
    section,
    name: 'a key is taken as Authorization: Bearer <API_KEY>',
    run: async (target) => {
      const headers = { authorization: `Bearer ${target.key}` };
      granted(await ask(target, 'GET /v1/personas', { key: null, headers }));
    },
  },
  {
    id: 'authentication.unknown-key',
    level: 'MUST',
    section,
    name: 'a key that is none is denied',
    run: async (target) => denied(await ask(target, 'GET /v1/personas', { key: 'no-such-key' })),
  },
  {
    id: 'authentication.other-scheme',
    level: 'ASSUMED',
    section,
    name: 'a key without the word Bearer is denied',
    run: async (target) => {
      const headers = { authorization: target.key };
      denied(await ask(target, 'GET /v1/personas', { key: null, headers }));
    },
  },
  {
    id: 'authentication.status',
    level: 'ASSUMED',
    section,
    name: 'who has no key is answered 401 by every endpoint, whatever the id',
    run: async (target) => {
      for (const line of [
        'GET /v1/personas',
        'GET /v1/avatars/no-such-avatar',
        'GET /v1/tools/no-such-tool',
        'DELETE /v1/tools/no-such-tool',
      ]) {
        hasStatus(await ask(target, line, { key: null }), 401);
      }
    },
  },
  {
    id: 'authentication.session-token-is-no-key',
    level: 'ASSUMED',
    section,
    name: 'a session token, a separate credential, is not taken as a key',
    run: async (target) => {
      const json = { personaConfig: { personaId: given(target, 'personaId') } };
      const { body } = granted(await ask(target, 'POST /v1/auth/session-token', { json }));
      const token = at(body, 'sessionToken');
      assert.ok(typeof token === 'string', 'There is no session token.');
      denied(await ask(target, 'GET /v1/personas', { key: token }));
    },
  },
];
