import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { startProgram } from '../../support/program.ts';
import { LONG_TIMEOUT } from '../../support/replica.ts';
import { startRedis } from './redis-server.ts';

/** Sends a query over a new connection, which goes to the next worker. */
async function queryNextWorker(url: string, query: string) {
  const dispatcher = new Agent();
  const { body } = await request(`${url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json' },
    dispatcher,
    reset: true,
  });
  const text = await body.text();
  await dispatcher.close();
  return JSON.parse(text);
}

async function startWorkers(settings: Record<string, string>) {
  const redis = await startRedis();
  const program = await startProgram(
    { LOG_LEVEL: 'info', REDIS_URL: redis.url, ...LONG_TIMEOUT, ...settings },
    ['start', '--workers', '2'],
  );
  const pids = () =>
    new Set(program.logged().flatMap(({ msg, pid }) => (msg === 'operation' ? [pid] : [])));
  return { ...program, redis, pids };
}

test('workers share counters', async () => {
  const { url, pids } = await startWorkers({ RATE_LIMIT: '2' });
  const codes: unknown[] = [];
  for (let i = 0; i < 20; i += 1) {
    const { errors } = await queryNextWorker(url, '{ llms { total } }');
    codes.push(errors?.[0]?.extensions.code);
  }
  // Without a credential, only the address is counted, with five times the limit.
  expect(codes.filter((code) => code === undefined)).toHaveLength(10);
  expect(pids().size).toBe(2);
}, 60_000);

test('workers with one store share responses', async () => {
  const { url, pids, redis } = await startWorkers({ RESPONSE_CACHE_SECONDS: '60' });
  const newest = '{ personas(perPage: 1) { items { name } } }';
  for (let round = 0; round < 8; round += 1) {
    const name = `Persona ${round}`;
    await queryNextWorker(
      url,
      `mutation { createPersona(input: { name: "${name}" }) { persona { id } } }`,
    );
    for (let i = 0; i < 4; i += 1) {
      const { data } = await queryNextWorker(url, newest);
      expect(data.personas.items).toStrictEqual([{ name }]);
    }
  }
  expect(pids().size).toBe(2);
  expect(await redis.client.keys('*:response:*')).toHaveLength(1);
}, 60_000);
