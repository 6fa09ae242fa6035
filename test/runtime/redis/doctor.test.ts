import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnoseServices } from '../../support/doctor.ts';
import { AUTH } from '../../support/issuer.ts';
import { tempFolder } from '../../support/resources.ts';
import { startRedis } from './redis-server.ts';

test('a Redis that responds is reported with its latency', async () => {
  const redis = await startRedis();
  const { find, code } = await diagnoseServices({ REDIS_URL: redis.url });
  expect(find('redis')).toMatch(
    new RegExp(`^ok: Redis at 127\\.0\\.0\\.1:${redis.port} responds in \\d+ ms\\.$`),
  );
  expect(await redis.client.dbsize()).toBe(0);
  expect(code).toBe(0);
});

test('a wrong password is reported without either password', async () => {
  const redis = await startRedis();
  const { find, getAdvice, code, lines } = await diagnoseServices({
    REDIS_URL: redis.url.replace(redis.password, 'another-password'),
  });
  expect(find('redis')).toMatch(/^failed: Redis at \S+ cannot be used: WRONGPASS .*[^.]\.$/);
  expect(getAdvice('redis')).toBe('Correct the user name and password in REDIS_URL.');
  expect(lines.join()).not.toMatch(new RegExp(`another-password|${redis.password}`));
  expect(code).toBe(1);
});

test('a wrong password of the counters of a policy is advised on by the name of its setting', async () => {
  const redis = await startRedis();
  const path = join(await tempFolder(), 'policy.yaml');
  await writeFile(path, 'roles: [{ name: user, when: {} }]');
  const settings = { POLICY: path, ...AUTH };
  const wrong = redis.url.replace(redis.password, 'another-password');
  const { find, getAdvice } = await diagnoseServices({ ...settings, POLICY_REDIS_URL: wrong });
  expect(find('policy')).toContain('WRONGPASS');
  expect(getAdvice('policy')).toBe('Correct the user name and password in POLICY_REDIS_URL.');
});

test('a read-only replica is a failure', async () => {
  const primary = await startRedis();
  const replica = await startRedis({
    replicaof: `127.0.0.1 ${primary.port}`,
    masterauth: primary.password,
  });
  const { find, getAdvice } = await diagnoseServices({ REDIS_URL: replica.url });
  expect(find('redis')).toBe(
    `failed: Redis at 127.0.0.1:${replica.port} is a replica, which is read-only.`,
  );
  expect(getAdvice('redis')).toBe('Set REDIS_URL to the primary.');
});

test.each([
  [
    'allkeys-lru',
    '{ tokens: 5, per: day }',
    /^failed: .* It evicts keys \(maxmemory-policy allkeys-lru\)/,
  ],
  ['allkeys-lru', '', /^ok: /],
  ['noeviction', '{ tokens: 5, per: day }', /^ok: /],
])('a Redis with %s and a policy with the limits [%s]', async (rule, limits, finding) => {
  const redis = await startRedis({ 'maxmemory-policy': rule });
  const path = join(await tempFolder(), 'policy.yaml');
  const mint = `mint: { maxSessionLengthSeconds: 600, limits: [${limits}] }`;
  await writeFile(path, `roles: [{ name: user, when: {}, ${mint} }]`);
  const { find } = await diagnoseServices({ REDIS_URL: redis.url, POLICY: path, ...AUTH });
  expect(find('redis')).toMatch(finding);
  const own = await diagnoseServices({ POLICY_REDIS_URL: redis.url, POLICY: path, ...AUTH });
  expect(own.find('policy').startsWith('failed: Redis at')).toBe(
    finding.source.startsWith('^failed'),
  );
});
