import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import type { Replica } from '../../support/replica.ts';
import { startPair } from './redis-server.ts';

const LLMS = '{ llms { totalCount } }';

/** Starts replicas with these limits per minute and caller. */
async function startLimited(settings: Record<string, string>) {
  const answer = { id: 't1', uploadUrl: 'https://uploads.example/1', audioKey: 'k' };
  const upstream = await fakeService(reply(200, answer));
  return startPair(upstream, settings);
}

test('exactly as many concurrent requests through two replicas succeed as the limit allows', async () => {
  const { a, b } = await startLimited({ RATE_LIMIT: '10' });
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? a : b).getErrorCode(LLMS)),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(10);
});

test('replicas count by themselves only while Redis is unavailable', async () => {
  const { redis, a, b } = await startLimited({ RATE_LIMIT: '3' });
  const passing = async ({ getErrorCode }: Replica, key: string) => {
    const codes: unknown[] = [];
    for (const _ of [1, 2, 3, 4]) codes.push(await getErrorCode(LLMS, key));
    return codes.filter((code) => code === undefined).length;
  };
  await redis.kill();
  expect([await passing(a, 'one'), await passing(b, 'one')]).toStrictEqual([3, 3]);
  await redis.start();
  const readiness = async () => (await Promise.all([a.ready(), b.ready()])).flat();
  const isWell = [200, { ready: true, unavailable: [] }];
  await expect.poll(readiness).toStrictEqual([...isWell, ...isWell]);
  expect([await passing(a, 'two'), await passing(b, 'two')]).toStrictEqual([3, 0]);
});
