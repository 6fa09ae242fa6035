import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DELAYS,
  expectConsistentResponses,
  RENAME,
  STEP,
  startCountingUpstream,
  TOOL,
} from '../../support/counting-upstream.ts';
import { findSample } from '../../support/exposition.ts';
import type { Replica } from '../../support/replica.ts';
import {
  sendJson,
  startUpstream,
  startUpstreamWithResponse,
  type Upstream,
} from '../../support/upstream.ts';
import { type RedisServer, startPair } from './redis-server.ts';

/** Starts two replicas that cache responses for a minute. */
const startCaching = (upstream: Pick<Upstream, 'url'>, settings: Record<string, string> = {}) =>
  startPair(upstream, { RESPONSE_CACHE_SECONDS: '60', ...settings });

/** Resolves when Redis holds `count` responses. */
const waitForResponses = ({ client }: RedisServer, count: number) =>
  expect.poll(async () => (await client.keys('*:response:*')).length).toBe(count);

const reads = ({ calls }: Upstream) => calls.filter((call) => call.startsWith('GET')).length;

const tool = { id: 't1', name: 'lookup' };

test('replicas share responses by credential, and a mutation removes those of its own credential from all', async () => {
  const upstream = await startUpstreamWithResponse(200, tool);
  const { a, b, redis } = await startCaching(upstream);
  const first = await a.run(TOOL, 'one');
  expect(first).toStrictEqual({ data: { tool: { name: 'lookup' } } });
  await waitForResponses(redis, 1);
  expect(await b.run(TOOL, 'one')).toStrictEqual(first);
  expect(reads(upstream)).toBe(1);
  const labels = { of: 'responses', result: 'hit' };
  expect(findSample(await b.metrics(), 'avatar_graphql_lookups_total', labels)).toBe(1);
  await b.run(TOOL, 'two');
  await waitForResponses(redis, 2);
  expect(reads(upstream)).toBe(2);
  await a.run(RENAME, 'one');
  for (const key of ['one', 'two']) await b.run(TOOL, key);
  expect(reads(upstream)).toBe(3);
});

test('a read that started before a mutation through another replica is never returned after it', async () => {
  const held: ServerResponse[] = [];
  const upstream = await startUpstream((request, response) => {
    request.resume();
    if (request.method === 'GET' && held.length === 0) held.push(response);
    else sendJson(response, 200, tool);
  });
  const { a, b } = await startCaching(upstream);
  const before = b.run(TOOL);
  await expect.poll(() => held.length).toBe(1);
  await a.run(RENAME);
  // Another document shares no concurrent call. From now on, Redis has a new version of the credential.
  expect((await b.run(`query Other ${TOOL}`)).data.tool.name).toBe('lookup');
  for (const response of held) sendJson(response, 200, { ...tool, name: 'old' });
  expect((await before).data.tool.name).toBe('old');
  // Redis processes what is stored of it before this query.
  await b.run('{ llms { totalCount } }');
  for (const { run } of [a, b]) expect((await run(TOOL)).data.tool.name).toBe('lookup');
});

test('a read that one replica has cached is made again after a mutation through another', async () => {
  let name = 'old';
  const upstream = await startUpstream((request, response) => {
    request.resume();
    if (request.method === 'PUT') name = 'new';
    sendJson(response, 200, { ...tool, name });
  });
  const { a, b } = await startCaching(upstream);
  const ask = async (query: string, key: string) =>
    (await b.run(`query ${query} { tool(id: "t1") { name } }`, key)).data;
  for (const key of ['one', 'two']) await ask('A', key);
  expect(await ask('B', 'one')).toStrictEqual({ tool: { name: 'old' } });
  expect(reads(upstream)).toBe(2);
  await a.run(RENAME, 'one');
  expect(await ask('C', 'one')).toStrictEqual({ tool: { name: 'new' } });
  // The other credential made no change that its own reads have to show.
  await ask('C', 'two');
  expect(reads(upstream)).toBe(3);
});

test('a response that the upstream allows for less than a millisecond is not cached', async () => {
  const headers = { 'cache-control': 'max-age=60', age: '59.9999' };
  const upstream = await startUpstreamWithResponse(200, tool, headers);
  const { a, b } = await startCaching(upstream);
  await a.run(TOOL);
  // Redis processes the earlier write before this query.
  await a.run('{ llms { totalCount } }');
  await b.run(TOOL);
  expect(reads(upstream)).toBe(2);
});

test('errors, tokens and mutations are not cached', async () => {
  const upstream = await startUpstream((request, response) => {
    const isRead = request.resume().method === 'GET' && request.url?.includes('tools');
    sendJson(response, isRead ? 403 : 200, { ...tool, sessionToken: 'token' });
  });
  const { a, redis } = await startCaching(upstream);
  await a.run(TOOL);
  await a.run(RENAME);
  await a.run(
    'mutation { createSessionToken(input: { personaConfig: { personaId: "p" } }) { token { type } } }',
  );
  await a.run('mutation { createLegacySessionToken { token { sessionToken } } }');
  await a.run('{ avatar(id: "a1") { id } }');
  await waitForResponses(redis, 1);
  expect(upstream.calls).toHaveLength(5);
});

test('a response that is too large is not cached', async () => {
  const upstream = await startUpstreamWithResponse(200, { ...tool, name: 'n'.repeat(600_000) });
  const { a, b, redis } = await startCaching(upstream);
  for (const { run } of [a, b]) expect((await run(TOOL)).data.tool.name).toHaveLength(600_000);
  await b.run('{ llms { totalCount } }');
  await waitForResponses(redis, 1);
  expect(reads(upstream)).toBe(2);
});

test('an invalid entry in Redis is a cache miss', async () => {
  const upstream = await startUpstreamWithResponse(200, tool);
  const { a, b, redis } = await startCaching(upstream);
  await a.run(TOOL, 'one');
  await a.run(TOOL, 'two');
  await waitForResponses(redis, 2);
  const [one = '', two = ''] = await redis.client.keys('*:response:*');
  const [sealed, other] = [await redis.client.getBuffer(one), await redis.client.getBuffer(two)];
  const junk: (string | Buffer)[] = ['', 'junk', '{"data":{"tool":{"name":"forged"}}}'];
  if (sealed && other) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    junk.push(changed, other, Buffer.concat([sealed, Buffer.from('x')]));
  }
  expect(junk).toHaveLength(6);
  for (const value of junk) {
    await redis.client.set(one, value);
    await redis.client.set(two, value === other && sealed ? sealed : value);
    for (const key of ['one', 'two']) {
      expect((await b.run(TOOL, key)).data).toStrictEqual({ tool: { name: 'lookup' } });
    }
  }
  await redis.client.del(one);
  await redis.client.lpush(one, 'a list');
  for (const key of ['one', 'two']) await b.run(TOOL, key);
  // As an eviction does.
  await redis.client.del(await redis.client.keys('*:version*'));
  expect((await b.run(TOOL, 'two')).data).toStrictEqual({ tool: { name: 'lookup' } });
  expect(await b.ready()).toStrictEqual([200, { ready: true, unavailable: [] }]);
});

test('replicas with different secrets or upstreams share nothing', async () => {
  const [upstream, elsewhere] = await Promise.all([
    startUpstreamWithResponse(200, tool),
    startUpstreamWithResponse(200, { ...tool, name: 'elsewhere' }),
  ]);
  const REDIS_SECRET = 'another-secret-0123456789abcdef-0123';
  const { a } = await startCaching(upstream);
  const { a: other } = await startCaching(upstream, { REDIS_SECRET });
  const { a: away, redis } = await startCaching(elsewhere);
  const names: unknown[] = [];
  for (const { run } of [a, other, away]) names.push((await run(TOOL)).data.tool.name);
  expect(names).toStrictEqual(['lookup', 'lookup', 'elsewhere']);
  await waitForResponses(redis, 3);
  expect(reads(upstream)).toBe(2);
});

test('through two replicas, no response reaches another credential, and none is older than an own mutation', async () => {
  const upstream = await startCountingUpstream();
  const pair: Record<'a' | 'b', Replica> = await startCaching(upstream);
  const step = fc.record({ ...STEP, through: fc.constantFrom<'a' | 'b'>('a', 'b') });
  let rounds = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      DELAYS,
      async (steps, delays) => {
        upstream.delay(delays);
        rounds += 1;
        const round = rounds;
        asked += steps.length;
        const runStep = ({ through }: (typeof steps)[number], document: string, key: string) =>
          pair[through].run(document, key);
        await expectConsistentResponses(steps, runStep, (key) => `${key}-${round}`);
      },
    ),
    { numRuns: 30 },
  );
  // The test needs shared and cached responses.
  expect(upstream.calls()).toBeLessThan(asked * 0.8);
}, 60_000);
