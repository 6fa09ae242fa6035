import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type FakeService, fakeService, sendJson } from '../../support/fake-service.ts';
import { RENAME, TOOL } from '../../support/operations.ts';
import { type Replica, startReplica } from '../../support/replica.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { startPair, startRedis } from './redis-server.ts';

/** Starts two replicas that cache reads for a minute. */
const startCaching = (upstream: Pick<FakeService, 'url'>, settings: Record<string, string> = {}) =>
  startPair(upstream, { UPSTREAM_CACHE_SECONDS: '60', ...settings });

/** An upstream with one tool, whose name is `new` after a write. Its first response to a read waits for `release`. */
async function startRenamedUpstream(isHeld = false) {
  let name = 'old';
  const held: ServerResponse[] = [];
  const upstream = await fakeService((request, response) => {
    request.resume();
    if (request.method === 'PUT') name = 'new';
    if (isHeld && request.method === 'GET' && held.length === 0) held.push(response);
    else sendJson(response, 200, { id: 't1', name });
  });
  const reads = () => upstream.calls.filter((call) => call.startsWith('GET')).length;
  const release = () => {
    for (const response of held) sendJson(response, 200, { id: 't1', name: 'old' });
  };
  return { ...upstream, reads, isHolding: () => held.length === 1, release };
}

const readName = async ({ run }: Replica, key?: string) => (await run(TOOL, key)).data.tool.name;

test('a write through one replica makes its credential’s reads be made again in all, and those of no other', async () => {
  const upstream = await startRenamedUpstream();
  const { a, b } = await startCaching(upstream);
  for (const key of ['one', 'two'])
    for (const replica of [a, b, a, b]) expect(await readName(replica, key)).toBe('old');
  expect(upstream.reads()).toBe(4);
  await a.run(RENAME, 'one');
  for (const replica of [a, b]) expect(await readName(replica, 'one')).toBe('new');
  expect(upstream.reads()).toBe(6);
  for (const replica of [a, b]) await readName(replica, 'two');
  expect(upstream.reads()).toBe(6);
});

test('a read that started before a write through another replica is neither joined nor returned after it', async () => {
  const upstream = await startRenamedUpstream(true);
  const { a, b } = await startCaching(upstream);
  const before = readName(b);
  await expect.poll(upstream.isHolding).toBe(true);
  await a.run(RENAME);
  expect(await readName(b)).toBe('new');
  upstream.release();
  expect(await before).toBe('old');
  for (const replica of [a, b]) expect(await readName(replica)).toBe('new');
});

test('versions that are evicted from Redis cost calls, and those of invented keys expire within a minute', async () => {
  const upstream = await fakeService((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer known';
    sendJson(response, isKnown ? 200 : 401, isKnown ? { id: 't1', name: 'old' } : {});
  });
  const { a, redis } = await startCaching(upstream);
  const find = () => redis.client.keys('*:version:*');
  await a.run(TOOL, 'invented');
  const [invented = ''] = await find();
  expect(await redis.client.pttl(invented)).toBeLessThanOrEqual(60_000);
  for (const _ of [1, 2]) await a.run(TOOL, 'known');
  expect(upstream.calls).toHaveLength(2);
  const [known = ''] = (await find()).filter((name) => name !== invented);
  await expect.poll(() => redis.client.pttl(known)).toBeGreaterThan(60_000);
  await redis.client.del(known);
  for (const _ of [1, 2]) await a.run(TOOL, 'known');
  expect(upstream.calls).toHaveLength(3);
  await redis.client.del(await redis.client.keys('*:version'));
  await a.run(TOOL, 'known');
  expect(upstream.calls).toHaveLength(4);
});

test('while the process that writes has no Redis, it shows its write at once and the other one within the time of the setting', async () => {
  const redis = await startRedis();
  let writes = 0;
  const upstream = await fakeService((request, response) => {
    request.resume();
    if (request.method === 'PUT') writes += 1;
    sendJson(response, 200, { id: 't1', name: String(writes) });
  });
  const proxy = await startTcpProxy(redis.port);
  const settings = { UPSTREAM_URL: upstream.url, UPSTREAM_CACHE_SECONDS: '1' };
  const reader = await startReplica({ ...settings, REDIS_URL: redis.url });
  const writer = await startReplica({
    ...settings,
    REDIS_URL: `redis://:${redis.password}@127.0.0.1:${proxy.port}`,
  });
  for (const replica of [reader, writer]) expect(await readName(replica)).toBe('0');
  proxy.setMode('cut');
  await expect
    .poll(async () => (await writer.ready())[1])
    .toMatchObject({ unavailable: ['redis'] });
  await writer.run(RENAME);
  expect(await readName(writer)).toBe('1');
  // No later than the setting says after it was read: polled, because the time of the test is not exact.
  await expect.poll(() => readName(reader), { timeout: 10_000 }).toBe('1');
  await writer.run(RENAME);
  proxy.setMode('forward');
  await expect.poll(async () => (await writer.ready())[1]).toMatchObject({ unavailable: [] });
  expect(await readName(reader)).toBe('2');
});
