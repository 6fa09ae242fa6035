import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { encodeSecret, findSecrets } from '../../support/find-secrets.ts';
import { AUTH, signJwt } from '../../support/issuer.ts';
import { startReplica } from '../../support/replica.ts';
import { startRedis } from './redis-server.ts';

const SERVER_KEY = 'sk-server-0123456789abcdef';
const SECRET = 'redis-secret-0123456789abcdef-0123456789';

/** Returns all keys and values in a Redis, one character per byte. */
async function dump(client: Redis): Promise<string> {
  const keys = await client.keys('*');
  const values = await Promise.all(keys.map((key) => client.getBuffer(key)));
  return [...keys, ...values.map((value) => value?.toString('latin1'))].join('\n');
}

/** Records all commands to a Redis. */
async function recordCommands(client: Redis) {
  const recordedCommands: string[] = [];
  const monitor = await client.monitor();
  monitor.on('monitor', (_: string, words: string[]) => recordedCommands.push(words.join(' ')));
  monitor.on('error', () => undefined);
  onTestFinished(() => monitor.disconnect());
  return recordedCommands;
}

const PERSONA = '9ed89edd-d684-4325-b600-e6129ec04ece';

const READS = [
  '{ tool(id: "t1") { name config record } }',
  '{ personas { nodes { name record } } }',
  '{ avatar(id: "a1") { displayName record } }',
];
const MINTS = [
  `mutation { createSessionToken(input: { personaConfig: { personaId: "${PERSONA}" }, verify: true }) { token { sessionToken } } }`,
  'mutation { createLegacySessionToken { token { sessionToken } } }',
];

const ANSWER = {
  id: 't1',
  name: 'a-persona-of-theirs',
  sessionToken: 'session-token-0123456789',
  config: { headers: { authorization: 'webhook-secret-0123456789' } },
  data: [{ id: PERSONA, name: 'a-persona-of-theirs' }],
  meta: { total: 1, lastPage: 1, currentPage: 1, perPage: 10, prev: null, next: null },
};

test('keys, tokens, names, addresses and responses are not in Redis', async () => {
  const redis = await startRedis();
  const upstream = await fakeService(reply(200, ANSWER));
  const heard = await recordCommands(redis.client);
  const settings = {
    UPSTREAM_URL: upstream.url,
    REDIS_URL: redis.url,
    REDIS_SECRET: SECRET,
    UPSTREAM_CACHE_SECONDS: '60',
    RATE_LIMIT: '1000',
  };
  const bringing = await startReplica(settings);
  const showing = await startReplica({ ...settings, UPSTREAM_API_KEY: SERVER_KEY, ...AUTH });
  const weak = 'demo-key';
  const token = await signJwt(undefined, 'ada@example.com');
  for (const document of [...READS, ...READS, ...MINTS]) {
    for (const key of [weak, 'sk-caller-fedcba9876543210']) await bringing.run(document, key);
    await showing.run(document, token);
  }
  const storedData = await dump(redis.client);
  const sentCommands = heard.join('\n');
  // Limits and versions are present.
  for (const keyPart of [':rate:', ':version:']) {
    expect(storedData).toContain(keyPart);
    expect(sentCommands).toContain(keyPart);
  }
  const secrets = [
    ...[weak, 'sk-caller-fedcba9876543210', SERVER_KEY, AUTH.AUTH_SECRET, SECRET, token],
    ...['ada@example.com', '127.0.0.1', upstream.url, redis.password],
    ...[ANSWER.name, ANSWER.sessionToken, ANSWER.config.headers.authorization, PERSONA],
  ];
  for (const text of [storedData, sentCommands]) {
    expect(text.length).toBeGreaterThan(1000);
    for (const secret of secrets.flatMap((word) => [word, `Bearer ${word}`]))
      expect(findSecrets(text, encodeSecret(secret))).toStrictEqual([]);
  }
});

test('deployments with different secrets use different names for a caller', async () => {
  const [redis, upstream] = await Promise.all([startRedis(), fakeService(reply(200, ANSWER))]);
  const services = { UPSTREAM_URL: upstream.url, REDIS_URL: redis.url };
  const settings = { ...services, RATE_LIMIT: '9' };
  const names: string[][] = [];
  for (const REDIS_SECRET of [SECRET, SECRET, `${SECRET}!`]) {
    const { run } = await startReplica({ ...settings, REDIS_SECRET });
    await run('{ llms { totalCount } }', 'demo');
    names.push((await redis.client.keys('*:rate:*')).sort());
    await redis.client.flushall();
  }
  const [first = [], again, other = []] = names;
  expect(first).toHaveLength(3);
  expect(again).toStrictEqual(first);
  expect(other.filter((name) => first.includes(name))).toStrictEqual([]);
});
