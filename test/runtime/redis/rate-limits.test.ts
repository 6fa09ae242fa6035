import { expect, test } from 'vitest';
import { LONG_TIMEOUT, startReplica } from '../../support/replica.ts';
import { startUpstreamWithResponse } from '../../support/upstream.ts';
import { startRedis } from './redis-server.ts';

const LLMS = '{ llms { total } }';

/** Starts replicas of one deployment with a limit of fields per minute and caller. */
async function startReplicas(count: number, limit: number) {
  const redis = await startRedis();
  const upstream = await startUpstreamWithResponse(200, { id: 't1', name: 'a' });
  const settings = {
    UPSTREAM_URL: upstream.url,
    REDIS_URL: redis.url,
    RATE_LIMIT: String(limit),
    ...LONG_TIMEOUT,
  };
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(settings)));
  return { redis, replicas };
}

test('replicas share the counters of each caller', async () => {
  const { replicas } = await startReplicas(2, 4);
  const codes: unknown[] = [];
  for (const round of [0, 1, 2, 3, 4, 5]) {
    codes.push(await replicas[round % 2]?.getErrorCode(LLMS, 'one'));
  }
  expect(codes).toStrictEqual([...Array(4).fill(undefined), 'RATE_LIMITED', 'RATE_LIMITED']);
  for (const replica of replicas) expect(await replica.getErrorCode(LLMS, 'two')).toBeUndefined();
});

test('replicas share the limit of announced recordings', async () => {
  const redis = await startRedis();
  const upstream = await startUpstreamWithResponse(200, {
    uploadUrl: 'https://uploads.example/1',
    audioKey: 'k',
  });
  const settings = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_EXTENSIONS: 'all',
    REDIS_URL: redis.url,
    RATE_LIMIT_VOICE_UPLOADS: '3',
    ...LONG_TIMEOUT,
  };
  const replicas = [await startReplica(settings), await startReplica(settings)];
  const announce =
    'mutation { createVoiceUpload(input: { filename: "a.wav", contentType: "audio/wav", fileSize: 1 }) { audioKey } }';
  const codes: unknown[] = [];
  for (const round of [0, 1, 2, 3, 4])
    codes.push(await replicas[round % 2]?.getErrorCode(announce, 'one'));
  expect(codes).toStrictEqual([...Array(3).fill(undefined), 'RATE_LIMITED', 'RATE_LIMITED']);
  expect(await replicas[0]?.getErrorCode(announce, 'two')).toBeUndefined();
});

test('exactly as many concurrent requests through several replicas succeed as the limit allows', async () => {
  const { replicas } = await startReplicas(3, 10);
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, index) => replicas[index % 3]?.getErrorCode(LLMS)),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(10);
});

test('replicas count by themselves only while Redis is unavailable', async () => {
  const { redis, replicas } = await startReplicas(2, 3);
  const [first, second] = replicas;
  if (!first || !second) throw new Error('There are two.');
  const passing = async ({ getErrorCode }: typeof first, key: string) => {
    const codes: unknown[] = [];
    for (const _ of [1, 2, 3, 4]) codes.push(await getErrorCode(LLMS, key));
    return codes.filter((code) => code === undefined).length;
  };
  await redis.kill();
  expect([await passing(first, 'one'), await passing(second, 'one')]).toStrictEqual([3, 3]);
  await redis.start();
  const readiness = async () => (await Promise.all(replicas.map(({ ready }) => ready()))).flat();
  const isWell = [200, { ready: true, unavailable: [] }];
  await expect.poll(readiness).toStrictEqual([...isWell, ...isWell]);
  expect([await passing(first, 'two'), await passing(second, 'two')]).toStrictEqual([3, 0]);
});
