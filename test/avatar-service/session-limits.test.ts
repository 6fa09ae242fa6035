import { describe, expect, test } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import { PLAN_LIMITS } from '../../src/avatar-service/plan-limits.ts';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import {
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock, mintToken, startSession } from './sessions.ts';

const read = ({ ask }: RunningService, path: string, key?: string) =>
  readResponse(ask(`/v1/sessions${path}`, { ...(key && { key }) }));

const countActive = async (service: RunningService) =>
  (await read(service, '/concurrency')).body.active;

describe('the plan', async () => {
  const clock = createClock('2030-01-01T00:00:00.000Z');
  /** The service of all session lengths. */
  const shared = { clock, service: await startAvatarService({ now: clock.now }) };

  test.each(['free', 'pro'] as const)(
    '%s limits the sessions of the account that run at a time',
    async (plan) => {
      const service = await startAvatarService();
      const key = service.keys[plan];
      const { sessions: limit, sessionSeconds } = PLAN_LIMITS[plan];
      const start = async () => startSession(service, await mintToken(service, undefined, key));
      const readLimit = async () => (await read(service, '/concurrency', key)).body;
      const free = { limit, active: 0, canStartSession: true, estimatedWaitSeconds: null };
      expect(await readLimit()).toStrictEqual(free);
      const started = await Promise.all(Array.from({ length: limit }, start));
      // The body that client libraries know, without a message.
      expect(await start()).toStrictEqual({
        status: 429,
        body: { error: 'Concurrent session limit reached', reason: 'concurrent_limit' },
      });
      const { estimatedWaitSeconds, ...full } = await readLimit();
      expect(full).toStrictEqual({ limit, active: limit, canStartSession: false });
      expect(estimatedWaitSeconds).toBeGreaterThan(sessionSeconds - 60);
      await service.ask(`/v1/sessions/${started[0]?.body.sessionId}/stop`, { method: 'POST' });
      expect(await readLimit()).toStrictEqual({ ...free, active: limit - 1 });
      expect((await start()).status).toBe(200);
    },
  );

  test('holds when sessions of two processes start at once', async () => {
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
    '%s with maxSessionLengthSeconds %s ends a session after %s seconds',
    async (plan, maxSessionLengthSeconds, seconds) => {
      const { service, clock } = shared;
      const start = clock.now().getTime();
      const account = crypto.randomUUID();
      const { key } = await createKey(service.store, { plan, account, label: '' });
      const config = { name: 'Ada', ...(maxSessionLengthSeconds && { maxSessionLengthSeconds }) };
      const { body } = await startSession(service, await mintToken(service, config, key));
      clock.add(seconds - 0.001);
      expect((await read(service, `/${body.sessionId}`, key)).body.endTime).toBeNull();
      clock.add(5_000);
      expect((await read(service, `/${body.sessionId}`, key)).body).toMatchObject({
        endTime: new Date(start + seconds * 1000).toISOString(),
        sessionLengthMs: seconds * 1000,
        exitStatus: 'CLOSED_BY_ENGINE',
      });
    },
  );
});

describe('a session that reaches its maximum length', () => {
  test('has ended for everything that reads it, also after a restart', async () => {
    const place = await tempPlace();
    const clock = createClock('2030-01-01T00:00:00.000Z');
    const first = await startAvatarService({ place, now: clock.now });
    const free = first.keys.free;
    const token = await mintToken(first, { name: 'Ada', maxSessionLengthSeconds: 60 }, free);
    const { body } = await startSession(first, token);
    const waits = [];
    for (let index = 0; index < 3; index += 1) {
      waits.push((await read(first, '/concurrency', free)).body.estimatedWaitSeconds);
      clock.add(25);
    }
    expect(waits).toStrictEqual([60, 35, 10]);
    const paths = ['', '/concurrency', '/analytics', `/${body.sessionId}/analytics`];
    for (const path of paths) {
      const restarted = await startAvatarService({ place, now: clock.now });
      const answer = await read(restarted, path, free);
      expect(answer.status).toBe(200);
      if (path === '') expect(answer.body.data[0].exitStatus).toBe('CLOSED_BY_ENGINE');
      if (path === '/concurrency') expect(answer.body.canStartSession).toBe(true);
      if (path === '/analytics') expect(answer.body.sessionsWithReports).toBe(1);
    }
  });

  test('gives its place to the next, and is not changed by a later stop', async () => {
    const clock = createClock('2030-01-01T00:00:00.000Z');
    const service = await startAvatarService({ now: clock.now });
    const mint = () => mintToken(service, undefined, service.keys.free);
    const { body } = await startSession(service, await mint());
    clock.add(PLAN_LIMITS.free.sessionSeconds);
    expect((await startSession(service, await mint())).status).toBe(200);
    clock.add(10);
    await service.ask(`/v1/sessions/${body.sessionId}/stop`, { method: 'POST' });
    expect((await read(service, `/${body.sessionId}`)).body).toMatchObject({
      endTime: '2030-01-01T00:03:00.000Z',
      exitStatus: 'CLOSED_BY_ENGINE',
    });
  });

  test('is not ended by a clock that is set back, and a stop then ends it at its start', async () => {
    const clock = createClock('2030-01-01T00:00:00.000Z');
    const service = await startAvatarService({ now: clock.now });
    const { body } = await startSession(service, await mintToken(service));
    clock.add(-86_400);
    expect(await countActive(service)).toBe(1);
    await service.ask(`/v1/sessions/${body.sessionId}/stop`, { method: 'POST' });
    expect((await read(service, `/${body.sessionId}`)).body).toMatchObject({
      endTime: '2030-01-01T00:00:00.000Z',
      sessionLengthMs: 0,
    });
  });

  test('of the sample data ends within two hours', async () => {
    const place = await tempPlace();
    const store = await openStore(place);
    await seed(store, new Date('2030-01-01T00:00:00.000Z'));
    await store.close();
    const clock = createClock('2030-01-01T01:50:00.000Z');
    const service = await startAvatarService({ place, now: clock.now });
    expect(await countActive(service)).toBe(1);
    clock.add(600);
    expect(await countActive(service)).toBe(0);
  });
});
