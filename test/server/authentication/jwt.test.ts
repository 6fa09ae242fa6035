import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { type Issuer, SERVER_KEY, startIssuer } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';

const TOOL = '{ tool(id: "t1") { id } }';

async function startOwn(authenticate?: Parameters<Issuer['authenticate']>[0]) {
  const issuer = await startIssuer();
  const credentials: (string | undefined)[] = [];
  const upstream = await fakeService((request, response) => {
    credentials.push(request.headers.authorization);
    sendJson(response, 200, { id: 't1' });
  });
  const faults: unknown[] = [];
  const facade = await start({
    upstream,
    authenticate: issuer.authenticate(authenticate),
    onFault: (fault) => faults.push(fault),
  });
  const ask = (token: string, query = TOOL) =>
    facade.run(query, {}, { authorization: `Bearer ${token}` });
  return { ...facade, issuer, upstream, credentials, faults, ask };
}

test('a caller with a valid token uses the server’s own key upstream', async () => {
  const { issuer, ask, credentials } = await startOwn();
  const { data, errors } = await ask(await issuer.sign());
  expect([data, errors]).toStrictEqual([{ tool: { id: 't1' } }, undefined]);
  expect(credentials).toStrictEqual([`Bearer ${SERVER_KEY}`]);
});

/** The API of tokens that are rejected. */
const shared = await startOwn();

const tamperWith = (token: string) => {
  const [head, , signature] = token.split('.');
  const claims = Buffer.from(JSON.stringify({ ...CLAIMS, exp: 9e9 })).toString('base64url');
  return [head, claims, signature].join('.');
};

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

const CLAIMS = { sub: 'eve', iss: 'https://issuer.example/', aud: 'avatar-graphql' };

/** Signs a token with another algorithm, in the name of the issuer's key. */
const signWith = (alg: string, key: CryptoKey | Uint8Array) =>
  new SignJWT(CLAIMS).setProtectedHeader({ alg, kid: 'first' }).setExpirationTime('1h').sign(key);

const ALGORITHM = /algorithm of the JWT is not allowed/;

test.each<[string, (issuer: Issuer) => Promise<string> | string, RegExp]>([
  ['that has expired', ({ sign }) => sign({ expires: -60 }), /has expired/],
  ['that never expires', ({ sign }) => sign({ expires: null }), /exp claim of the JWT is missing/],
  [
    'that is not valid yet',
    ({ sign }) => sign({ claims: { nbf: seconds(60) } }),
    /yet \(nbf claim\)/,
  ],
  [
    'of another issuer',
    ({ sign }) => sign({ claims: { iss: 'https://evil.example/' } }),
    /^The iss claim of the JWT is not https:\/\/issuer.example\/\.$/,
  ],
  [
    'for another API',
    ({ sign }) => sign({ claims: { aud: ['payments', 'the "mail"'] } }),
    /aud claim of the JWT is payments,the "mail". The API expects avatar-graphql\./,
  ],
  [
    'whose audience is a list in a list',
    ({ sign }) => sign({ claims: { aud: [['avatar-graphql']] } }),
    /aud claim of the JWT is \[\["avatar-graphql"\]\]\. The API expects avatar-graphql\./,
  ],
  [
    'without a subject',
    ({ sign }) => sign({ claims: { sub: undefined } }),
    /sub claim .* is missing/,
  ],
  [
    'signed by another key of the same name',
    async ({ sign }) => sign({ key: (await generateKeyPair('ES256')).privateKey }),
    /signature of the JWT is not valid/,
  ],
  ['signed by an unknown key', ({ sign }) => sign({ kid: 'other' }), /an unknown key/],
  ['whose claims were changed', async ({ sign }) => tamperWith(await sign()), /signature/],
  [
    'that is not signed',
    () => new UnsecuredJWT(CLAIMS).setExpirationTime('1h').encode(),
    /not allowed|not a signed JWT/,
  ],
  [
    'signed with the public key as a secret',
    async ({ publicKey }) => signWith('HS256', new TextEncoder().encode(await publicKey())),
    ALGORITHM,
  ],
  [
    'with an algorithm that is not accepted',
    async () => signWith('ES384', (await generateKeyPair('ES384')).privateKey),
    ALGORITHM,
  ],
  [
    'whose scope is a number',
    ({ sign }) => sign({ claims: { scope: 7 } }),
    /scope claim .* not valid/,
  ],
  ['that is not a JWT', () => 'nonsense', /not a signed JWT/],
  ['that consists of two words', () => 'a b', /must contain one bearer token/],
])(
  'a token %s is rejected with 401 UNAUTHENTICATED, with the reason and without the token',
  async (_, make, reason) => {
    const { issuer, ask, upstream } = shared;
    const token = await make(issuer);
    const { status, headers, errors } = await ask(token);
    expect(status).toBe(401);
    expect(errors).toMatchObject([{ message: reason, extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", error_desc/);
    expect(errors?.[0]?.extensions.requestId).toBe(headers.get('x-request-id'));
    expect(JSON.stringify([errors, [...headers]])).not.toContain(token);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test.each(['Basic', 'Token', 'Bearer Bearer'])(
  'a valid token with the scheme %s instead of Bearer is rejected with 401',
  async (scheme) => {
    const { issuer, run, upstream } = shared;
    const authorization = `${scheme} ${await issuer.sign()}`;
    expect((await run(TOOL, {}, { authorization })).status).toBe(401);
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('the clock tolerance applies to the expiry', async () => {
  const { issuer, ask } = await startOwn();
  expect((await ask(await issuer.sign({ expires: -2 }))).errors).toBeUndefined();
  expect((await ask(await issuer.sign({ expires: -10 }))).status).toBe(401);
});

const accepting = await startOwn();

test.each([
  { scope: 'openid tools:read' },
  { scope: ['tools:read'] },
  { scope: undefined, scp: 'tools:read' },
  { scope: undefined, scp: ['tools:read', 'x'] },
])('scopes are read from the claims %j', async (claims) => {
  const { issuer, ask } = accepting;
  expect((await ask(await issuer.sign({ claims }))).errors).toBeUndefined();
});

test('the JWKS is fetched once for many callers', async () => {
  const { issuer, ask } = await startOwn();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => issuer.sign()));
  const responses = await Promise.all(tokens.map((token) => ask(token)));
  expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([200]));
  expect(issuer.fetches()).toBe(1);
});

test('tokens with unknown keys do not cause repeated fetches', async () => {
  const { issuer, ask } = await startOwn();
  await ask(await issuer.sign());
  for (const kid of ['a', 'b', 'c', 'd']) {
    expect((await ask(await issuer.sign({ kid }))).status).toBe(401);
  }
  expect(issuer.fetches()).toBe(1);
});

test.each([
  ['accepted', { maxAge: 0, cooldown: 0 }, 200],
  ['not accepted beyond the maximum age of keys', { maxAge: 0, maxStale: 0 }, 503],
])('while the issuer is unavailable, tokens with cached keys are %s', async (_, times, status) => {
  const { issuer, ask, faults } = await startOwn(times);
  expect((await ask(await issuer.sign())).status).toBe(200);
  issuer.setJwksResponse(() => ({ status: 500, body: 'down' }));
  const other = await issuer.sign({ claims: { sub: 'bob' } });
  expect((await ask(other)).status).toBe(status);
  expect(issuer.fetches()).toBe(2);
  expect(faults).toHaveLength(status === 200 ? 0 : 1);
});

test.each<[string, string, number, string?]>([
  ['fails', 'down', 500],
  ['responds with something else', '<html></html>', 200],
  ['responds with invalid keys', '{"keys":7}', 200],
  ['responds with too many bytes', `{"keys":[],"x":"${'x'.repeat(300_000)}"}`, 200],
  ['redirects', '', 302, 'http://127.0.0.1:1/keys'],
])(
  'if the issuer %s and no key is cached, the response is 503',
  async (_, body, status, location) => {
    const { issuer, ask, faults, upstream } = await startOwn({ retryDelay: 0 });
    issuer.setJwksResponse(() => ({ status, body, ...(location && { location }) }));
    const token = await issuer.sign();
    const response = await ask(token);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect([faults.length, upstream.calls]).toStrictEqual([1, []]);
    issuer.setJwksResponse(undefined);
    expect((await ask(token)).status).toBe(200);
  },
);

test('after a failed fetch, the JWKS is not fetched again for some seconds', async () => {
  const { issuer, ask } = await startOwn();
  issuer.setJwksResponse(() => ({ status: 500, body: 'down' }));
  const tokens = await Promise.all(['a', 'b', 'c'].map((sub) => issuer.sign({ claims: { sub } })));
  const responses = await Promise.all(tokens.map((token) => ask(token)));
  for (const token of tokens) responses.push(await ask(token));
  expect(responses.map(({ status }) => status)).toStrictEqual(Array(6).fill(503));
  expect(issuer.fetches()).toBe(1);
});
