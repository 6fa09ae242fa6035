import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import * as library from '../../../src/index.ts';
import { createJwtAuth } from '../../../src/server/authentication/authenticate.ts';
import { createJwtVerifier, type JwtIssuer } from '../../../src/server/authentication/jwt.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { type Issuer, startIssuer, type Variation } from '../../support/issuer.ts';
import { createExactLimiter } from '../../support/rate-limits.ts';
import { listen } from '../../support/resources.ts';
import { type StartOptions, start } from '../../support/start.ts';

const ONE = 'https://one.example/';
const TWO = 'https://two.example/';
const TOOL = '{ tool(id: "t1") { id } }';

/** Starts an API that accepts the tokens of some issuers. `ask` returns the status and the first message. */
async function startOwn(
  issuers: readonly JwtIssuer[],
  keySet?: Parameters<typeof createJwtVerifier>[1],
  options?: StartOptions,
) {
  const upstream = await fakeService(reply(200, { id: 't1' }));
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

async function startTwo() {
  const [one, two] = await Promise.all([startIssuer(ONE), startIssuer(TWO)]);
  return { one, two, ...(await startOwn([one.rules, two.rules])) };
}

const signature = [401, 'The signature of the JWT is not valid.'];

test('the tokens of several issuers are verified with the keys of each, and of no other', async () => {
  const { one, two, ask, upstream } = await startTwo();
  expect(await ask(await one.sign())).toBe(200);
  expect(two.fetches()).toBe(0);
  expect(await ask(await two.sign())).toBe(200);
  expect([one.fetches(), two.fetches()]).toStrictEqual([1, 1]);
  const calls = upstream.calls.length;
  expect(await ask(await two.sign({ claims: { iss: ONE } }))).toStrictEqual(signature);
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

/** The API of tokens that are of no issuer. */
const shared = await startTwo();

test.each([[undefined], [7], [[ONE]], [{ [ONE]: 1 }], ['__proto__'], ['']])(
  'a token with the iss claim %j is of no issuer',
  async (iss) => {
    const { one, ask } = shared;
    expect(await ask(await one.sign({ claims: { iss } }))).toStrictEqual([
      401,
      'The iss claim of the JWT is not that of an issuer that the API accepts.',
    ]);
    expect(one.fetches()).toBe(0);
  },
);

test('equal subjects of two issuers are two callers', async () => {
  const [one, two] = await Promise.all([startIssuer(ONE), startIssuer(TWO)]);
  const rateLimiter = createExactLimiter({ fields: 2 });
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
  const { ask, faults } = await startOwn([one.rules, hanging], { timeout: 3_000 });
  const waiting = Array.from({ length: 20 }, async (_, index) =>
    ask(await one.sign({ claims: { iss: TWO, sub: `user-${index}` } })),
  );
  expect(await ask(await one.sign())).toBe(200);
  const unavailable = [503, 'The keys for JWT verification are currently unavailable.'];
  expect(await Promise.all(waiting)).toStrictEqual(Array(20).fill(unavailable));
  expect(faults).toHaveLength(20);
});

/** Starts an API that accepts tokens with an algorithm, and returns a function that asks with one signed by a key. */
async function startForKeys(alg: 'HS256' | 'ES256', keys: JwtIssuer['keys']) {
  const rules = { issuer: ONE, audience: ['avatar-graphql'], algorithms: [alg], keys };
  const { ask } = await startOwn([rules]);
  const claims = { iss: ONE, aud: 'avatar-graphql', sub: 'ada', scope: 'tools:read' };
  return async (key: CryptoKey | Uint8Array) =>
    ask(await new SignJWT(claims).setProtectedHeader({ alg }).setExpirationTime('1h').sign(key));
}

test('several shared secrets are accepted while one replaces another', async () => {
  const texts = ['old', 'next', 'other'].map((name) => name.padEnd(32, '.'));
  const secrets = texts.slice(0, 2).map((text) => new Secret(text));
  const askWith = await startForKeys('HS256', { secrets });
  const answers = texts.map((text) => askWith(new TextEncoder().encode(text)));
  expect(await Promise.all(answers)).toStrictEqual([200, 200, signature]);
});

test('a token without a key id is accepted from an issuer with one key, and rejected if several match', async () => {
  const pairs = await Promise.all([1, 2].map(() => generateKeyPair('ES256')));
  const keys = await Promise.all(pairs.map(({ publicKey }) => exportJWK(publicKey)));
  const askFor = async (count: number) => {
    const body = JSON.stringify({ keys: keys.slice(0, count) });
    const jwksUrl = await listen((_, response) => response.end(body));
    const askWith = await startForKeys('ES256', { jwksUrl });
    return Promise.all(pairs.slice(0, count).map(({ privateKey }) => askWith(privateKey)));
  };
  const several = [401, 'The JWT does not say which key signed it (kid).'];
  expect([await askFor(1), await askFor(2)]).toStrictEqual([[200], [several, several]]);
});

const SCOPE = 'This field requires a JWT with the scope tools:read. The token has';
const ACCESS = { require: { token_use: 'access' } };
const ELSEWHERE = { audienceClaim: 'client_id' };
const PREFIXED = { scopePrefix: 'api/' };
const [TYPE, SUBJECT] = ['The token_use claim of the JWT', 'The sub claim of the JWT'];

/** A token, the rules of its issuer, its claims, and the message of the error that it has, if it has one. */
const TOKENS: [string, Partial<JwtIssuer>, Variation['claims'], string?][] = [
  ['audience elsewhere', ELSEWHERE, { aud: undefined, client_id: 'avatar-graphql' }],
  ['audience only in aud', ELSEWHERE, {}, 'The client_id claim of the JWT is missing.'],
  ['required claim', ACCESS, { token_use: 'access' }],
  ['another required value', ACCESS, { token_use: 'id' }, `${TYPE} is not access.`],
  ['no required claim', ACCESS, {}, `${TYPE} is missing.`],
  ['another type', { require: { token_use: 1 } }, { token_use: '1' }, `${TYPE} is not 1.`],
  ['list of scopes', { scopeClaims: ['a'] }, { scope: undefined, a: ['tools:read'] }],
  ['scopes at a pointer', { scopeClaims: ['/a/b'] }, { scope: '', a: { b: ['tools:read'] } }],
  ['scopes in two claims', { scopeClaims: ['a', 'b'] }, { a: 'llms:read', b: ['tools:read'] }],
  ['scopes with a prefix', PREFIXED, { scope: 'openid api/tools:read' }],
  ['no prefix', PREFIXED, { scope: 'tools:read api/llms:read' }, `${SCOPE} llms:read.`],
  [
    'no scopes',
    { scopeClaims: ['/__proto__/x', 'toString'] },
    {},
    `${SCOPE} no scope of this API.`,
  ],
  ['an empty subject', {}, { sub: '' }, `${SUBJECT} is not valid.`],
  ['a subject that is a list', {}, { sub: ['ada'] }, `${SUBJECT} is not valid.`],
];

const issuers = await Promise.all(TOKENS.map((_, n) => startIssuer(`https://${n}.example/`)));
const { ask: askIssuer } = await startOwn(
  issuers.map(({ rules }, n) => ({ ...rules, ...TOKENS[n]?.[1] })),
);

test.each(TOKENS.map(([name, , claims, message], n) => ({ name, claims, message, n })))(
  'a token with $name',
  async ({ claims = {}, message, n }) => {
    const token = await issuers[n]?.sign({ claims });
    const status = message?.startsWith(SCOPE) ? 200 : 401;
    expect(await askIssuer(token ?? '')).toStrictEqual(message ? [status, message] : 200);
  },
);

/** Starts the program with the keys of an issuer. `ask` returns the status of a request with a token of it. */
async function startBySettings(respond?: Parameters<Issuer['setJwksResponse']>[0]) {
  const { rules, setJwksResponse, fetches, sign } = await startIssuer(ONE);
  setJwksResponse(respond);
  const jwksUrl = 'jwksUrl' in rules.keys ? rules.keys.jwksUrl : '';
  const upstream = await fakeService(reply(200, { id: 't1' }));
  const { logged, run } = await start({
    settings: {
      ...{ UPSTREAM_URL: upstream.url, UPSTREAM_API_KEY: 'key' },
      ...{ AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: ONE, AUTH_AUDIENCE: 'avatar-graphql' },
    },
  });
  const ask = async () => (await run(TOOL, {}, { authorization: `Bearer ${await sign()}` })).status;
  return { ask, fetches, jwksUrl, warnings: () => logged().filter((line) => 'url' in line) };
}

test.each([
  [404, '{}', 'The JWKS URL returned status 404.'],
  [200, '<html>', 'The JWKS URL did not return a valid JWKS.'],
])(
  'a JWKS URL that returns %d %j at the start is one warning in the log',
  async (status, body, problem) => {
    const { ask, fetches, jwksUrl, warnings } = await startBySettings(() => ({ status, body }));
    const msg = `${problem} Until it can be fetched, its JWTs are rejected with 503.`;
    await expect.poll(warnings).toMatchObject([{ url: jwksUrl, msg }]);
    expect(await ask()).toBe(503);
    expect([fetches(), warnings().length]).toStrictEqual([1, 1]);
  },
);

test('the keys of an issuer are fetched at the start, not by the first token', async () => {
  const { ask, fetches } = await startBySettings();
  await expect.poll(fetches).toBe(1);
  expect(await ask()).toBe(200);
  expect(fetches()).toBe(1);
});

test('the library refuses a URL of a JWKS that is not absolute', () => {
  const issuer = { issuer: 'https://id.example', keys: { jwksUrl: '/jwks.json' } };
  expect(() =>
    library.createJwtVerifier({ ...issuer, algorithms: ['RS256'], audience: ['api'] }),
  ).toThrow(/jwksUrl .* absolute URL/);
});
