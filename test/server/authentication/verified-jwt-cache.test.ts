import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ALL_SCOPES } from '../../../src/graphql/authorization/scopes.ts';
import { createJwtAuth } from '../../../src/server/authentication/authenticate.ts';
import type { KeySetOptions } from '../../../src/server/authentication/jwks.ts';
import { VerifiedJwtCache } from '../../../src/server/authentication/verified-jwt-cache.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { startApi } from '../../support/api.ts';
import { type Issuer, SERVER_KEY, startIssuer, type Variation } from '../../support/issuer.ts';
import { startUpstreamAnswering } from '../../support/upstream.ts';

afterEach(() => void vi.useRealTimers());

/** Stops the clock at a whole second. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Math.floor(Date.now() / 1000) * 1000);
}

const passMs = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Recognises callers of an issuer; `verified` has every token that was verified for it. */
function recognise(issuer: Issuer, options?: KeySetOptions) {
  const verified: string[] = [];
  const check = issuer.check(options);
  const authenticate = createJwtAuth(Credential.fromKey(SERVER_KEY), (token) => {
    verified.push(token);
    return check(token);
  });
  return { authenticate, check, verified };
}

/** An API whose server holds the issuer's keys already. */
async function start(options?: KeySetOptions) {
  stopClock();
  const issuer = await startIssuer();
  const { authenticate, verified } = recognise(issuer, options);
  const upstream = await startUpstreamAnswering(200, { id: 't1' });
  const { run } = await startApi(upstream, { authenticate });
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, errors } = await run('{ tool(id: "t1") { id } }', {}, headers);
    return errors ? [status, errors[0]?.message] : status;
  };
  await ask(await issuer.sign({ claims: { sub: 'someone else' } }));
  verified.length = 0;
  return { issuer, authenticate, verified, ask };
}

test('a token is verified once, however many requests show it', async () => {
  const { issuer, ask, verified } = await start();
  const token = await issuer.sign();
  for (let i = 0; i < 5; i += 1) expect(await ask(token)).toBe(200);
  expect(verified).toStrictEqual([token]);
});

test('the caller of a verified token is answered at once and is the same object, which nobody can change', async () => {
  const { issuer, authenticate } = await start();
  const header = `Bearer ${await issuer.sign()}`;
  const first = authenticate(header);
  expect(first).toBeInstanceOf(Promise);
  expect(authenticate(header)).toBeInstanceOf(Promise);
  const caller = await first;
  expect(authenticate(header)).toBe(caller);
  expect(() => Object.assign(caller, { id: 'eve' })).toThrow(TypeError);
});

test('a token is let in to the last second of its life and no longer', async () => {
  const { issuer, ask, verified } = await start();
  const token = await issuer.sign({ expires: 10 });
  expect(await ask(token)).toBe(200);
  // Clocks may differ by 5 seconds.
  passMs(14_999);
  expect(await ask(token)).toBe(200);
  expect(verified).toHaveLength(1);
  passMs(1);
  expect(await ask(token)).toStrictEqual([401, 'The JWT has expired.']);
});

test('a token is verified again after a minute', async () => {
  const { issuer, ask, verified } = await start();
  const token = await issuer.sign();
  await ask(token);
  passMs(59_999);
  await ask(token);
  expect(verified).toHaveLength(1);
  passMs(1);
  await ask(token);
  expect(verified).toHaveLength(2);
});

test('a clock that is set back lengthens no minute', async () => {
  const { issuer, ask, verified } = await start();
  const token = await issuer.sign();
  await ask(token);
  passMs(-1);
  await ask(token);
  expect(verified).toHaveLength(2);
});

test('a token by a key that is gone is let in no more when a token by another key has fetched the keys', async () => {
  const { issuer, ask, verified } = await start({ cooldown: 0 });
  const old = await issuer.sign();
  expect([await ask(old), await ask(old)]).toStrictEqual([200, 200]);
  expect(verified).toHaveLength(1);
  await issuer.rotate();
  expect(await ask(await issuer.sign())).toBe(200);
  expect(await ask(old)).toStrictEqual([401, 'The JWT is signed with an unknown key.']);
});

test('tokens that are cached do not keep old keys from being fetched anew', async () => {
  const { issuer, ask, verified } = await start({ maxAge: 10_000 });
  const token = await issuer.sign();
  await ask(token);
  await issuer.rotate();
  passMs(9_999);
  expect(await ask(token)).toBe(200);
  expect([verified.length, issuer.fetches()]).toStrictEqual([1, 1]);
  passMs(1);
  expect(await ask(token)).toStrictEqual([401, 'The JWT is signed with an unknown key.']);
  expect(issuer.fetches()).toBe(2);
});

/** Keeps all threads at work on which signatures are verified, while bytes come and go. */
const keepThreadsBusy = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('x', 'y', 200_000, 32, 'sha512')));

test('a token that was verified by a key while that was replaced is verified again', async () => {
  const issuer = await startIssuer();
  const { authenticate } = recognise(issuer, { cooldown: 0 });
  const headerOf = async () => `Bearer ${await issuer.sign()}`;
  await authenticate(await headerOf());
  const old = await headerOf();
  await issuer.rotate();
  const next = await headerOf();
  const key = { ...JSON.parse(await issuer.publicKey()), kid: 'first-next', alg: 'ES256' };
  issuer.answer(() => ({ status: 200, body: JSON.stringify({ keys: [key] }) }));
  const busy = keepThreadsBusy();
  const callers = await Promise.all([authenticate(old), authenticate(next)]);
  expect(callers.map(({ isAuthenticated }) => isAuthenticated)).toStrictEqual([true, true]);
  await busy;
  expect(issuer.fetches()).toBe(2);
  await expect(authenticate(old)).rejects.toThrow('The JWT is signed with an unknown key.');
});

test('a token that fails is verified each time, and let in once it holds', async () => {
  const { issuer, ask, verified } = await start();
  const nbf = Math.floor(Date.now() / 1000) + 10;
  const token = await issuer.sign({ claims: { nbf } });
  const refused = [401, 'The nbf claim of the JWT is missing or not valid.'];
  expect([await ask(token), await ask(token)]).toStrictEqual([refused, refused]);
  passMs(5_000);
  expect([await ask(token), await ask(token)]).toStrictEqual([200, 200]);
  expect(verified).toHaveLength(3);
});

test('a token that a clock set back makes one of the future is valid no more', async () => {
  stopClock();
  const issuer = await startIssuer();
  const check = issuer.check();
  await check(await issuer.sign());
  const { isStillValid } = await check(
    await issuer.sign({ claims: { nbf: Math.floor(Date.now() / 1000) } }),
  );
  passMs(-5_000);
  expect(isStillValid()).toBe(true);
  passMs(-1);
  expect(isStillValid()).toBe(false);
});

test('a token of more than 8 KiB is let in, and verified each time', async () => {
  const { issuer, ask, verified } = await start();
  const token = await issuer.sign({ claims: { groups: 'x'.repeat(7_000) } });
  expect(token.length).toBeGreaterThan(8 * 1024);
  expect([await ask(token), await ask(token)]).toStrictEqual([200, 200]);
  expect(verified).toHaveLength(2);
});

test.each([
  ['of any length', 12_000, 10, 10_000],
  ['that are long', 3_000, 8_000, 2_097],
])(
  'however many tokens %s are verified, so many are kept and no more',
  (_, count, length, most) => {
    const cache = new VerifiedJwtCache<number>();
    const tokens = Array.from({ length: count }, (_, index) => String(index).padEnd(length, '.'));
    tokens.forEach((token, index) => void cache.set(token, index, () => true));
    const kept = tokens.map((token) => cache.get(token)).filter((value) => value !== undefined);
    expect(kept).toStrictEqual(Array.from({ length: most }, (_, index) => count - most + index));
  },
);

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

/** Mostly whole seconds, as the times in tokens are. */
const milliseconds = fc.oneof(
  fc.integer({ min: -1, max: 8 }).map((seconds) => seconds * 1000),
  fc.integer({ min: -1_000, max: 5_000 }),
);

type Step = { readonly show: number } | { readonly pass: number } | 'rotate' | 'sign';

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ show: fc.nat(3) }), weight: 12 },
    { arbitrary: fc.record({ pass: milliseconds }), weight: 6 },
    { arbitrary: fc.constant<Step>('sign'), weight: 2 },
    { arbitrary: fc.constant<Step>('rotate'), weight: 1 },
  ),
  { minLength: 20, maxLength: 120 },
);

const outcome = (result: Promise<{ id: string | undefined; scopes: ReadonlySet<string> }>) =>
  result.then(
    ({ id, scopes }) => ({ id, scopes: [...scopes] }),
    (error: unknown) => String(error),
  );

/** The same token with the claims of another: its signature does not hold. */
const withClaimsOf = (token: string, other: string) =>
  token
    .split('.')
    .with(1, other.split('.')[1] ?? '')
    .join('.');

test('whatever the times, the keys and the order, a cache lets in whom a verification would, as who they are', async () => {
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
      const { authenticate, check, verified } = recognise(issuer, options);
      const verifiedAt = new Map<string, number>();
      const signAll = async () => {
        const signed = await Promise.all(variations.map(sign));
        return [...signed, withClaimsOf(signed[0] ?? '', signed[1] ?? '')];
      };
      const tokens = await signAll();
      for (const step of steps) {
        if (step === 'rotate') await issuer.rotate();
        else if (step === 'sign') tokens.push(...(await signAll()));
        else if ('pass' in step) passMs(step.pass);
        else {
          const token = tokens.at(-1 - (step.show % tokens.length)) ?? '';
          verified.length = 0;
          const answered = authenticate(`Bearer ${token}`);
          if (verified.length > 0) verifiedAt.set(token, Date.now());
          else fromCache += 1;
          expect(answered instanceof Promise).toBe(verified.length > 0);
          const seen = await outcome(Promise.resolve(answered));
          // The same keys, and no cache.
          expect(seen).toStrictEqual(await outcome(check(token)));
          expect(Date.now() - (verifiedAt.get(token) ?? 0)).toBeLessThan(60_000);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 100 });
  // Or else it showed nothing.
  expect(fromCache).toBeGreaterThan(100);
});
