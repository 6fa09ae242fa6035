import { describe, expect, test } from 'vitest';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { sessions } from '../../src/avatar-service/seed/sessions.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { Session, sessionContract } from '../../src/contract/session.ts';
import { SessionAnalytics } from '../../src/contract/session-analytics.ts';
import { SessionStatistics } from '../../src/contract/session-statistics.ts';
import { Transcript } from '../../src/contract/transcript.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';

const [live, recorded] = sessions;
const LIVE = live?.id ?? '';
const RECORDED = recorded?.id ?? '';
const find = (label: string) => sessions.find(({ clientLabel }) => clientLabel === label)?.id ?? '';
const LEO = personas.find(({ name }) => name.startsWith('Leo'))?.id ?? '';

/** One service for all tests that only read. */
const service = await startAvatarService({ seeded: true });

async function read({ ask }: RunningService, path: string) {
  const response = await ask(`/v1/sessions${path}`);
  return { status: response.status, body: await response.json() };
}

describe('the list of sessions', () => {
  test('has all sessions, newest first, without their messages', async () => {
    const { body } = await read(service, '?perPage=100');
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
    const { body } = await read(service, `?${query}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual(ids);
  });
});

describe('a session', () => {
  test.each(sessions)('$clientLabel matches the contract', async ({ id, turns }) => {
    const { status, body } = await read(service, `/${id}`);
    expect(status).toBe(200);
    const session = Session.parse(body);
    const tools = turns.flatMap(({ tool }) => tool ?? []);
    expect(session.toolCalls?.map(({ toolName }) => toolName)).toStrictEqual(
      tools.map(({ name }) => name),
    );
    expect(Object.keys(body).toSorted()).toStrictEqual(
      Object.keys(sessionContract.fields).toSorted(),
    );
    expect(new Date(String(session.startTime)).getTime()).toBeLessThan(Date.now());
  });

  test('that has ended has a transcript and matching analytics', async () => {
    const { body: messages } = await read(service, `/${RECORDED}/transcript`);
    const transcript = Transcript.parse(messages);
    expect(transcript.messages?.map(({ role, wasInterrupted }) => [role, wasInterrupted])).toEqual([
      ['user', false],
      ['persona', false],
      ['user', false],
      ['persona', true],
      ['user', false],
      ['persona', false],
    ]);
    const times = transcript.messages?.map(({ timestamp }) => Date.parse(String(timestamp))) ?? [];
    expect(times).toStrictEqual(times.toSorted((a, b) => a - b));
    const { body } = await read(service, `/${RECORDED}/analytics`);
    const analytics = SessionAnalytics.parse(body);
    expect(analytics.summary).toMatchObject({
      totalTurns: 3,
      interruptedTurns: 1,
      interruptionRate: 1 / 3,
      toolCalls: { total: 1, succeeded: 1, failed: 0, byName: { check_opening_hours: 1 } },
    });
    expect(JSON.stringify(body)).not.toMatch(/userMessage|Harbour/);
    const withMessages = await read(service, `/${RECORDED}/analytics?includeMessages=true`);
    expect(withMessages.body.turns[2].userMessage).toBe('Soup sounds good. Thank you!');
  });

  test('has analytics in numbers', async () => {
    const { body: session } = await read(service, `/${RECORDED}`);
    const { body } = await read(service, `/${RECORDED}/analytics`);
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
    const { body } = await read(service, `/${find('bank-lobby')}/analytics`);
    expect(body.summary.toolCalls).toStrictEqual({
      total: 2,
      succeeded: 1,
      failed: 1,
      byName: { check_opening_hours: 1, end_call: 1 },
    });
  });

  test('with disabled transcripts has no messages', async () => {
    const id = find('nurse-line');
    const transcript = await read(service, `/${id}/transcript`);
    expect(transcript.body).toMatchObject({ transcriptsEnabled: false, messages: [] });
    const { body } = await read(service, `/${id}/analytics?includeMessages=true`);
    expect(JSON.stringify(body)).not.toContain('userMessage');
  });

  test('has a recording, or 404', async () => {
    const { body } = await read(service, `/${RECORDED}/recording`);
    const recording = await fetch(body.recordingUrl);
    expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    await recording.arrayBuffer();
    expect((await read(service, `/${find('museum-tour')}/recording`)).status).toBe(404);
  });

  test('has a link of its recording that expires after an hour', async () => {
    let time = Date.parse('2030-01-01T00:00:00.000Z');
    const service = await startAvatarService({ seeded: true, now: () => new Date(time) });
    const { body } = await read(service, `/${RECORDED}/recording`);
    const getStatus = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
    expect(await getStatus(body.recordingUrl)).toBe(200);
    expect(await getStatus(body.recordingUrl.replace(/\?.*/, ''))).toBe(403);
    expect(await getStatus(body.recordingUrl.replace(RECORDED, LIVE))).toBe(403);
    time += 3_599_000;
    const range = { headers: { range: 'bytes=0-9' } };
    expect((await (await fetch(body.recordingUrl, range)).bytes()).length).toBe(10);
    time += 1_000;
    expect(await getStatus(body.recordingUrl)).toBe(403);
  });

  test.each(['transcript', 'recording', 'analytics'])(
    'that is active has no %s yet',
    async (part) => {
      const { status, body } = await read(service, `/${LIVE}/${part}`);
      expect([status, body.message]).toEqual([404, `The session ${LIVE} has no ${part} yet.`]);
    },
  );
});

test('a stopped session stays ended after a second stop and a restart', async () => {
  const place = await tempPlace();
  const store = await openStore(place);
  await seed(store);
  await store.close();
  const now = new Date(Date.now() + 60_000);
  const service = await startAvatarService({ place, now: () => now });
  const stop = async () =>
    (await service.ask(`/v1/sessions/${LIVE}/stop`, { method: 'POST' })).status;
  expect((await read(service, '/concurrency')).body).toStrictEqual({
    limit: 10,
    active: 1,
    canStartSession: true,
    estimatedWaitSeconds: null,
  });
  expect(await stop()).toBe(200);
  const { body: stopped } = await read(service, `/${LIVE}`);
  expect(stopped).toMatchObject({ endTime: now.toISOString(), exitStatus: 'NORMAL_EXIT' });
  expect(stopped.sessionLengthMs).toBe(now.getTime() - Date.parse(stopped.startTime));
  now.setHours(now.getHours() + 1);
  expect(await stop()).toBe(200);
  const again = await startAvatarService({ place });
  expect((await read(again, `/${LIVE}`)).body).toStrictEqual(stopped);
  expect((await read(again, `/${LIVE}/transcript`)).body.totalMessages).toBe(4);
  expect((await read(again, '/concurrency')).body.active).toBe(0);
});

describe('the analytics of all sessions', () => {
  const analyze = async (query: string) => {
    const { status, body } = await read(service, `/analytics${query}`);
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
    const { body: session } = await read(service, `/${RECORDED}`);
    const from = session.startTime;
    const filters = {
      personaId: LEO,
      apiKeyId: session.apiKeyId,
      clientLabel: 'tourist-office',
      sessionType: 'turnkey',
    };
    const count = async (range: object, more: object = {}) =>
      (await read(service, `/analytics?${new URLSearchParams({ ...range, ...more })}`)).body;
    expect(await count({ from, to: from }, filters)).toMatchObject({
      from,
      to: from,
      filters,
      sessionCount: 1,
    });
    const before = new Date(Date.parse(from) - 1).toISOString();
    const next = new Date(Date.parse(from) + 1).toISOString();
    const none = Object.fromEntries(Object.keys(filters).map((key) => [key, null]));
    expect(await count({ from: before, to: before })).toMatchObject({
      filters: none,
      sessionCount: 0,
    });
    expect(await count({ from: next, to: next })).toMatchObject({ sessionCount: 0 });
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
