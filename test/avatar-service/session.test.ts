import { describe, expect, test } from 'vitest';
import { Session, Transcript } from '../../src/contract/session.ts';
import { SessionAnalytics } from '../../src/contract/session-analytics.ts';
import { SessionStatistics } from '../../src/contract/session-statistics.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock, mintToken, readSession, startSession } from './sessions.ts';

// The sessions of the sample data, newest first.
const RECORDED = '1b9d2f60-3e57-4c0a-8f0c-6c1f9a2d4b02';
const FAILED = '3d1f6a82-05c9-4a7c-b4d3-8e3f7c4a6d04';
const UNSAVED = '5f2b8ca4-27eb-4c9e-86f5-a05b5e6c8f06';
const ALL = [RECORDED, FAILED, UNSAVED];
const LEO = '627bf322-5fac-4cb6-a34a-cb115ee347dd';

/** One service for all tests that only read. */
const service = await startAvatarService({ seeded: true });

const read = (path: string) => readSession(service, path);

describe('the list of sessions', () => {
  test('has all sessions, newest first, without their messages', async () => {
    const { body } = await read('?perPage=100');
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(ALL);
    expect(JSON.stringify(body)).not.toMatch(/toolCalls|"report"|Harbour Street/);
    expect(body.meta).toMatchObject({ total: ALL.length, lastPage: 1 });
  });

  test.each([
    ['search=KIOSK', []],
    ['search=chess', [UNSAVED]],
    [`search=${RECORDED.slice(0, 13)}`, [RECORDED]],
    [`personaId=${LEO}`, [RECORDED]],
    [`personaId=${LEO}&search=lobby`, []],
    ['apiKeyId=00000000-0000-4000-8000-000000000000', []],
    ['apiKeyId=6c0c8a53-5d0b-4c54-9f3e-0c1f5a7c2b90&perPage=1', [RECORDED]],
  ])('filtered by %s has only matching sessions', async (query, ids) => {
    const { body } = await read(`?${query}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(ids);
  });
});

describe('a session', () => {
  test.each(ALL)('%s matches the contract', async (id) => {
    const { status, body } = await read(`/${id}`);
    expect(status).toBe(200);
    const session = Session.parse(body);
    expect(Object.keys(body).sort()).toStrictEqual(Object.keys(Session.shape).sort());
    expect(new Date(String(session.startTime)).getTime()).toBeLessThan(Date.now());
  });

  test('that has ended has a transcript and matching analytics', async () => {
    const { body: messages } = await read(`/${RECORDED}/transcript`);
    const lines = Transcript.parse(messages).messages ?? [];
    expect(lines.map(({ role }) => role).join()).toBe('user,persona,user,persona,user,persona');
    expect(lines.map(({ wasInterrupted }) => wasInterrupted).indexOf(true)).toBe(3);
    const times = lines.map(({ timestamp }) => Date.parse(String(timestamp)));
    expect(times).toStrictEqual(times.toSorted((a, b) => a - b));
    const { body: session } = await read(`/${RECORDED}`);
    const { body } = await read(`/${RECORDED}/analytics`);
    SessionAnalytics.parse(body);
    expect(JSON.stringify(body)).not.toMatch(/userMessage|Harbour/);
    const withMessages = await read(`/${RECORDED}/analytics?includeMessages=true`);
    expect(withMessages.body.turns[2].userMessage).toBe('Soup sounds good. Thank you!');
    expect(body).toMatchObject({
      durationSeconds: session.sessionLengthMs / 1000,
      summary: { totalTurns: 3, toolCalls: { total: 1, byName: { check_opening_hours: 1 } } },
    });
    expect(body.turns[0].toolCalls[0]).not.toHaveProperty('arguments');
  });

  test('with disabled transcripts has no messages', async () => {
    const { store, send } = await startAvatarService({ seeded: true });
    await store.sessions.change(RECORDED, (session) => ({
      ...session,
      report: { ...Object(session.report), transcriptsEnabled: false },
    }));
    const path = `GET /v1/sessions/${RECORDED}`;
    const transcript = await send(`${path}/transcript`);
    expect(transcript.body).toMatchObject({ transcriptsEnabled: false, messages: [] });
    const { body } = await send(`${path}/analytics?includeMessages=true`);
    expect(body.turns).toHaveLength(3);
    expect(JSON.stringify(body)).not.toContain('userMessage');
  });

  test('has a link of its recording that expires after an hour', async () => {
    const clock = createClock();
    const service = await startAvatarService({ seeded: true, now: clock.now });
    const { body } = await readSession(service, `/${RECORDED}/recording`);
    const getStatus = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
    const recording = await fetch(body.recordingUrl, { method: 'HEAD' });
    expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await read(`/${FAILED}/recording`)).status).toBe(404);
    expect(await getStatus(body.recordingUrl.replace(/\?.*/, ''))).toBe(403);
    expect(await getStatus(body.recordingUrl.replace(RECORDED, FAILED))).toBe(403);
    clock.add(3_599);
    const range = { headers: { range: 'bytes=0-9' } };
    expect((await (await fetch(body.recordingUrl, range)).bytes()).length).toBe(10);
    clock.add(1);
    expect(await getStatus(body.recordingUrl)).toBe(403);
  });

  test('that is active has no transcript, recording or analytics yet', async () => {
    const service = await startAvatarService();
    const { sessionId: id } = (await startSession(service, await mintToken(service))).body;
    for (const part of ['transcript', 'recording', 'analytics']) {
      const { status, body } = await readSession(service, `/${id}/${part}`);
      expect([status, body.message]).toEqual([404, `The session ${id} has no ${part} yet.`]);
    }
  });
});

test('a stopped session stays ended after a second stop and a restart', async () => {
  const place = await tempPlace();
  const clock = createClock();
  const service = await startAvatarService({ place, now: clock.now });
  const { body: started } = await startSession(service, await mintToken(service));
  const path = `/${started.sessionId}`;
  const stop = async () => (await service.send(`POST /v1/sessions${path}/stop`)).status;
  clock.add(60);
  const endTime = clock.now().toISOString();
  expect(await stop()).toBe(200);
  const { body: stopped } = await readSession(service, path);
  expect(stopped).toMatchObject({ endTime, sessionLengthMs: 60_000, exitStatus: 'NORMAL_EXIT' });
  clock.add(3_600);
  expect(await stop()).toBe(200);
  const again = await startAvatarService({ place });
  const key = service.keys.pro;
  expect((await readSession(again, path, key)).body).toStrictEqual(stopped);
  expect((await readSession(again, `${path}/transcript`, key)).body.totalMessages).toBe(0);
  expect((await readSession(again, '/concurrency', key)).body.active).toBe(0);
});

describe('the analytics of all sessions', () => {
  const analyze = async (query: string) => {
    const { status, body } = await read(`/analytics${query}`);
    return { status, body, parsed: SessionStatistics.safeParse(body).data };
  };

  test('contain counts, interpolated percentiles and the slowest turns', async () => {
    const { parsed } = await analyze('');
    expect(parsed).toMatchObject({
      sessionCount: 3,
      sessionsWithReports: 3,
      turnCount: 8,
      truncated: false,
      counts: {
        completedTurns: 7,
        interruptedTurns: 1,
        interruptedBeforeAudioTurns: 0,
        totalErrors: 1,
        sessionsWithErrors: 1,
        toolCalls: { total: 3, succeeded: 2, failed: 1 },
      },
      rates: { toolCallFailureRate: 1 / 3 },
    });
    expect(parsed?.latencies?.transcriptionLatencySeconds).toStrictEqual({
      count: 8,
      avg: expect.closeTo(0.21625, 5),
      p50: expect.closeTo(0.215, 5),
      p90: expect.closeTo(0.256, 5),
      p95: expect.closeTo(0.263, 5),
      p99: expect.closeTo(0.2686, 5),
      max: 0.27,
    });
    const slowest = parsed?.slowestTurns?.map(({ valueSeconds }) => Number(valueSeconds)) ?? [];
    expect(slowest).toHaveLength(8);
    expect(slowest).toStrictEqual(slowest.toSorted((a, b) => b - a));
    expect(parsed?.slowestTurns?.[0]?.sessionId).toBe(FAILED);
  });

  test.each([
    [`?personaId=${LEO}`, 1],
    ['?clientLabel=tourist-office', 1],
    ['?clientLabel=tourist', 0],
    ['?sessionType=livekit', 0],
    ['?sessionType=turnkey', 3],
    ['?apiKeyId=00000000-0000-4000-8000-000000000000', 0],
    [`?from=${new Date(Date.now() + 3_600_000).toISOString()}&to=2099-01-01T00:00:00Z`, 0],
    ['?to=2020-01-01T00:00:00Z', 0],
  ])('with %s have the sessionCount %i', async (query, sessionCount) => {
    const { status, parsed } = await analyze(query);
    expect([status, parsed?.sessionCount]).toEqual([200, sessionCount]);
    if (sessionCount === 0) expect(parsed?.latencies?.firstAudioLatencySeconds?.p50).toBeNull();
  });

  test('include sessions that start at either end of the time range', async () => {
    const { body: session } = await read(`/${RECORDED}`);
    const from = session.startTime;
    const { apiKeyId } = session;
    const own = { personaId: LEO, clientLabel: 'tourist-office', sessionType: 'turnkey' };
    const filters = { ...own, apiKeyId };
    const countAt = async (time: string, more: object = {}) =>
      (await read(`/analytics?${new URLSearchParams({ from: time, to: time, ...more })}`)).body;
    const found = { from, to: from, filters, sessionCount: 1 };
    expect(await countAt(from, filters)).toMatchObject(found);
    const none = Object.fromEntries(Object.keys(filters).map((key) => [key, null]));
    for (const change of [-1, 1]) {
      const time = new Date(Date.parse(from) + change).toISOString();
      expect(await countAt(time)).toMatchObject({ filters: none, sessionCount: 0 });
    }
  });

  test.each([
    ['?from=yesterday', ['from']],
    ['?sessionType=other', ['sessionType']],
    ['?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', ['from']],
  ])('with %s are rejected at %j', async (query, path) => {
    const { status, body } = await analyze(query);
    expect([status, body.details]).toEqual([400, [expect.objectContaining({ path })]]);
  });
});
