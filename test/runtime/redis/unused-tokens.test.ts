import { expect, test } from 'vitest';
import { sendJson } from '../../support/fake-service.ts';
import { MINT } from '../../support/policy.ts';
import type { Replica } from '../../support/replica.ts';
import { limitMints, tokenOf } from '../limited-mints.ts';
import { type RedisServer, startPair } from './redis-server.ts';

const LIMITS =
  'concurrent: 1, limits: [{ tokens: 2, per: day }, { reservedMinutes: 60, per: day }]';

const VIEWER = '{ viewer { mint { runningCount limits { unit reserved used } } } }';

/** Starts two processes with one policy and one Redis. */
async function startLimited() {
  const { upstream, settings } = await limitMints(LIMITS);
  return { ...(await startPair(upstream, settings)), upstream };
}

/** Mints, and returns the token, or the code of the error. */
async function ask({ run }: Replica, sub = 'ada'): Promise<string> {
  const { data, errors } = await run(MINT, await tokenOf(sub));
  return data?.createSessionToken?.token.sessionToken ?? errors?.[0]?.extensions.code;
}

const view = async ({ run }: Replica, sub = 'ada') =>
  (await run(VIEWER, await tokenOf(sub))).data.viewer.mint;

/** Returns the names of the accounts in Redis: the encrypted texts. */
async function findAccounts({ client }: RedisServer) {
  const names = await client.keys('*:policy:*');
  const texts = await client.mget(...names);
  return names.filter((_, index) => (texts[index]?.length ?? 0) > 100);
}

test('an unused token is one for all processes, also at once', async () => {
  const { a, b, upstream } = await startLimited();
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? a : b)),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(upstream.mints()).toHaveLength(1);
  expect(await view(b)).toMatchObject({ runningCount: 1, limits: [{ used: 1 }, { reserved: 10 }] });
});

test('the minutes of a session return once, whoever sees its end, and however many do', async () => {
  const { a, b, upstream } = await startLimited();
  const id = upstream.startSession(await ask(a));
  upstream.endSession(id);
  const admin = await tokenOf('ada');
  const read = ({ run }: Replica) => run(`{ session(id: "${id}") { endedAt } }`, admin);
  await Promise.all([a, b, a, b, a, b].map(read));
  const minutes = { reserved: 0, used: expect.toSatisfy((used: number) => used <= 1) };
  expect(await view(a)).toMatchObject({ runningCount: 0, limits: [{ used: 1 }, minutes] });
});

test('the account of another subject in Redis opens for nobody else', async () => {
  const { a, b, redis } = await startLimited();
  const mine = await ask(a);
  const [account = ''] = await findAccounts(redis);
  const other = await ask(a, 'bob');
  const [stolen = ''] = (await findAccounts(redis)).filter((name) => name !== account);
  await redis.client.copy(account, stolen, 'REPLACE');
  const given = await ask(b, 'bob');
  expect([mine, other]).not.toContain(given);
  expect(await ask(b)).toBe(mine);
});

test('an account that was changed in Redis is empty', async () => {
  const { a, redis } = await startLimited();
  const token = await ask(a);
  const [account = ''] = await findAccounts(redis);
  const text = (await redis.client.get(account)) ?? '';
  await redis.client.set(
    account,
    `${text.slice(0, -9)}${text.at(-9) === 'A' ? 'B' : 'A'}${text.slice(-8)}`,
  );
  expect(await ask(a)).not.toBe(token);
});

test('a token that arrives while Redis is away is returned, and given no second time', async () => {
  const { a, redis, upstream } = await startLimited();
  upstream.setReply((_, response) => {
    void redis.kill().then(() => sendJson(response, 200, { sessionToken: 'header.first' }));
  });
  expect(await ask(a)).toBe('header.first');
  upstream.setReply(undefined);
  expect(await ask(a)).toBe('OVERLOADED');
  await redis.start();
  await expect.poll(() => ask(a)).toMatch(/^header\.(?!first)/);
});

test('a token that does not arrive while Redis is away is an error, and blocks nobody', async () => {
  const { a, redis, upstream } = await startLimited();
  upstream.setReply((_, response) => void redis.kill().then(() => response.destroy()));
  expect(await ask(a)).toBe('UPSTREAM_UNAVAILABLE');
  upstream.setReply(undefined);
  await redis.start();
  await expect.poll(() => ask(a)).toMatch(/^header\./);
});

test('if Redis goes away during a question, nothing is minted beyond the limits', async () => {
  const { a, redis, upstream } = await startLimited();
  const id = upstream.startSession(await ask(a));
  // Two seconds after the mint, the upstream is asked.
  await expect.poll(() => ask(a)).toBe('RATE_LIMITED');
  upstream.endSession(id);
  let count = 0;
  upstream.setReply((_, response) => {
    count += 1;
    void redis.kill().then(() => sendJson(response, 200, {}));
  });
  await expect.poll(() => ask(a)).toBe('OVERLOADED');
  expect(count).toBeGreaterThan(0);
  expect(upstream.mints()).toHaveLength(1);
});

test('a session is read all the same while Redis is away', async () => {
  const { a, redis, upstream } = await startLimited();
  const id = upstream.startSession(await ask(a));
  upstream.endSession(id);
  await redis.kill();
  const { data } = await a.run(`{ session(id: "${id}") { id } }`, await tokenOf('ada'));
  expect(data).toStrictEqual({ session: { id } });
});
