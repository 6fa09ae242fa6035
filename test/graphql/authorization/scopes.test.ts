import { readFileSync } from 'node:fs';
import { isObjectType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { ALL_SCOPES, SCOPES, type Scope } from '../../../src/policy/scopes.ts';
import { multipart } from '../../support/files.ts';
import { SERVER_KEY, startIssuer } from '../../support/issuer.ts';
import { exchange } from '../../support/raw-http.ts';
import { start } from '../../support/start.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';
import { REQUIRED_SCOPES } from './required-scopes.ts';

const PERSONA = { id: 'p1', name: 'Ada', avatarId: 'a1', systemPrompt: 'Be kind.' };
const SESSION = { active: 1, sessionCount: 1 };

const UPLOAD = { uploadUrl: 'https://storage.example/1', audioKey: 'k1' };

const TEXT = new File(['text'], 'a.txt');

const issuer = await startIssuer();
const credentials: (string | undefined)[] = [];
const upstream = await startUpstream((request, response) => {
  credentials.push(request.headers.authorization);
  const isList = /^GET \/v1\/([\w/-]+\?|knowledge\/groups$)|search$/.test(
    `${request.method} ${request.url}`,
  );
  const body = isList
    ? { data: [PERSONA], meta: { total: 1 } }
    : { ...PERSONA, ...SESSION, ...UPLOAD, sessionToken: 'x' };
  request.resume().on('end', () => sendJson(response, 200, body));
});
const api = await start({ upstream, authenticate: issuer.authenticate(), extensions: 'all' });

const run = (query: string, headers: Record<string, string> = {}) =>
  query.includes('$file')
    ? api.send({ headers, body: multipart({ query, variables: { file: null } }, { file: TEXT }) })
    : api.run(query, { secret: 'sk-test-1234' }, headers);

const as = async (scope: readonly Scope[], query: string) =>
  run(query, { authorization: `Bearer ${await issuer.sign({ scope: scope.join(' ') })}` });

beforeEach(() => {
  credentials.splice(0);
  upstream.calls.splice(0);
});

test('the table lists every root field and every scope', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter(isObjectType);
  const fields = roots.flatMap((type) => Object.keys(type.getFields()));
  expect(new Set(REQUIRED_SCOPES.map(([field]) => field))).toStrictEqual(new Set(fields));
  // No root field requires these.
  const scopes = [
    ...REQUIRED_SCOPES.flatMap(([, , ...scopes]) => scopes),
    'transcripts:read',
    'records:read',
  ];
  expect(new Set(scopes)).toStrictEqual(new Set(ALL_SCOPES));
});

for (const [field, operation, ...scopes] of REQUIRED_SCOPES) {
  test(`${field} is allowed with ${scopes.join(' and ') || 'no scope at all'}`, async () => {
    const { errors } = await as(scopes, operation);
    expect(errors).toBeUndefined();
    if (scopes.length > 0)
      expect(new Set(credentials)).toStrictEqual(new Set([`Bearer ${SERVER_KEY}`]));
  });

  test.each(scopes)(
    `${field} without %s is FORBIDDEN without an upstream call`,
    async (missing) => {
      const { errors } = await as(
        ALL_SCOPES.filter((scope) => scope !== missing),
        operation,
      );
      expect(errors).toMatchObject([{ path: [field], extensions: { code: 'FORBIDDEN' } }]);
      expect(errors?.[0]?.message).toContain(missing);
      expect(credentials).toStrictEqual([]);
    },
  );

  if (scopes.length === 0) continue;
  test(`${field} without a token is UNAUTHENTICATED`, async () => {
    const { errors } = await run(operation);
    // A form is rejected before it is read.
    const path = operation.includes('$file') ? undefined : [field];
    expect(errors?.[0]?.path).toStrictEqual(path);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(credentials).toStrictEqual([]);
  });
}

test.each([
  [[], 'tokens:mint and personas:read and prompts:read. The token has no scope of this API.'],
  [['personas:read'], 'tokens:mint and prompts:read. The token has personas:read.'],
  [['tokens:mint', 'personas:read'], 'prompts:read. The token has personas:read tokens:mint.'],
  [
    ALL_SCOPES.filter((scope) => scope !== 'tokens:mint'),
    `tokens:mint. The token has ${ALL_SCOPES.slice(0, 10).join(' ')} and ${ALL_SCOPES.length - 11} others.`,
  ],
] as const)(
  'with the scopes %j, a field that requires three reports the missing %s',
  async (granted, missing) => {
    const { errors } = await as(
      granted,
      'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" }, overrides: { systemPrompt: "x" } }) { token { sessionToken } } }',
    );
    expect(errors?.map(({ message }) => message)).toStrictEqual([
      `This field requires a JWT with the scope ${missing}`,
    ]);
  },
);

test('without avatars:read, personas are returned without their avatars', async () => {
  const { data, errors } = await as(
    ['personas:read'],
    '{ personas { items { name avatar { id } } } }',
  );
  expect(data).toStrictEqual({ personas: { items: [{ name: 'Ada', avatar: null }] } });
  expect(errors).toMatchObject([
    { path: ['personas', 'items', 0, 'avatar'], extensions: { code: 'FORBIDDEN' } },
  ]);
  expect(upstream.calls).toHaveLength(1);
});

test('without personas:read, avatars are still returned', async () => {
  const { data, errors } = await as(
    ['avatars:read'],
    '{ personas { total } personasConnection { totalCount } avatars { total } }',
  );
  expect(data).toStrictEqual({ personas: null, personasConnection: null, avatars: { total: 1 } });
  expect(errors).toMatchObject(
    [['personas'], ['personasConnection']].map((path) => ({
      path,
      extensions: { code: 'FORBIDDEN' },
    })),
  );
  expect(upstream.calls).toHaveLength(1);
});

test('a forbidden field does not report invalid arguments', async () => {
  const extensionsFor = async (...scopes: Scope[]) => {
    const { errors } = await as(scopes, '{ personas(page: 0) { total } }');
    return errors?.[0]?.extensions;
  };
  expect(await extensionsFor('personas:read')).toHaveProperty('issues');
  const forbidden = await extensionsFor();
  expect(forbidden).not.toHaveProperty('issues');
  expect(forbidden?.code).toBe('FORBIDDEN');
});

test('the scope of one field does not allow another', async () => {
  const { data, errors } = await as(
    ['tokens:mint'],
    'mutation { createLegacySessionToken { token { sessionToken } } deleteTool(id: "t1") { deletedId } }',
  );
  expect(data).toStrictEqual({
    createLegacySessionToken: { token: { sessionToken: 'x' } },
    deleteTool: null,
  });
  expect(errors).toMatchObject([{ path: ['deleteTool'], extensions: { code: 'FORBIDDEN' } }]);
  expect(upstream.calls).toStrictEqual(['GET /v1/auth/session-token']);
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
