import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LIVE, LIVE_KEY, startLiveUpstream } from '../../support/live-upstream.ts';
import { startPair } from './redis-server.ts';

const DOCUMENT = `{ tool(id: "${LIVE.tool}") { id } }`;
const sha256Hash = createHash('sha256').update(DOCUMENT).digest('hex');
const FOUND = { data: { tool: { id: LIVE.tool } } };

async function ask(url: string, query?: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${LIVE_KEY}` },
  });
  return JSON.parse(await response.text());
}

test('a query registered with one replica is registered with all', async () => {
  const { a, b } = await startPair(await startLiveUpstream());
  expect((await ask(b.url)).errors[0].message).toBe('PersistedQueryNotFound');
  expect(await ask(a.url, DOCUMENT)).toStrictEqual(FOUND);
  expect(await ask(b.url)).toStrictEqual(FOUND);
});

test('while Redis is unavailable, each replica keeps the queries registered with it', async () => {
  const { redis, a, b } = await startPair(await startLiveUpstream());
  await redis.kill();
  expect(await ask(a.url, DOCUMENT)).toStrictEqual(FOUND);
  expect(await ask(a.url)).toStrictEqual(FOUND);
  expect((await ask(b.url)).errors[0].message).toBe('PersistedQueryNotFound');
});

test('a document in Redis is encrypted and expires', async () => {
  const { redis, a } = await startPair(await startLiveUpstream());
  await ask(a.url, DOCUMENT);
  const keys = await redis.client.keys('*:document:*');
  expect(keys).toHaveLength(1);
  const [key = ''] = keys;
  expect(key).not.toContain(sha256Hash);
  expect((await redis.client.getBuffer(key))?.includes(LIVE.tool)).toBe(false);
  const ttl = await redis.client.pttl(key);
  expect(ttl).toBeGreaterThan(0);
  expect(ttl).toBeLessThanOrEqual(24 * 3_600_000);
});
