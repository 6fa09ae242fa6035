import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { signToken } from '../../support/policy.ts';
import { MINE, startPolicyUpstream } from '../../support/policy-upstream.ts';
import { LONG_TIMEOUT, type Replica, startReplica } from '../../support/replica.ts';
import { tempFolder } from '../../support/resources.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

const SECRET = 'secret-of-all-issuers-of-these-tests-0123456789';

const MINT = `mutation { createSessionToken(input: { personaConfig: { personaId: "${MINE}" } }) { token { type } } }`;
const LATER = 'mutation ($id: ID!) { stopSession(id: $id) { stoppedId } }';

const createPolicy = (limits: string) => `
issuers: [{ name: main, issuer: https://main.example, secrets: ["\${TOKEN_SECRET}"], audience: api, scopesFrom: role }]
roles:
  - name: user
    when: {}
    scopes: all
    sessions: own
    mint: { maxSessionLengthSeconds: 600, clientLabel: "u:{subject}:{mint}", ${limits} }
`;

const tokenOf = (sub: string) => signToken({ iss: 'https://main.example', aud: 'api', sub });

/** Starts two instances with one policy and the counters of one Redis. */
async function startPair(limits: string, redis?: RedisServer) {
  const [folder, upstream, server] = await Promise.all([
    tempFolder(),
    startPolicyUpstream(),
    redis ?? startRedis(),
  ]);
  const path = join(folder, 'policy.yaml');
  await writeFile(path, createPolicy(limits));
  const settings = {
    NODE_ENV: 'production',
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'server-key',
    UPSTREAM_EXTENSIONS: 'sessions',
    TOKEN_SECRET: SECRET,
    POLICY: path,
    POLICY_REDIS_URL: server.url,
    RATE_LIMIT: '0',
    RATE_LIMIT_MINTS: '0',
    ...LONG_TIMEOUT,
  };
  const [a, b] = await Promise.all([startReplica(settings), startReplica(settings)]);
  return { a, b, upstream, redis: server };
}

/** Mints once, and returns the extensions of the error. */
const mint = async ({ run }: Replica, sub = 'ada') =>
  (await run(MINT, await tokenOf(sub))).errors?.[0]?.extensions ?? {};

test('a hundred mints through two instances pass a limit of five exactly five times', async () => {
  const { a, b, upstream } = await startPair('limits: [{ tokens: 5, per: month }]');
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, index) => mint(index % 2 === 0 ? a : b)),
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
  const { a, b, upstream } = await startPair(
    'limits: [{ tokens: 3, per: month }, { reservedMinutes: 20, per: month }]',
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
  const { a, b, upstream } = await startPair('concurrent: 1');
  expect(await mint(a)).toStrictEqual({});
  expect(await mint(b)).toMatchObject({
    reason: 'concurrent_limit',
    rule: 'roles.user.mint.concurrent',
  });
  const [{ clientLabel }] = upstream.mints();
  upstream.sessions.set('s1', { id: 's1', clientLabel });
  const stopped = await b.run(LATER, await tokenOf('ada'), { id: 's1' });
  expect(stopped.errors).toBeUndefined();
  await expect.poll(async () => (await mint(a)).code).toBeUndefined();
});

test('while Redis is away, limited mints are OVERLOADED and nothing else fails', async () => {
  const { a, redis, upstream } = await startPair('limits: [{ tokens: 5, per: month }]');
  expect(await mint(a)).toStrictEqual({});
  await redis.kill();
  expect(await mint(a)).toMatchObject({
    code: 'OVERLOADED',
    retryAfterSeconds: expect.any(Number),
  });
  expect(upstream.mints()).toHaveLength(1);
  const { data } = await a.run('{ personas { total } }', await tokenOf('ada'));
  expect(data.personas.total).toBe(2);
  await redis.start();
  await expect.poll(async () => (await mint(a)).code).toBeUndefined();
});

test('what is in Redis names no subject, and ends with its window', async () => {
  const { a, redis } = await startPair('limits: [{ tokens: 5, per: month }], concurrent: 3');
  await mint(a, 'ada@example.com');
  const keys = (await redis.client.keys('*')).filter((key) => !key.endsWith(':ready'));
  expect(keys.filter((key) => key.includes(':policy:'))).toHaveLength(3);
  expect(keys.join()).not.toMatch(/ada|example|tokens|month/);
  const ends = await Promise.all(keys.map((key) => redis.client.pttl(key)));
  expect(Math.min(...ends)).toBeGreaterThan(0);
});

test.each([
  ['limits: [{ tokens: 5, per: day }]', 'limits by day or month require REDIS_URL'],
  ['limits: [{ tokens: 5, per: minute }]', undefined],
])('in production without Redis, %s is an error: %s', async (limits, message) => {
  const folder = await tempFolder();
  const path = join(folder, 'policy.yaml');
  await writeFile(path, createPolicy(limits));
  const read = () =>
    readConfig({
      NODE_ENV: 'production',
      UPSTREAM_URL: 'https://upstream.example',
      UPSTREAM_API_KEY: 'server-key',
      TOKEN_SECRET: SECRET,
      POLICY: path,
    });
  if (message === undefined) expect(read).not.toThrow();
  else expect(read).toThrow(message);
});
