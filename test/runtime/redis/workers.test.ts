import { expect, test } from 'vitest';
import { startTwoWorkers } from '../two-workers.ts';
import { startRedis } from './redis-server.ts';

test('workers with one store show each other’s writes at once, and share counters', async () => {
  const redis = await startRedis();
  const { run, pids } = await startTwoWorkers({
    REDIS_URL: redis.url,
    UPSTREAM_CACHE_SECONDS: '60',
    // Without a credential, only the address is counted, with five times the limit.
    RATE_LIMIT: '4',
  });
  const newest = '{ personas(first: 1) { nodes { name } } }';
  for (let round = 0; round < 3; round += 1) {
    const name = `Persona ${round}`;
    await run(`mutation { createPersona(input: { name: "${name}" }) { persona { id } } }`);
    for (let i = 0; i < 3; i += 1) {
      const { data } = await run(newest);
      expect(data.personas.nodes).toStrictEqual([{ name }]);
    }
  }
  const codes = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { errors } = await run('{ llms { totalCount } }');
      return errors?.[0]?.extensions.code;
    }),
  );
  // Those of the 20 that the 12 requests before have left.
  expect(codes.filter((code) => code === undefined)).toHaveLength(8);
  await expect.poll(pids).toHaveLength(2);
}, 60_000);
