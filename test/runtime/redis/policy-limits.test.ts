import { expect, test } from 'vitest';
import type { ErrorExtensions } from '../../../src/graphql/error-extensions.ts';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { MINT } from '../../support/policy.ts';
import { type Replica, startReplica } from '../../support/replica.ts';
import { limitMints, tokenOf, writeLimits } from '../limited-mints.ts';
import { startPair, startRedis } from './redis-server.ts';

/** Starts two instances with one policy and the counters of one Redis. */
async function startLimited(limits: string) {
  const { upstream, settings } = await limitMints(limits);
  const all = { NODE_ENV: 'production', ...settings };
  return { ...(await startPair(upstream, all)), upstream };
}

/** Mints once, and returns the extensions of the error. */
const mint = async ({ run }: Replica, sub = 'ada'): Promise<Partial<ErrorExtensions>> =>
  (await run(MINT, await tokenOf(sub))).errors?.[0]?.extensions ?? {};

test('of many mints at once through two instances, exactly five pass a limit of five', async () => {
  const { a, b, upstream } = await startLimited(
    'reuseSeconds: 0, limits: [{ tokens: 5, per: month }]',
  );
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => mint(index % 2 === 0 ? a : b)),
  );
  expect(results.filter(({ code }) => code === undefined)).toHaveLength(5);
  expect(upstream.mints()).toHaveLength(5);
  expect(results.find(({ code }) => code === 'RATE_LIMITED')).toMatchObject({
    rule: 'roles.user.mint.limits[0]',
    retryAfterSeconds: expect.any(Number),
    resetsAt: expect.stringMatching(/-01T00:00:00.000Z$/),
  });
  expect(await mint(b, 'bob')).toStrictEqual({});
});

test('a mint takes all its limits or none, and what is refused is given back', async () => {
  const { a, b, upstream } = await startLimited(
    'reuseSeconds: 0, limits: [{ tokens: 3, per: month }, { reservedMinutes: 20, per: month }]',
  );
  upstream.setReply((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"No"}');
  });
  for (const replica of [a, b, a, b]) expect((await mint(replica)).rule).toBeUndefined();
  upstream.setReply(undefined);
  expect(await mint(a)).toStrictEqual({});
  expect(await mint(b)).toStrictEqual({});
  for (const replica of [a, b, a]) {
    expect((await mint(replica)).rule).toBe('roles.user.mint.limits[1]');
  }
});

test('sessions count for all instances, until one sees their end', async () => {
  const { a, b, upstream } = await startLimited('concurrent: 1, reuseSeconds: 0');
  expect(await mint(a)).toStrictEqual({});
  const concurrent = { reason: 'concurrent_limit', rule: 'roles.user.mint.concurrent' };
  expect(await mint(b)).toMatchObject(concurrent);
  const [{ clientLabel }] = upstream.mints();
  const startTime = new Date().toISOString();
  upstream.sessions.set('s1', { id: 's1', clientLabel, startTime, endTime: startTime });
  const { errors } = await b.run('{ session(id: "s1") { endedAt } }', await tokenOf('ada'));
  expect(errors).toBeUndefined();
  expect(await mint(a)).toStrictEqual({});
});

test('while Redis is away, limited mints are OVERLOADED and nothing else fails', async () => {
  const { a, redis, upstream } = await startLimited(
    'reuseSeconds: 0, limits: [{ tokens: 5, per: month }]',
  );
  expect(await mint(a)).toStrictEqual({});
  await redis.kill();
  const overloaded = { code: 'OVERLOADED', retryAfterSeconds: expect.any(Number) };
  expect(await mint(a)).toMatchObject(overloaded);
  expect(upstream.mints()).toHaveLength(1);
  const { data } = await a.run('{ personas { totalCount } }', await tokenOf('ada'));
  expect(data.personas.totalCount).toBe(2);
  await redis.start();
  await expect.poll(async () => (await mint(a)).code).toBeUndefined();
});

test('a process that is busy for longer than the timeout of Redis still mints', async () => {
  const { settings } = await limitMints('reuseSeconds: 0, limits: [{ tokens: 9, per: day }]');
  const { url } = await startRedis();
  const replica = await startReplica({ ...settings, REDIS_URL: url }, 200);
  let isBusy = true;
  // After each turn of the event loop, before its timers.
  const block = () => {
    for (const end = performance.now() + 300; performance.now() < end; );
    if (isBusy) setImmediate(block);
  };
  setImmediate(block);
  const mints = await Promise.all(['ada', 'bob', 'cy'].map((user) => mint(replica, user)));
  isBusy = false;
  expect(mints).toStrictEqual([{}, {}, {}]);
  expect(await replica.ready()).toStrictEqual([200, { ready: true, unavailable: [] }]);
});

test('what is in Redis names no subject and no token, and ends', async () => {
  const { a, redis } = await startLimited('limits: [{ tokens: 5, per: month }], concurrent: 3');
  const { data } = await a.run(MINT, await tokenOf('ada@example.com'));
  const { sessionToken } = data.createSessionToken.token;
  const keys = await redis.client.keys('*');
  const names = keys.filter((key) => key.includes(':policy:'));
  expect(names).toHaveLength(3);
  const all = [...names, ...(await redis.client.mget(...names))].join(' ');
  expect(all).not.toMatch(/ada|example|tokens|month|user/);
  const parts = sessionToken.split('.');
  for (const part of [sessionToken, ...parts]) {
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(all).not.toContain(Buffer.from(part).toString(encoding).slice(0, 24));
  }
  const ends = await Promise.all(keys.map((key) => redis.client.pttl(key)));
  expect(Math.min(...ends)).toBeGreaterThan(0);
});

test('in production without Redis, limits per day or month are an error, and others are not', async () => {
  const production = { NODE_ENV: 'production', UPSTREAM_URL: 'https://upstream.example' };
  const read = async (limits: string) =>
    readConfig({ ...production, ...(await writeLimits(limits)) });
  const error = 'limits per day or month require REDIS_URL';
  await expect(read('limits: [{ tokens: 5, per: day }]')).rejects.toThrow(error);
  await expect(read('limits: [{ tokens: 5, per: minute }], concurrent: 5')).resolves.toBeDefined();
});

test('a policy that keeps unused tokens in Redis requires REDIS_SECRET', async () => {
  const read = async (limits: string) => {
    const { REDIS_SECRET: _, ...settings } = await writeLimits(limits);
    const UPSTREAM_URL = 'https://upstream.example';
    return readConfig({ UPSTREAM_URL, REDIS_URL: 'redis://:password@127.0.0.1', ...settings });
  };
  await expect(read('concurrent: 2')).rejects.toThrow('requires REDIS_SECRET');
  await expect(read('concurrent: 2, reuseSeconds: 0')).resolves.toBeDefined();
});
