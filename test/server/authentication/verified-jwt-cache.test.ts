import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { createJwtAuth } from '../../../src/server/authentication/authenticate.ts';
import type { KeySetOptions } from '../../../src/server/authentication/jwks.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { type Issuer, SERVER_KEY, startIssuer, type Variation } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';

afterEach(() => void vi.useRealTimers());

/** Stops the clock at a whole second. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Math.floor(Date.now() / 1000) * 1000);
}

const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Creates the authentication of an issuer's callers. `verified` lists every token that was verified. */
function createAuthentication(issuer: Issuer, options?: KeySetOptions) {
  const verified: string[] = [];
  const check = issuer.check(options);
  const authenticate = createJwtAuth(Credential.fromKey(SERVER_KEY), (token) => {
    verified.push(token);
    return check(token);
  });
  return { authenticate, check, verified };
}

/** Starts an API that has already fetched the issuer's keys. */
async function startOwn(options?: KeySetOptions) {
  stopClock();
  const issuer = await startIssuer();
  const { authenticate, verified } = createAuthentication(issuer, options);
  const upstream = await fakeService(reply(200, { id: 't1' }));
  const { run } = await start({ upstream, authenticate });
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, errors } = await run('{ tool(id: "t1") { id } }', {}, headers);
    return errors ? [status, errors[0]?.message] : status;
  };
  await ask(await issuer.sign({ claims: { sub: 'someone else' } }));
  verified.length = 0;
  return { issuer, authenticate, verified, ask };
}

test('the caller of a cached token is returned synchronously as the same frozen object', async () => {
  const { issuer, authenticate } = await startOwn();
  const header = `Bearer ${await issuer.sign()}`;
  const first = authenticate(header);
  expect(first).toBeInstanceOf(Promise);
  expect(authenticate(header)).toBeInstanceOf(Promise);
  const caller = await first;
  expect(authenticate(header)).toBe(caller);
  expect(() => Object.assign(caller, { id: 'eve' })).toThrow(TypeError);
});

test('a token of a key that the issuer has removed is accepted for at most a minute', async () => {
  const { issuer, authenticate } = await startOwn({ cooldown: 0 });
  const header = `Bearer ${await issuer.sign()}`;
  await authenticate(header);
  await issuer.rotate();
  await authenticate(`Bearer ${await issuer.sign()}`);
  expect(authenticate(header)).toMatchObject({ isAuthenticated: true });
  advanceClock(60_001);
  await expect(authenticate(header)).rejects.toThrow('The JWT is signed with an unknown key.');
});

test('a token of more than 8 KiB is not cached', async () => {
  const { issuer, ask, verified } = await startOwn();
  const token = await issuer.sign({ claims: { groups: 'x'.repeat(7_000) } });
  expect(token.length).toBeGreaterThan(8 * 1024);
  expect([await ask(token), await ask(token)]).toStrictEqual([200, 200]);
  expect(verified).toHaveLength(2);
});

test('the number of cached tokens is bounded', async () => {
  const issuer = await startIssuer();
  const check = issuer.check();
  // Fetches the keys.
  await check(await issuer.sign());
  const jwt = await check(await issuer.sign());
  const verified: string[] = [];
  const authenticate = createJwtAuth(Credential.fromKey(SERVER_KEY), async (token) => {
    verified.push(token);
    return jwt;
  });
  const send = (index: number) => authenticate(`Bearer ${String(index).padEnd(2_000, '.')}`);
  for (let index = 0; index < 2_000; index += 1) await send(index);
  verified.length = 0;
  await send(1_999);
  expect(verified).toHaveLength(0);
  await send(0);
  expect(verified).toHaveLength(1);
});

/** Tokens by the seconds until they expire, of which the clock tolerance is 5 more, and how long they are cached. */
test.each([
  [-4, 999, 'The JWT has expired.'],
  [20, 24_999, 'The JWT has expired.'],
  [300, 60_000, undefined],
])(
  'a token that expires in %i s is verified again after %i ms',
  async (expires, milliseconds, problem) => {
    const { issuer, authenticate, verified } = await startOwn();
    const header = `Bearer ${await issuer.sign({ expires })}`;
    const caller = await authenticate(header);
    advanceClock(milliseconds);
    expect(authenticate(header)).toBe(caller);
    advanceClock(1);
    const later = Promise.resolve(authenticate(header));
    if (problem === undefined) expect(await later).toStrictEqual(caller);
    else await expect(later).rejects.toThrow(problem);
    expect(verified).toHaveLength(2);
  },
);

test('a token that is not valid yet is rejected until it is', async () => {
  const { issuer, ask } = await startOwn();
  const token = await issuer.sign({ claims: { nbf: Date.now() / 1000 + 10 } });
  const rejection = [401, 'The JWT is not valid yet (nbf claim).'];
  expect(await ask(token)).toStrictEqual(rejection);
  advanceClock(4_000);
  expect(await ask(token)).toStrictEqual(rejection);
  advanceClock(1_000);
  expect(await ask(token)).toBe(200);
});

test('each cached token has its own caller, and its signature is valid for no other claims', async () => {
  const { issuer, authenticate, verified } = await startOwn();
  const scopes = ['personas:read', 'tools:read'];
  const tokens = await Promise.all(scopes.map((scope) => issuer.sign({ scope })));
  const authenticateAll = () =>
    Promise.all(tokens.map(async (token) => [...(await authenticate(`Bearer ${token}`)).scopes]));
  for (const _ of [1, 2])
    expect(await authenticateAll()).toStrictEqual(scopes.map((scope) => [scope]));
  expect(verified).toHaveLength(2);
  const [first = [], second = []] = tokens.map((token) => token.split('.'));
  const forged = first.with(1, second[1] ?? '').join('.');
  await expect(authenticate(`Bearer ${forged}`)).rejects.toThrow(
    'The signature of the JWT is not valid.',
  );
});

interface Variant {
  readonly after: number;
  readonly from: number;
  readonly sub: string;
  readonly scope: string;
}

const variation: fc.Arbitrary<Variant> = fc.record({
  after: fc.oneof(fc.integer({ min: -6, max: 30 }), fc.constant(300)),
  from: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 15 })),
  sub: fc.constantFrom('ada', 'bob'),
  scope: fc.subarray([...ALL_SCOPES]).map((scopes) => scopes.join(' ')),
});

/** Mostly whole seconds, like the times in tokens. */
const milliseconds = fc.oneof(
  fc.integer({ min: 0, max: 8 }).map((seconds) => seconds * 1000),
  fc.integer({ min: 0, max: 5_000 }),
);

type Step = { readonly send: number } | { readonly advance: number } | 'sign';

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ send: fc.nat(3) }), weight: 12 },
    { arbitrary: fc.record({ advance: milliseconds }), weight: 6 },
    { arbitrary: fc.constant<Step>('sign'), weight: 2 },
  ),
  { minLength: 20, maxLength: 120 },
);

const outcome = (result: Promise<{ scopes: ReadonlySet<string> }>) =>
  result.then(
    ({ scopes }) => [...scopes],
    (error: unknown) => String(error),
  );

/** Replaces the claims of a token, so that its signature is not valid. */
const withClaimsOf = (token: string, other: string) =>
  token
    .split('.')
    .with(1, other.split('.')[1] ?? '')
    .join('.');

test('for any expiry and order of requests, the cache returns what a verification returns', {
  tags: ['slow'],
}, async () => {
  stopClock();
  const issuer = await startIssuer();
  let fromCache = 0;
  const sign = ({ after, from, sub, scope }: Variant) => {
    const nbf = Math.floor(Date.now() / 1000) + from;
    const varied: Variation = { expires: after, scope, claims: { sub, nbf } };
    return issuer.sign(varied);
  };
  const property = fc.asyncProperty(
    fc.array(variation, { minLength: 2, maxLength: 3 }),
    fc.record({
      cooldown: fc.constantFrom(0, 30_000),
      maxAge: fc.constantFrom(45_000, 600_000),
    }),
    steps,
    async (variations, options, steps) => {
      const { authenticate, check, verified } = createAuthentication(issuer, options);
      const verifiedAt = new Map<string, number>();
      const signAll = async () => {
        const signed = await Promise.all(variations.map(sign));
        return [...signed, withClaimsOf(signed[0] ?? '', signed[1] ?? '')];
      };
      const tokens = await signAll();
      for (const step of steps) {
        if (step === 'sign') tokens.push(...(await signAll()));
        else if ('advance' in step) advanceClock(step.advance);
        else {
          const token = tokens.at(-1 - (step.send % tokens.length)) ?? '';
          verified.length = 0;
          const result = authenticate(`Bearer ${token}`);
          if (verified.length > 0) verifiedAt.set(token, Date.now());
          else fromCache += 1;
          expect(result instanceof Promise).toBe(verified.length > 0);
          const cached = await outcome(Promise.resolve(result));
          // The same keys, without the cache.
          expect(cached).toStrictEqual(await outcome(check(token)));
          expect(Date.now() - (verifiedAt.get(token) ?? 0)).toBeLessThanOrEqual(60_000);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 30 });
  // Most steps must use the cache.
  expect(fromCache).toBeGreaterThan(30);
});
