import { describe, expect, test } from 'vitest';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { sessions } from '../../src/avatar-service/seed/sessions.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { Session, Transcript } from '../../src/contract/session.ts';
import { SessionAnalytics } from '../../src/contract/session-analytics.ts';
import { SessionStatistics } from '../../src/contract/session-statistics.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock, readSession } from './sessions.ts';

const [live, recorded] = sessions;
const LIVE = live?.id ?? '';
const RECORDED = recorded?.id ?? '';
const find = (label: string) => sessions.find(({ clientLabel }) => clientLabel === label)?.id ?? '';
const LEO = personas.find(({ name }) => name.startsWith('Leo'))?.id ?? '';

/** One service for all tests that only read. */
const service = await startAvatarService({ seeded: true });

const read = (path: string) => readSession(service, path);

describe('the list of sessions', () => {
  test('has all sessions, newest first, without their messages', async () => {
    const { body } = await read('?perPage=100');
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(
      sessions.map(({ id }) => id),
    );
    expect(JSON.stringify(body)).not.toMatch(/toolCalls|"report"|castle garden/);
    expect(body.meta).toMatchObject({ total: sessions.length, lastPage: 1 });
  });

  test.each([
    ['search=KIOSK', []],
    ['search=chess', [find('chess-club')]],
    [`search=${RECORDED.slice(0, 13)}`, [RECORDED]],
    [`personaId=${LEO}`, [LIVE, RECORDED]],
    [`personaId=${LEO}&search=lobby`, []],
    ['apiKeyId=00000000-0000-4000-8000-000000000000', []],
    ['apiKeyId=6c0c8a53-5d0b-4c54-9f3e-0c1f5a7c2b90&perPage=1', [LIVE]],
  ])('filtered by %s has only matching sessions', async (query, ids) => {
    const { body } = await read(`?${query}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(ids);
  });
});

describe('a session', () => {
  test.each(sessions)('$clientLabel matches the contract', async ({ id, turns }) => {
    const { status, body } = await read(`/${id}`);
    expect(status).toBe(200);
    const session = Session.parse(body);
    const tools = turns.flatMap(({ tool }) => tool ?? []);
    expect(session.toolCalls).toMatchObject(tools.map(({ name }) => ({ toolName: name })));
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
      config: {
        llmModel: session.personaConfig.llmId,
        ttsVoice: session.personaConfig.voiceId,
        personaName: session.personaConfig.name,
        languageCode: 'en',
        transcriptsEnabled: true,
      },
      summary: {
        totalTurns: 3,
        interruptedTurns: 1,
        interruptionRate: 1 / 3,
        toolCalls: { total: 1, succeeded: 1, failed: 0, byName: { check_opening_hours: 1 } },
        completedTurns: 2,
        totalUserSpeechDurationSeconds: expect.closeTo(8.462),
        totalUserWords: 22,
        totalAssistantWords: 51,
        averageLatencies: {
          transcriptionLatencySeconds: expect.closeTo(0.56 / 3),
          llmTimeToFirstOutputSeconds: expect.closeTo(2 / 3),
          ttsGenerationDurationSeconds: expect.closeTo(0.84),
          firstAudioLatencySeconds: expect.closeTo(3.16 / 3),
        },
      },
      turns: [
        { toolCalls: [{ toolName: 'check_opening_hours', durationSeconds: 0.64 }] },
        { toolCalls: [] },
        { toolCalls: [] },
      ],
    });
    expect(body.turns[0].toolCalls[0]).not.toHaveProperty('arguments');
  });

  test('has analytics that tell failed tool calls from completed ones', async () => {
    const { body } = await read(`/${find('bank-lobby')}/analytics`);
    expect(body.summary.toolCalls).toStrictEqual({
      total: 2,
      succeeded: 1,
      failed: 1,
      byName: { check_opening_hours: 1, end_call: 1 },
    });
  });

  test('with disabled transcripts has no messages', async () => {
    const id = find('nurse-line');
    const transcript = await read(`/${id}/transcript`);
    expect(transcript.body).toMatchObject({ transcriptsEnabled: false, messages: [] });
    const { body } = await read(`/${id}/analytics?includeMessages=true`);
    expect(JSON.stringify(body)).not.toContain('userMessage');
  });

  test('has a link of its recording that expires after an hour', async () => {
    const clock = createClock();
    const service = await startAvatarService({ seeded: true, now: clock.now });
    const { body } = await readSession(service, `/${RECORDED}/recording`);
    const getStatus = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
    const recording = await fetch(body.recordingUrl, { method: 'HEAD' });
    expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await read(`/${find('museum-tour')}/recording`)).status).toBe(404);
    expect(await getStatus(body.recordingUrl.replace(/\?.*/, ''))).toBe(403);
    expect(await getStatus(body.recordingUrl.replace(RECORDED, LIVE))).toBe(403);
    clock.add(3_599);
    const range = { headers: { range: 'bytes=0-9' } };
    expect((await (await fetch(body.recordingUrl, range)).bytes()).length).toBe(10);
    clock.add(1);
    expect(await getStatus(body.recordingUrl)).toBe(403);
  });

  test.each(['transcript', 'recording', 'analytics'])(
    'that is active has no %s yet',
    async (part) => {
      const { status, body } = await read(`/${LIVE}/${part}`);
      expect([status, body.message]).toEqual([404, `The session ${LIVE} has no ${part} yet.`]);
    },
  );
});

test('a stopped session stays ended after a second stop and a restart', async () => {
  const place = await tempPlace();
  const store = await openStore(place);
  await seed(store);
  await store.close();
  const clock = createClock(new Date(Date.now() + 60_000).toISOString());
  const service = await startAvatarService({ place, now: clock.now });
  const stop = async () => (await service.send(`POST /v1/sessions/${LIVE}/stop`)).status;
  const endTime = clock.now().toISOString();
  expect(await stop()).toBe(200);
  const { body: stopped } = await readSession(service, `/${LIVE}`);
  expect(stopped).toMatchObject({ endTime, exitStatus: 'NORMAL_EXIT' });
  expect(stopped.sessionLengthMs).toBe(Date.parse(endTime) - Date.parse(stopped.startTime));
  clock.add(3_600);
  expect(await stop()).toBe(200);
  const again = await startAvatarService({ place });
  expect((await readSession(again, `/${LIVE}`)).body).toStrictEqual(stopped);
  expect((await readSession(again, `/${LIVE}/transcript`)).body.totalMessages).toBe(4);
  expect((await readSession(again, '/concurrency')).body.active).toBe(0);
});

describe('the analytics of all sessions', () => {
  const analyze = async (query: string) => {
    const { status, body } = await read(`/analytics${query}`);
    return { status, body, parsed: SessionStatistics.safeParse(body).data };
  };
  const turns = sessions
    .filter(({ exitStatus }) => exitStatus !== null)
    .flatMap((each) => each.turns);

  test('contain counts, interpolated percentiles and the slowest turns', async () => {
    const { parsed } = await analyze('');
    expect(parsed).toMatchObject({
      sessionCount: sessions.length,
      sessionsWithReports: sessions.length - 1,
      turnCount: turns.length,
      truncated: false,
      counts: {
        completedTurns: turns.length - 1,
        interruptedTurns: 1,
        interruptedBeforeAudioTurns: 0,
        totalErrors: 1,
        sessionsWithErrors: 1,
        toolCalls: { total: 4, succeeded: 3, failed: 1 },
      },
      rates: { toolCallFailureRate: 0.25 },
    });
    expect(parsed?.latencies?.transcriptionLatencySeconds).toStrictEqual({
      count: turns.length,
      avg: expect.closeTo(3.65 / 17),
      p50: 0.21,
      p90: expect.closeTo(0.254, 5),
      p95: expect.closeTo(0.262, 5),
      p99: expect.closeTo(0.2684, 5),
      max: 0.27,
    });
    const slowest = parsed?.slowestTurns?.map(({ valueSeconds }) => Number(valueSeconds)) ?? [];
    expect(slowest).toHaveLength(10);
    expect(slowest).toStrictEqual(slowest.toSorted((a, b) => b - a));
    expect(parsed?.slowestTurns?.[0]?.sessionId).toBe(find('bank-lobby'));
  });

  test.each([
    [`?personaId=${LEO}`, 2],
    ['?clientLabel=tourist-office', 2],
    ['?clientLabel=tourist', 0],
    ['?sessionType=livekit', 0],
    ['?sessionType=turnkey', sessions.length],
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
