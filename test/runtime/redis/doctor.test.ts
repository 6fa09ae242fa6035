import { expect, test } from 'vitest';
import { diagnose } from '../../support/doctor.ts';
import { startRedis } from '../../support/redis-server.ts';

test('a Redis that responds is reported with its latency', async () => {
  const redis = await startRedis();
  const { find, code } = await diagnose({ REDIS_URL: redis.url });
  expect(find('redis')).toMatch(
    new RegExp(`^ok: Redis at 127\\.0\\.0\\.1:${redis.port} responds in \\d+ ms\\.$`),
  );
  expect(await redis.client.dbsize()).toBe(0);
  expect(code).toBe(0);
});

test('a wrong password is reported without either password', async () => {
  const redis = await startRedis();
  const { find, getAdvice, code, lines } = await diagnose({
    REDIS_URL: redis.url.replace(redis.password, 'another-password'),
  });
  expect(find('redis')).toMatch(/^failed: Redis at \S+ cannot be used: WRONGPASS /);
  expect(getAdvice('redis')).toBe('Correct the user name and password in REDIS_URL.');
  expect(lines.join()).not.toMatch(new RegExp(`another-password|${redis.password}`));
  expect(code).toBe(1);
});

test('a read-only replica is a failure', async () => {
  const primary = await startRedis();
  const replica = await startRedis({
    replicaof: `127.0.0.1 ${primary.port}`,
    masterauth: primary.password,
  });
  const { find, getAdvice } = await diagnose({ REDIS_URL: replica.url });
  expect(find('redis')).toBe(
    `failed: Redis at 127.0.0.1:${replica.port} is a replica, which is read-only.`,
  );
  expect(getAdvice('redis')).toBe('Set REDIS_URL to the primary.');
});
