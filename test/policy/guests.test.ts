import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createGuestPolicy, GUEST_SECRET, PUBLIC_URL, startGuestApi } from '../support/guests.ts';
import { claimsOf, MINT, signToken, TOKEN_SECRET } from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';
import { start } from '../support/start.ts';

const VIEWER = '{ viewer { subject issuer role scopes } }';

const getCode = ({ errors }: { errors: undefined | { extensions: { code: string } }[] }) =>
  errors?.[0]?.extensions.code;

test('a visitor gets a token, and starts a session within the rules of the role of guests', async () => {
  const api = await startGuestApi();
  const { data } = await api.visit();
  const { token, expiresAt } = data.createGuestToken;
  const { sub, exp = 0, iat = 0, ...claims } = decodeJwt(token);
  expect(claims).toStrictEqual({ iss: 'avatar-graphql:guests', aud: PUBLIC_URL });
  expect(sub).toMatch(/^guest\.[\w-]{22}$/);
  expect([exp - iat, Date.parse(expiresAt)]).toStrictEqual([86_400, exp * 1000]);
  expect((await api.runAs(token, VIEWER)).data.viewer).toStrictEqual({
    subject: sub,
    issuer: 'avatar-graphql:guests',
    role: 'guest',
    scopes: ['personas:read', 'tokens:mint', 'sessions:read'],
  });
  expect((await api.runAs(token, MINT)).errors).toBeUndefined();
  expect(api.upstream.mints()).toStrictEqual([
    {
      personaConfig: { personaId: MINE, maxSessionLengthSeconds: 120 },
      clientLabel: expect.stringMatching(new RegExp(`^site:${sub}:[\\w-]{22}$`)),
    },
  ]);
});

test('two visitors are two guests, who see only their own sessions', async () => {
  const api = await startGuestApi();
  const [one, other] = [await api.getToken(), await api.getToken()];
  await api.runAs(one, MINT);
  api.upstream.sessions.set('s1', { id: 's1', ...api.upstream.mints()[0], personaId: MINE });
  const read = (token: string) => api.runAs(token, '{ session(id: "s1") { id } }');
  expect((await read(one)).data.session).toStrictEqual({ id: 's1' });
  expect((await read(other)).data.session).toBeNull();
  expect((await read(await signToken(claimsOf('ada')))).data.session).toBeNull();
});

test('without guests in the policy, there are no tokens for them', async () => {
  const api = await startGuestApi(
    createGuestPolicy({}, { guests: undefined, guest: { when: {} } }),
  );
  expect(getCode(await api.visit())).toBe('NOT_SUPPORTED');
  const { run } = await start();
  expect(getCode(await run('mutation { createGuestToken(input: {}) { token } }'))).toBe(
    'NOT_SUPPORTED',
  );
});

test('an operation creates one token', async () => {
  const { run } = await start();
  const twice =
    'mutation { a: createGuestToken(input: {}) { token } b: createGuestToken(input: {}) { token } }';
  expect(getCode(await run(twice))).toBe('OPERATION_TOO_LARGE');
});

test('a client whose address is not known is FORBIDDEN', async () => {
  const api = await startGuestApi();
  expect(getCode(await api.visit('unknown'))).toBe('FORBIDDEN');
});

describe('a token that the API did not give to a guest', () => {
  const claims = { iss: 'avatar-graphql:guests', aud: PUBLIC_URL, sub: 'guest.forged' };
  const guest = { secret: GUEST_SECRET, typ: 'guest+jwt' };
  const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
  const forge = (alg: string, secret: string, exp: number) =>
    new SignJWT({ ...claims, exp })
      .setProtectedHeader({ alg, typ: 'guest+jwt' })
      .sign(new TextEncoder().encode(secret));
  type Sign = (getToken: () => Promise<string>) => Promise<string> | string;
  test.each<[string, Sign]>([
    ['signed by the issuer of users', () => signToken(claims, { ...guest, secret: TOKEN_SECRET })],
    [
      'signed with an unknown secret',
      () => signToken(claims, { ...guest, secret: 'x'.repeat(40) }),
    ],
    ['of another type', () => signToken(claims, { ...guest, typ: 'JWT' })],
    ['without a type', () => signToken(claims, { secret: GUEST_SECRET })],
    ['for another API', () => signToken({ ...claims, aud: 'api' }, guest)],
    [
      'of the issuer of users, with the secret of guests',
      () => signToken(claimsOf('guest.x'), guest),
    ],
    ['that is not signed', () => new UnsecuredJWT({ ...claims, exp: inAnHour }).encode()],
    ['with another algorithm', () => forge('HS512', GUEST_SECRET.padEnd(64, '0'), inAnHour)],
    ['that has expired', () => forge('HS256', GUEST_SECRET, inAnHour - 7_200)],
    [
      'that was changed',
      async (getToken) => {
        const token = await getToken();
        const [header, , signature] = token.split('.');
        const changed = JSON.stringify({ ...decodeJwt(token), sub: 'guest.other' });
        return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
      },
    ],
  ])('%s is UNAUTHENTICATED', async (_, sign) => {
    const api = await startGuestApi();
    expect(getCode(await api.runAs(await sign(api.getToken), VIEWER))).toBe('UNAUTHENTICATED');
  });
});

test('the subject of a guest is refused from the issuer of users, and a claim makes no guest', async () => {
  const api = await startGuestApi();
  const { sub = '' } = decodeJwt(await api.getToken());
  const stolen = await signToken(claimsOf(sub));
  expect((await api.runAs(stolen, VIEWER)).data.viewer).toMatchObject({ role: null, scopes: [] });
  expect(getCode(await api.runAs(stolen, MINT))).toBe('FORBIDDEN');
  const claimed = await signToken(
    claimsOf('ada', { role: 'guest', issuer: 'avatar-graphql:guests' }),
  );
  expect((await api.runAs(claimed, VIEWER)).data.viewer.role).toBe('user');
});

test('the first secret signs, all of them verify, and a removed one revokes its tokens', async () => {
  const NEW = 'next-secret-of-guests-0123456789abcdef';
  const api = await startGuestApi();
  const isAccepted = async (token: string) =>
    (await api.runAs(token, VIEWER)).data?.viewer?.role === 'guest';
  const old = await api.getToken();
  await api.setPolicy(createGuestPolicy({ secrets: [NEW, GUEST_SECRET] }));
  const next = await api.getToken();
  expect([await isAccepted(old), await isAccepted(next)]).toStrictEqual([true, true]);
  await api.setPolicy(createGuestPolicy({ secrets: [NEW] }));
  expect([await isAccepted(old), await isAccepted(next)]).toStrictEqual([false, true]);
});

test('a reload gives guests another role, and a policy without guests revokes their tokens', async () => {
  const api = await startGuestApi();
  const token = await api.getToken();
  await api.setPolicy(createGuestPolicy({}, { guest: { scopes: ['personas:read'] } }));
  expect(getCode(await api.runAs(token, MINT))).toBe('FORBIDDEN');
  await api.setPolicy(createGuestPolicy({}, { guests: undefined, guest: { when: {} } }));
  expect(getCode(await api.runAs(token, VIEWER))).toBe('UNAUTHENTICATED');
});

test('a policy that has guests alone needs no other issuer', async () => {
  const api = await startGuestApi(createGuestPolicy({}, { issuers: undefined }));
  expect((await api.runAs(await api.getToken(), MINT)).errors).toBeUndefined();
  expect(getCode(await api.runAs(await signToken(claimsOf('ada')), VIEWER))).toBe(
    'UNAUTHENTICATED',
  );
});

test('guests have the key of their tenant', async () => {
  const api = await startGuestApi(
    createGuestPolicy(
      { tenant: 'public' },
      {
        tenants: { keys: { public: 'key-of-guests' } },
        issuers: [
          {
            name: 'main',
            issuer: 'https://main.example',
            secrets: [TOKEN_SECRET],
            audience: 'api',
            tenantClaim: 'org',
          },
        ],
      },
    ),
  );
  await api.runAs(await api.getToken(), MINT);
  expect(api.upstream.recorded.map(({ key }) => key)).toStrictEqual(['Bearer key-of-guests']);
});

/** What is wrong with the policy, and what the start says. */
const INVALID: readonly (readonly [string, object, string])[] = [
  ['no limit of sessions', createGuestPolicy({ concurrent: undefined }), 'guests.concurrent: '],
  [
    'an unknown role',
    createGuestPolicy({ role: 'visitor' }),
    'guests.role: is the name of no role',
  ],
  [
    'a secret of an issuer',
    createGuestPolicy({ secrets: [GUEST_SECRET, TOKEN_SECRET] }),
    'guests.secrets[1]: is also a secret of an issuer',
  ],
  ['a short secret', createGuestPolicy({ secrets: ['short'] }), 'guests.secrets[0]: '],
  [
    'a tenant without tenants',
    createGuestPolicy({ tenant: 'a' }),
    'guests.tenant: requires tenants',
  ],
  [
    'an unencrypted URL of a challenge',
    createGuestPolicy({ challenge: { verifyUrl: 'http://challenge.example', secret: 's' } }),
    'guests.challenge.verifyUrl: must start with https',
  ],
  [
    'the reserved issuer',
    createGuestPolicy(
      {},
      {
        issuers: [
          {
            name: 'main',
            issuer: 'avatar-graphql:guests',
            jwksUrl: 'https://main.example/jwks',
            audience: 'api',
          },
        ],
      },
    ),
    'issuers[0].issuer: is reserved for guests',
  ],
  ...(
    [
      [{ when: {} }, 'when: is not allowed'],
      [{ issuers: ['main'] }, 'issuers: is not allowed'],
      [{ scopes: 'all' }, 'scopes: can have only'],
      [{ scopes: ['sessions:write'] }, 'scopes: can have only'],
      [{ personas: 'all' }, 'personas: must be a list of ids'],
      [{ personas: { claim: 'ids' } }, 'personas: must be a list of ids'],
      [{ sessions: 'all' }, 'sessions: must be own'],
      [{ mint: 'any' }, 'mint: must be a block of rules'],
      [{ mint: undefined }, 'mint: must be a block of rules'],
    ] as const
  ).map(
    ([guest, problem]) =>
      [`a role with ${JSON.stringify(guest)}`, createGuestPolicy({}, { guest }), problem] as const,
  ),
];

test.each(INVALID)('%s is an error at the start', async (_, policy, problem) => {
  await expect(startGuestApi(policy)).rejects.toThrow(problem);
});

test.each<[string, Record<string, string>, string]>([
  ['no URL of the API', { PUBLIC_URL: '' }, 'guests require PUBLIC_URL'],
  ['production without Redis', { NODE_ENV: 'production' }, 'guests require REDIS_URL'],
  [
    'the secret of AUTH_SECRET',
    { AUTH_SECRET: GUEST_SECRET, AUTH_ISSUER: 'https://a.example', AUTH_AUDIENCE: 'api' },
    'AUTH_SECRET cannot be a secret of guests',
  ],
])('%s is an error at the start', async (_, settings, problem) => {
  const policy = createGuestPolicy({}, { issuers: undefined });
  await expect(startGuestApi(policy, settings)).rejects.toThrow(problem);
});
