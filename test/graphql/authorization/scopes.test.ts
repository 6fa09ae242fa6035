import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_SCOPES, SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { SERVER_KEY } from '../../support/issuer.ts';
import { ANSWER } from '../../support/openapi.ts';
import { exchange } from '../../support/raw-http.ts';
import type { ApiResponse } from '../../support/start.ts';
import { RESOURCES, ROOT_FIELDS, type RootField, runField } from '../root-fields.ts';
import { startForScopes, without } from './callers.ts';

const PERSONA = { id: 'p1', name: 'Ada', avatarId: 'a1', systemPrompt: 'Be kind.' };

/** The scopes of root fields that are not those of a resource. */
const OTHER_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  viewer: [],
  // What introspection tells, too.
  createGuestToken: [],
  sessionConcurrency: ['sessions:read'],
  sessionStatistics: ['sessions:read'],
  createVoiceUpload: ['voices:write'],
  createSessionToken: ['tokens:mint'],
  createLegacySessionToken: ['tokens:mint'],
};

/** The scopes of each root field. */
const REQUIRED_SCOPES: ReadonlyMap<string, readonly Scope[]> = new Map([
  ...Object.entries(OTHER_SCOPES),
  ...RESOURCES.flatMap(({ feature, get, byIds, list, create, update, remove }) => {
    const pair = (fields: readonly (RootField | undefined)[], scope: Scope) =>
      fields.flatMap((field) => (field ? [[field.name, [scope]] as const] : []));
    return [
      ...pair([get, byIds, list], `${feature}:read`),
      ...pair([create, update, remove], `${feature}:write`),
    ];
  }),
]);

const credentials: (string | undefined)[] = [];
const upstream = await fakeService((request, response) => {
  credentials.push(request.headers.authorization);
  const isList = /^GET \/v1\/([\w/-]+\?|knowledge\/groups$)|search$/.test(
    `${request.method} ${request.url}`,
  );
  const body = isList ? { data: [PERSONA], meta: { total: 1 } } : { ...ANSWER, ...PERSONA };
  request.resume().on('end', () => sendJson(response, 200, body));
});
const { api, authorize, as } = await startForScopes(upstream);

const getCode = (errors: ApiResponse['errors']) => errors?.[0]?.extensions.code;

beforeEach(() => {
  credentials.splice(0);
  upstream.calls.splice(0);
});

test('the table lists every root field and every scope', () => {
  expect(new Set(REQUIRED_SCOPES.keys())).toStrictEqual(
    new Set(ROOT_FIELDS.map(({ name }) => name)),
  );
  // No root field requires these alone.
  const others: Scope[] = ['transcripts:read', 'records:read', 'prompts:read'];
  expect(new Set([...REQUIRED_SCOPES.values()].flat().concat(others))).toStrictEqual(
    new Set(ALL_SCOPES),
  );
});

describe.each(ROOT_FIELDS)('$name', (field) => {
  const scopes = REQUIRED_SCOPES.get(field.name) ?? [];

  test('is allowed with its scope alone', async () => {
    const { errors } = await runField(api, field, await authorize(scopes));
    // No policy of this test has guests.
    expect(getCode(errors)).toBe(field.name === 'createGuestToken' ? 'NOT_SUPPORTED' : undefined);
    if (scopes.length > 0)
      expect(new Set(credentials)).toStrictEqual(new Set([`Bearer ${SERVER_KEY}`]));
  });

  if (scopes.length === 0) return;

  test('without it is FORBIDDEN without an upstream call', async () => {
    const { errors } = await runField(api, field, await authorize(without(...scopes)));
    expect(errors).toMatchObject([{ path: [field.name], extensions: { code: 'FORBIDDEN' } }]);
    expect(errors?.[0]?.message).toContain(scopes[0]);
    expect(credentials).toStrictEqual([]);
  });

  test('without a token is UNAUTHENTICATED', async () => {
    const { errors } = await runField(api, field);
    // A form is rejected before it is read.
    expect(errors?.[0]?.path).toStrictEqual(field.files ? undefined : [field.name]);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(credentials).toStrictEqual([]);
  });
});

const OVERRIDE =
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, overrides: { systemPrompt: "x" } }) { token { sessionToken } } }';

test.each([
  [[], 'tokens:mint and personas:read and prompts:read. The token has no scope of this API.'],
  [['personas:read'], 'tokens:mint and prompts:read. The token has personas:read.'],
  [['tokens:mint', 'personas:read'], 'prompts:read. The token has personas:read tokens:mint.'],
  [
    without('tokens:mint'),
    `tokens:mint. The token has ${ALL_SCOPES.slice(0, 10).join(' ')} and ${ALL_SCOPES.length - 11} others.`,
  ],
] as const)(
  'with the scopes %j, a field that requires three reports the missing %s',
  async (granted, missing) => {
    const { errors } = await as(granted, OVERRIDE);
    expect(errors?.map(({ message }) => message)).toStrictEqual([
      `This field requires a JWT with the scope ${missing}`,
    ]);
    expect(credentials).toStrictEqual([]);
  },
);

test('overrides of a saved persona are allowed with these three', async () => {
  const { errors } = await as(['tokens:mint', 'personas:read', 'prompts:read'], OVERRIDE);
  expect(errors).toBeUndefined();
});

test('a forbidden field does not report invalid arguments', async () => {
  const extensionsFor = async (...scopes: Scope[]) => {
    const { errors } = await as(scopes, '{ personas(page: 0) { totalCount } }');
    return errors?.[0]?.extensions;
  };
  expect(await extensionsFor('personas:read')).toHaveProperty('issues');
  const forbidden = await extensionsFor();
  expect(forbidden).not.toHaveProperty('issues');
  expect(forbidden?.code).toBe('FORBIDDEN');
});

test('an upload without a token is rejected before its body arrives', async () => {
  const { host } = new URL(api.url);
  const head = [
    'POST /graphql HTTP/1.1',
    `host: ${host}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 10000000',
  ];
  const answer = await exchange(
    api.url,
    (socket) => void socket.write(`${head.join('\r\n')}\r\n\r\n`),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/^www-authenticate: Bearer\r$/im);
});

test('the page about authentication lists every scope with its description', () => {
  const page = readFileSync('src/server/authentication/README.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+:\w+)` \| (.+) \|$/gm)];
  expect(rows.map(([, scope, meaning]) => [scope, meaning])).toStrictEqual([...SCOPES]);
});

test.each<[Scope, Scope, string]>([
  ['sessions:write', 'sessions:read', 'stopSession(id: "s1") { session { id } }'],
  ['meetings:write', 'meetings:read', 'cancelMeetingInvite(id: "m1") { meetingInvite { id } }'],
  [
    'tokens:mint',
    'personas:read',
    'createSessionToken(input: { personaConfig: { personaId: "p1" } }) { persona { id } }',
  ],
])(
  'a mutation with %s that also reads requires %s before it writes',
  async (own, needed, field) => {
    const { data, errors } = await as([own], `mutation { ${field} }`);
    expect(Object.values(data)).toStrictEqual([null]);
    expect(errors).toMatchObject([
      { message: expect.stringContaining(needed), extensions: { code: 'FORBIDDEN' } },
    ]);
    expect(upstream.calls).toStrictEqual([]);
    expect((await as([own, needed], `mutation { ${field} }`)).errors).toBeUndefined();
  },
);
