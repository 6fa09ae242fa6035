import { expect, test } from 'vitest';
import { createKey, PLAN_LIMITS } from '../../src/avatar-service/keys.ts';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock, mintToken, readSession, startSession } from './sessions.ts';

const clock = createClock();
/** One service for the tests that need no other process: each has its own account. */
const shared = await startAvatarService({ now: clock.now });

const countActive = async (service: RunningService) =>
  (await readSession(service, '/concurrency')).body.active;

const stop = ({ send }: RunningService, id: string) => send(`POST /v1/sessions/${id}/stop`);

test.each(['free', 'pro'] as const)(
  'the plan %s limits the sessions of the account that run at a time',
  async (plan) => {
    const service = await openAccount(shared);
    const key = service.keys[plan];
    const { sessions: limit, sessionSeconds } = PLAN_LIMITS[plan];
    const start = async () => startSession(service, await mintToken(service, undefined, key));
    const readLimit = async () => (await readSession(service, '/concurrency', key)).body;
    const free = { limit, active: 0, canStartSession: true, estimatedWaitSeconds: null };
    expect(await readLimit()).toStrictEqual(free);
    const started = await Promise.all(Array.from({ length: limit }, start));
    // The body that client libraries know, without a message.
    expect(await start()).toStrictEqual({
      status: 429,
      body: { error: 'Concurrent session limit reached', reason: 'concurrent_limit' },
    });
    const full = { limit, active: limit, canStartSession: false };
    expect(await readLimit()).toStrictEqual({ ...full, estimatedWaitSeconds: sessionSeconds });
    await stop(service, started[0]?.body.sessionId);
    expect(await readLimit()).toStrictEqual({ ...free, active: limit - 1 });
    expect((await start()).status).toBe(200);
  },
);

test('the limit of a plan holds when sessions of two processes start at once', async () => {
  const place = await tempPlace();
  const service = await startAvatarService({ place });
  const other = await startAvatarService({ place });
  const tokens = await Promise.all(Array.from({ length: 30 }, () => mintToken(service)));
  const starts = await Promise.all(
    tokens.map((token, index) => startSession(index % 2 ? service : other, token)),
  );
  const started = starts.filter(({ status }) => status === 200);
  expect(started).toHaveLength(PLAN_LIMITS.pro.sessions);
  expect(new Set(starts.map(({ status }) => status))).toStrictEqual(new Set([200, 429]));
  expect(await countActive(service)).toBe(PLAN_LIMITS.pro.sessions);
});

test.each([
  ['free', undefined, 180],
  ['free', 3_600, 180],
  ['pro', 0.5, 0.5],
  ['pro', 60, 60],
  ['pro', 1e300, 1_800],
  ['enterprise', undefined, 7_200],
] as const)(
  'the plan %s with maxSessionLengthSeconds %s ends a session after %s seconds',
  async (plan, maxSessionLengthSeconds, seconds) => {
    const start = clock.now().getTime();
    const account = crypto.randomUUID();
    const { key } = await createKey(shared.store, { plan, account, label: '' });
    const config = { name: 'Ada', ...(maxSessionLengthSeconds && { maxSessionLengthSeconds }) };
    const { body } = await startSession(shared, await mintToken(shared, config, key));
    const read = () => readSession(shared, `/${body.sessionId}`, key);
    clock.add(seconds - 0.001);
    expect((await read()).body.endTime).toBeNull();
    clock.add(5_000);
    expect((await read()).body).toMatchObject({
      endTime: new Date(start + seconds * 1000).toISOString(),
      sessionLengthMs: seconds * 1000,
      exitStatus: 'CLOSED_BY_ENGINE',
    });
  },
);

test('a session that reaches its maximum length has ended for everything that reads it, also after a restart', async () => {
  const place = await tempPlace();
  const first = await startAvatarService({ place, now: clock.now });
  const free = first.keys.free;
  const token = await mintToken(first, { name: 'Ada', maxSessionLengthSeconds: 60 }, free);
  const { body } = await startSession(first, token);
  const waits = [];
  for (let index = 0; index < 3; index += 1) {
    waits.push((await readSession(first, '/concurrency', free)).body.estimatedWaitSeconds);
    clock.add(25);
  }
  expect(waits).toStrictEqual([60, 35, 10]);
  for (const [path, expected] of [
    ['', { data: [{ exitStatus: 'CLOSED_BY_ENGINE' }] }],
    ['/concurrency', { canStartSession: true }],
    ['/analytics', { sessionsWithReports: 1 }],
    [`/${body.sessionId}/analytics`, {}],
  ] as const) {
    const restarted = await startAvatarService({ place, now: clock.now });
    const answer = await readSession(restarted, path, free);
    expect(answer).toMatchObject({ status: 200, body: expected });
  }
});

test('a session that reached its maximum length gives its place to the next, and is not changed by a later stop', async () => {
  const service = await openAccount(shared);
  const start = async () =>
    (await startSession(service, await mintToken(service, undefined, service.keys.free))).body;
  const { sessionId } = await start();
  clock.add(PLAN_LIMITS.free.sessionSeconds);
  const endTime = clock.now().toISOString();
  expect(await start()).toHaveProperty('sessionId');
  clock.add(10);
  await stop(service, sessionId);
  const ended = { endTime, exitStatus: 'CLOSED_BY_ENGINE' };
  expect((await readSession(service, `/${sessionId}`)).body).toMatchObject(ended);
});

test('a session is not ended by a clock that is set back, and a stop then ends it at its start', async () => {
  const service = await openAccount(shared);
  const endTime = clock.now().toISOString();
  const { sessionId } = (await startSession(service, await mintToken(service))).body;
  clock.add(-1_000);
  expect(await countActive(service)).toBe(1);
  await stop(service, sessionId);
  clock.add(1_000);
  const ended = { endTime, sessionLengthMs: 0 };
  expect((await readSession(service, `/${sessionId}`)).body).toMatchObject(ended);
});
