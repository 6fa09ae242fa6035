import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { findSample } from '../../support/exposition.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { RENAME, TOOL } from '../../support/operations.ts';
import { type Replica, startReplica } from '../../support/replica.ts';
import { freePort } from '../../support/resources.ts';
import { start } from '../../support/start.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { type Certificate, createAuthority } from '../../support/tls.ts';
import { startRedis } from './redis-server.ts';

const MINT =
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p" } }) { token { type } } }';
const ANSWER = { id: 't1', name: 'lookup', sessionToken: 'token' };

const WELL = [200, { ready: true, unavailable: [] }];
const WITHOUT = [200, { ready: true, unavailable: ['redis'] }];

const settingsFor = (upstream: { url: string }, redisUrl: string) => ({
  UPSTREAM_URL: upstream.url,
  REDIS_URL: redisUrl,
  UPSTREAM_CACHE_SECONDS: '60',
  RATE_LIMIT: '1000',
});

async function startProxiedRedis() {
  const { port, password } = await startRedis();
  const proxy = await startTcpProxy(port);
  return { proxy, url: `redis://:${password}@127.0.0.1:${proxy.port}` };
}

const becomes = (replica: Replica, state: unknown[]) =>
  expect.poll(replica.ready).toStrictEqual(state);

const away = async (replica: Replica) =>
  findSample(await replica.metrics(), 'avatar_graphql_redis_unavailable');

test('if Redis dies, requests still succeed', async () => {
  const upstream = await fakeService(reply(200, ANSWER));
  const redis = await startRedis();
  const replica = await startReplica(settingsFor(upstream, redis.url));
  await becomes(replica, WELL);
  await replica.run(TOOL);
  await replica.run(TOOL);
  expect([upstream.calls.length, await away(replica)]).toStrictEqual([1, 0]);

  await redis.kill();
  for (const document of [TOOL, TOOL, RENAME, MINT]) {
    expect(await replica.getErrorCode(document)).toBeUndefined();
  }
  expect(upstream.calls).toHaveLength(5);
  expect(await replica.ready()).toStrictEqual(WITHOUT);
  expect(await away(replica)).toBe(1);

  await redis.start();
  await becomes(replica, WELL);
  expect(await away(replica)).toBe(0);
  await replica.run(TOOL);
  await replica.run(TOOL);
  expect(upstream.calls).toHaveLength(6);
});

test.each([
  ['queries', TOOL],
  ['mutations', RENAME],
])('a Redis that hangs delays only the first %s, for the time of a timeout', async (_, first) => {
  const upstream = await fakeService(reply(200, ANSWER));
  const { proxy, url } = await startProxiedRedis();
  const replica = await startReplica(settingsFor(upstream, url), 200);
  await becomes(replica, WELL);
  proxy.setMode('hang');
  // Each would wait forever.
  const codes = await Promise.all(Array.from({ length: 20 }, () => replica.getErrorCode(first)));
  expect(codes.every((code) => code === undefined)).toBe(true);
  await becomes(replica, WITHOUT);
  const asked = () => proxy.received().match(/mget|evalsha|eval|unlink/gi)?.length ?? 0;
  const before = asked();
  for (const document of [TOOL, RENAME, MINT, TOOL]) {
    expect(await replica.getErrorCode(document)).toBeUndefined();
  }
  expect(asked()).toBe(before);
  proxy.setMode('forward');
  await becomes(replica, WELL);
});

test('a process that starts without Redis uses it once it is available', async () => {
  const upstream = await fakeService(reply(200, ANSWER));
  const { proxy, url } = await startProxiedRedis();
  for (const mode of ['hang', 'cut'] as const) {
    proxy.setMode(mode);
    const replica = await startReplica(settingsFor(upstream, url), 200);
    expect(await replica.ready()).toStrictEqual(WITHOUT);
    expect(await replica.getErrorCode(TOOL)).toBeUndefined();
    proxy.setMode('forward');
    await becomes(replica, WELL);
  }
});

test.each([
  ['a Redis that is away', freePort, /ECONNREFUSED/],
  ['a wrong password', async () => (await startRedis()).port, /^WRONGPASS/],
])(
  '%s is logged once, without the password, for any number of requests',
  async (_, find, reason) => {
    const upstream = await fakeService(reply(200, ANSWER));
    const port = await find();
    const url = `redis://someone:pass-0123456789@127.0.0.1:${port}`;
    const settings = { ...settingsFor(upstream, url), LOG_LEVEL: 'warn' };
    const { run, logged, summary, ...program } = await start({ settings });
    for (let i = 0; i < 20; i += 1) {
      expect((await run(TOOL)).data).toStrictEqual({ tool: { name: 'lookup' } });
    }
    const ready = await fetch(`${program.url}/ready`);
    expect([ready.status, await ready.json()]).toStrictEqual(WITHOUT);
    const msg = expect.stringMatching(/^Redis is unavailable/);
    expect(logged()).toMatchObject([
      { level: 'error', msg, reason: expect.stringMatching(reason) },
    ]);
    expect(summary).toContain(`Shared    Redis at 127.0.0.1:${port} (unavailable)`);
    expect(JSON.stringify([summary, logged()])).not.toContain('pass-0123456789');
  },
);

test('a Redis is not used while it is out of memory', async () => {
  const upstream = await fakeService(reply(200, ANSWER));
  const redis = await startRedis({ 'maxmemory-policy': 'noeviction' });
  const settings = settingsFor(upstream, redis.url);
  // This replica sends nothing that would fail for lack of memory.
  const reader = await startReplica({ ...settings, RATE_LIMIT: '0' });
  const writer = await startReplica(settings);
  await reader.run(TOOL);
  await reader.run(TOOL);
  expect(upstream.calls).toHaveLength(1);
  await redis.client.config('SET', 'maxmemory', '1');
  expect(await writer.getErrorCode(RENAME)).toBeUndefined();
  expect(await writer.ready()).toStrictEqual(WITHOUT);
  expect(await reader.getErrorCode(TOOL)).toBeUndefined();
  expect(upstream.calls).toHaveLength(3);
  await redis.client.config('SET', 'maxmemory', '0');
  for (const replica of [writer, reader]) await becomes(replica, WELL);
});

test('a Redis that becomes a read-only replica is not used until it accepts writes again', async () => {
  const upstream = await fakeService(reply(200, ANSWER));
  const redis = await startRedis();
  const replica = await startReplica(settingsFor(upstream, redis.url));
  await becomes(replica, WELL);
  await redis.client.replicaof('127.0.0.1', await freePort());
  for (const document of [TOOL, RENAME, TOOL]) {
    expect(await replica.getErrorCode(document)).toBeUndefined();
  }
  expect(await replica.ready()).toStrictEqual(WITHOUT);
  await redis.client.replicaof('NO', 'ONE');
  await becomes(replica, WELL);
});

/** Starts a TLS proxy for a Redis and returns its port. */
async function startTlsProxy(target: number, certificate: Certificate) {
  const server = createServer({ ...certificate }, (client) => {
    const onward = connect(target, '127.0.0.1');
    client.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(onward).pipe(client);
  }).listen(0, 'localhost');
  server.on('tlsClientError', () => undefined);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

test('rediss:// accepts only a Redis with a trusted certificate', async () => {
  const redis = await startRedis();
  const authority = await createAuthority();
  const port = await startTlsProxy(redis.port, await authority.issue());
  const settings = {
    REDIS_URL: `rediss://default:${redis.password}@localhost:${port}/3`,
    RATE_LIMIT: '10',
  };
  const listUnavailable = async () => {
    const { run, ready } = await startReplica(settings);
    await run('{ llms { totalCount } }');
    return (await ready())[1];
  };
  expect(await listUnavailable()).toMatchObject({ unavailable: ['redis'] });
  expect(await redis.client.info('keyspace')).not.toContain('db3');
  authority.trust();
  expect(await listUnavailable()).toMatchObject({ unavailable: [] });
  expect(await redis.client.info('keyspace')).toContain('db3');
});
