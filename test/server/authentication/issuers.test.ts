import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { createJwtAuth } from '../../../src/server/authentication/authenticate.ts';
import { createJwtVerifier, type JwtIssuer } from '../../../src/server/authentication/jwt.ts';
import { createRateLimiter } from '../../../src/server/limits/rate-limits.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { type Issuer, startIssuer, type Variation } from '../../support/issuer.ts';
import { listen } from '../../support/resources.ts';
import { type StartOptions, start } from '../../support/start.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';

const ONE = 'https://one.example/';
const TWO = 'https://two.example/';
const TOOL = '{ tool(id: "t1") { id } }';

/** Starts an API that accepts the tokens of some issuers. `ask` returns the status and the first message. */
async function startOwn(
  issuers: readonly JwtIssuer[],
  keySet?: Parameters<typeof createJwtVerifier>[1],
  options?: StartOptions,
) {
  const upstream = await startUpstreamWithResponse(200, { id: 't1' });
  const verify = createJwtVerifier(issuers, keySet);
  const authenticate = createJwtAuth(Credential.fromKey('k'), verify);
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const api = await start({ upstream, authenticate, onFault, ...options });
  const ask = async (token: string) => {
    const { status, errors } = await api.run(TOOL, {}, { authorization: `Bearer ${token}` });
    return errors ? [status, errors[0]?.message] : status;
  };
  return { ask, faults, upstream };
}

async function startTwo(algorithm: 'ES256' | 'RS256' = 'ES256') {
  const [one, two] = await Promise.all([startIssuer(ONE), startIssuer(TWO, algorithm)]);
  return { one, two, ...(await startOwn([one.rules, two.rules])) };
}

test('the tokens of several issuers are verified with the keys of each', async () => {
  const { one, two, ask } = await startTwo();
  expect(await ask(await one.sign())).toBe(200);
  expect(two.fetches()).toBe(0);
  expect(await ask(await two.sign())).toBe(200);
  expect([one.fetches(), two.fetches()]).toStrictEqual([1, 1]);
});

/** Signs a token in the name of the first issuer with the key of another, as far as its algorithm allows. */
const forge = async (key: CryptoKey, alg: string, kid = 'first') =>
  new SignJWT({ iss: ONE, aud: 'avatar-graphql', sub: 'ada', scope: 'tools:read' })
    .setProtectedHeader({ alg, kid })
    .setExpirationTime('1h')
    .sign(key);

const signature = [401, 'The signature of the JWT is not valid.'];
const algorithm = [401, 'The signature algorithm of the JWT is not allowed.'];

test.each<[string, (issuers: { one: Issuer; two: Issuer }) => Promise<string>, unknown]>([
  ['signed by the second', ({ two }) => two.sign({ claims: { iss: ONE } }), algorithm],
  [
    'signed by another key of its algorithm',
    async () => forge((await generateKeyPair('ES256')).privateKey, 'ES256'),
    signature,
  ],
  [
    'with HS256 and the public key as secret',
    async ({ two }) =>
      new SignJWT({ iss: TWO, aud: 'avatar-graphql', sub: 'ada' })
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(await two.publicKey())),
    algorithm,
  ],
  [
    'that is not signed',
    async () =>
      new UnsecuredJWT({ iss: ONE, aud: 'avatar-graphql', sub: 'ada' })
        .setExpirationTime('1h')
        .encode(),
    [401, expect.stringMatching(/not allowed|not a signed JWT/)],
  ],
])('a token in the name of an issuer %s is rejected', async (_, make, outcome) => {
  const { one, two, ask, upstream } = await startTwo('RS256');
  // Both have fetched their keys.
  await ask(await one.sign());
  await ask(await two.sign());
  const calls = upstream.calls.length;
  expect(await ask(await make({ one, two }))).toStrictEqual(outcome);
  expect(upstream.calls).toHaveLength(calls);
});

test('a token of one issuer does not pass with the audience of another', async () => {
  const [one, two] = await Promise.all([startIssuer(ONE), startIssuer(TWO)]);
  const { ask } = await startOwn([one.rules, { ...two.rules, audience: ['other'] }]);
  expect(await ask(await two.sign())).toStrictEqual([
    401,
    'The aud claim of the JWT is avatar-graphql. The API expects other.',
  ]);
  expect(await ask(await two.sign({ claims: { aud: ['x', 'other'] } }))).toBe(200);
});

test('tokens of thousands of unknown issuers are rejected without a fetch, and without their names', async () => {
  const { one, two, ask, upstream } = await startTwo();
  const [header, , signed] = (await one.sign()).split('.');
  const outcomes = new Set<string>();
  for (let index = 0; index < 2_000; index += 1) {
    const claims = Buffer.from(`{"iss":"https://evil-${index}.example"}`).toString('base64url');
    outcomes.add(JSON.stringify(await ask(`${header}.${claims}.${signed}`)));
  }
  expect([...outcomes]).toStrictEqual([
    '[401,"The iss claim of the JWT is not that of an issuer that the API accepts."]',
  ]);
  expect([one.fetches(), two.fetches(), upstream.calls.length]).toStrictEqual([0, 0, 0]);
});

test.each([[undefined], [7], [[ONE]], [{ [ONE]: 1 }], ['__proto__'], ['']])(
  'a token with the iss claim %j is of no issuer',
  async (iss) => {
    const { one, ask } = await startTwo();
    expect(await ask(await one.sign({ claims: { iss } }))).toStrictEqual([
      401,
      expect.stringContaining('The iss claim'),
    ]);
    expect(one.fetches()).toBe(0);
  },
);

test('equal subjects of two issuers are two callers', async () => {
  const [one, two] = await Promise.all([startIssuer(ONE), startIssuer(TWO)]);
  const rateLimiter = createRateLimiter({ fields: 2 });
  const { ask } = await startOwn([one.rules, two.rules], undefined, { rateLimiter });
  const [ofOne, ofTwo] = await Promise.all([one.sign(), two.sign()]);
  expect([await ask(ofOne), await ask(ofOne)]).toStrictEqual([200, 200]);
  expect(await ask(ofOne)).toStrictEqual([429, expect.stringContaining('RATE_LIMIT')]);
  expect([await ask(ofTwo), await ask(ofTwo)]).toStrictEqual([200, 200]);
});

test('an issuer that never answers delays only its own tokens, and those not for long', async () => {
  const silent = await listen(() => undefined);
  const one = await startIssuer(ONE);
  const hanging = { ...one.rules, issuer: TWO, keys: { jwksUrl: silent } };
  const { ask, faults } = await startOwn([one.rules, hanging], { timeout: 100 });
  const waiting = Array.from({ length: 20 }, async (_, index) =>
    ask(await one.sign({ claims: { iss: TWO, sub: `user-${index}` } })),
  );
  expect(await ask(await one.sign())).toBe(200);
  const unavailable = [503, 'The keys for JWT verification are currently unavailable.'];
  expect(await Promise.all(waiting)).toStrictEqual(Array(20).fill(unavailable));
  expect(faults).toHaveLength(20);
});

const secretToken = (secret: string, claims: Variation['claims'] = {}) =>
  new SignJWT({ iss: ONE, aud: 'avatar-graphql', sub: 'ada', scope: 'tools:read', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));

test('several shared secrets are accepted while one replaces another', async () => {
  const [old, next, other] = ['old', 'next', 'other'].map((name) => name.padEnd(32, '.'));
  const secrets = [next, old].map((text = '') => new Secret(text));
  const { ask } = await startOwn([
    { issuer: ONE, audience: ['avatar-graphql'], algorithms: ['HS256'], keys: { secrets } },
  ]);
  expect(await ask(await secretToken(old ?? ''))).toBe(200);
  expect(await ask(await secretToken(next ?? ''))).toBe(200);
  expect(await ask(await secretToken(other ?? ''))).toStrictEqual(signature);
});

test('a token without a key id is verified with each key of its algorithm', async () => {
  const pairs = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const keys = await Promise.all(pairs.map(({ publicKey }) => exportJWK(publicKey)));
  const jwksUrl = await listen((_, response) => response.end(JSON.stringify({ keys })));
  const { ask } = await startOwn([
    { issuer: ONE, audience: ['avatar-graphql'], algorithms: ['ES256'], keys: { jwksUrl } },
  ]);
  const sign = (key: CryptoKey) =>
    new SignJWT({ iss: ONE, aud: 'avatar-graphql', sub: 'ada', scope: 'tools:read' })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime('1h')
      .sign(key);
  for (const { privateKey } of pairs) expect(await ask(await sign(privateKey))).toBe(200);
  expect(await ask(await sign((await generateKeyPair('ES256')).privateKey))).toStrictEqual(
    signature,
  );
});

test('while keys rotate under load, no valid token is rejected', async () => {
  const issuer = await startIssuer();
  const { ask } = await startOwn([issuer.rules], { cooldown: 0 });
  const outcomes: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const tokens = await Promise.all(
      Array.from({ length: 40 }, (_, index) => issuer.sign({ claims: { sub: `user-${index}` } })),
    );
    outcomes.push(...(await Promise.all(tokens.map(ask))));
    await issuer.rotate();
  }
  expect(new Set(outcomes)).toStrictEqual(new Set([200]));
  expect(issuer.fetches()).toBeLessThanOrEqual(10);
});

test.each<[string, Partial<JwtIssuer>, Variation['claims'], unknown]>([
  [
    'audience in another claim',
    { audienceClaim: 'client_id' },
    { aud: undefined, client_id: 'avatar-graphql' },
    200,
  ],
  [
    'audience only in aud, but expected elsewhere',
    { audienceClaim: 'client_id' },
    {},
    [401, 'The client_id claim of the JWT is missing.'],
  ],
  ['required claim', { require: { token_use: 'access' } }, { token_use: 'access' }, 200],
  [
    'another value of a required claim',
    { require: { token_use: 'access' } },
    { token_use: 'id' },
    [401, 'The token_use claim of the JWT is not access.'],
  ],
  [
    'no required claim',
    { require: { token_use: 'access' } },
    {},
    [401, 'The token_use claim of the JWT is missing.'],
  ],
  [
    'required claim of another type',
    { require: { level: 1 } },
    { level: '1' },
    [401, 'The level claim of the JWT is not 1.'],
  ],
  [
    'scopes in a list',
    { scopeClaims: ['permissions'] },
    { scope: undefined, permissions: ['tools:read'] },
    200,
  ],
  [
    'scopes at a pointer',
    { scopeClaims: ['/realm_access/roles'] },
    { scope: undefined, realm_access: { roles: ['tools:read'] } },
    200,
  ],
  [
    'scopes in two claims',
    { scopeClaims: ['a', 'b'] },
    { a: 'personas:read', b: ['tools:read'] },
    200,
  ],
  ['scopes with a prefix', { scopePrefix: 'api/' }, { scope: 'openid api/tools:read' }, 200],
  [
    'scopes without the prefix',
    { scopePrefix: 'api/' },
    { scope: 'tools:read api/llms:read' },
    [200, 'This field requires a JWT with the scope tools:read. The token has llms:read.'],
  ],
  [
    'scopes of the prototype',
    { scopeClaims: ['/__proto__/x', 'toString'] },
    {},
    [
      200,
      'This field requires a JWT with the scope tools:read. The token has no scope of this API.',
    ],
  ],
  ['an empty subject', {}, { sub: '' }, [401, 'The sub claim of the JWT is not valid.']],
  ['a subject that is a list', {}, { sub: ['ada'] }, [401, expect.stringContaining('sub claim')]],
])('a token with %s', async (_, rules, claims, outcome) => {
  const issuer = await startIssuer();
  const { ask } = await startOwn([{ ...issuer.rules, ...rules }]);
  expect(await ask(await issuer.sign({ claims: claims ?? {} }))).toStrictEqual(outcome);
});
