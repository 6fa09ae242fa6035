import { expect, test } from 'vitest';
import { LIVE, LIVE_KEY, startLiveUpstream } from '../../support/live-upstream.ts';
import { startPair } from './redis-server.ts';

const MINT = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { type } }
}`;
const input = {
  personaConfig: { personaId: LIVE.persona },
  extra: { personaConfig: { toolIds: [LIVE.tool] } },
  verify: true,
};

async function startVerifying() {
  const upstream = await startLiveUpstream();
  const lookups = () => upstream.calls.filter((call) => call.startsWith('GET')).length;
  return { ...(await startPair(upstream, { UPSTREAM_EXTENSIONS: 'personas' })), lookups };
}

test('an id verified by one replica is verified for all', async () => {
  const { a, b, lookups } = await startVerifying();
  for (const { run } of [a, b, a]) {
    expect((await run(MINT, LIVE_KEY, { input })).errors).toBeUndefined();
  }
  expect(lookups()).toBe(2);
});

test('a tool deleted through one replica is unknown to all', async () => {
  const { a, b } = await startVerifying();
  for (const { run } of [a, b]) await run(MINT, LIVE_KEY, { input });
  await a.run(`mutation { deleteTool(id: "${LIVE.tool}") { deletedId } }`, LIVE_KEY);
  for (const { run } of [a, b]) {
    const { errors } = await run(MINT, LIVE_KEY, { input });
    expect(errors?.[0]?.extensions.issues).toMatchObject([
      { message: `No tool has the id ${LIVE.tool}.` },
    ]);
  }
});

test('ids are verified for each credential separately', async () => {
  const { a, b, lookups } = await startVerifying();
  await a.run(MINT, LIVE_KEY, { input });
  await b.run(MINT, 'another', { input });
  expect(lookups()).toBeGreaterThan(2);
});

test('while Redis is unavailable, each replica caches verified ids by itself', async () => {
  const { redis, a, b, lookups } = await startVerifying();
  await a.run(MINT, LIVE_KEY, { input });
  await redis.kill();
  for (const { run } of [a, a, b, b]) {
    expect((await run(MINT, LIVE_KEY, { input })).errors).toBeUndefined();
  }
  expect(lookups()).toBe(6);
});
