import { afterEach, expect, test, vi } from 'vitest';
import { createJwtAuth } from '../../../src/server/authentication/authenticate.ts';
import type { KeySetOptions } from '../../../src/server/authentication/jwks.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { SERVER_KEY, startIssuer } from '../../support/issuer.ts';
import { start } from '../../support/start.ts';

afterEach(() => void vi.useRealTimers());

const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

/**
 * Stops the clock at a whole second, and starts an API that has already fetched the issuer's keys. `verified` lists every
 * token that was verified.
 */
async function startOwn(options?: KeySetOptions) {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Math.floor(Date.now() / 1000) * 1000);
  const issuer = await startIssuer();
  const verified: string[] = [];
  const check = issuer.check(options);
  const authenticate = createJwtAuth(Credential.fromKey(SERVER_KEY), (token) => {
    verified.push(token);
    return check(token);
  });
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
