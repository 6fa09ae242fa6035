import { expect, test } from 'vitest';
import { AUTH } from '../../support/issuer.ts';
import { tempFile } from '../../support/resources.ts';
import { diagnoseServices, expectFinding } from '../doctor/diagnose.ts';
import { startRedis } from './redis-server.ts';

test('a Redis that responds is reported with its latency', async () => {
  const { url, port, client } = await startRedis();
  const finding = new RegExp(`^ok: Redis at 127\\.0\\.0\\.1:${port} responds in \\d+ ms\\.$`);
  expectFinding(await diagnoseServices({ REDIS_URL: url }), 'redis', finding);
  expect(await client.dbsize()).toBe(0);
});

test('a wrong password is reported without either password', async () => {
  const { url, password } = await startRedis();
  const diagnosis = await diagnoseServices({ REDIS_URL: url.replace(password, 'another-word') });
  const finding = /^failed: Redis at \S+ cannot be used: WRONGPASS .*[^.]\.$/;
  expectFinding(diagnosis, 'redis', finding, /^Check REDIS_URL with its user name and password/);
  expect(diagnosis.lines.join()).not.toMatch(new RegExp(`another-word|${password}`));
});

test('a read-only replica is a failure', async () => {
  const { port, password } = await startRedis();
  const replicaof = { replicaof: `127.0.0.1 ${port}`, masterauth: password };
  const replica = await startRedis(replicaof);
  const finding = `failed: Redis at 127.0.0.1:${replica.port} is a replica, which is read-only.`;
  const diagnosis = await diagnoseServices({ REDIS_URL: replica.url });
  expectFinding(diagnosis, 'redis', finding, /^Set REDIS_URL to the primary\.$/);
});

const DAILY = '{ tokens: 5, per: day }';

test.each([
  ['allkeys-lru', DAILY, /^failed: .* It evicts keys \(maxmemory-policy allkeys-lru\)/],
  ['allkeys-lru', '', /^ok: /],
  ['noeviction', DAILY, /^ok: /],
])('a Redis with %s and a policy with the limits [%s]', async (rule, limits, finding) => {
  const redis = await startRedis({ 'maxmemory-policy': rule });
  const mint = `mint: { maxSessionLengthSeconds: 600, limits: [${limits}] }`;
  const { find } = await diagnoseServices({
    ...AUTH,
    POLICY: await tempFile(`roles: [{ name: user, when: {}, ${mint} }]`),
    REDIS_URL: redis.url,
    REDIS_SECRET: 'secret-of-redis-in-these-tests-0123456789',
  });
  expect(find('redis')).toMatch(finding);
});
