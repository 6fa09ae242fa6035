import { describe, expect, test } from 'vitest';
import { LIVE_SESSION, LIVE_SESSIONS, SNAPSHOT_SECRET } from '../support/live-sessions.ts';
import { LIVE, startLive } from '../support/live-upstream.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

describe('a session', () => {
  test('returns a snapshot without secrets', async () => {
    const { run } = await startLive();
    const data = await expectData(
      run(
        `{ session(id: "${LIVE_SESSION.ended}") {
        isLive personaConfig record recordingUrl
        toolCalls { toolName status arguments result }
        transcript { messages { role message wasInterrupted } }
        analytics { sessionType summary { toolCalls { byName { name callCount } } } turns { userMessage toolCalls { toolName status } } }
      } }`,
      ),
    );
    expect(JSON.stringify(data)).not.toContain(SNAPSHOT_SECRET);
    const [question, message] = ['What did I say?', 'That.'];
    expect(data.session).toMatchObject({
      isLive: false,
      recordingUrl: `https://recordings.example/${LIVE_SESSION.ended}.mp4?signature=x`,
      personaConfig: { encrypted_secret: '[redacted]', llm: { apiKey: '[redacted]' } },
      toolCalls: [
        { toolName: 'lookup', status: 'COMPLETED', arguments: { question }, result: message },
      ],
      transcript: {
        messages: [
          { role: 'USER', message: question, wasInterrupted: null },
          { role: 'PERSONA', message, wasInterrupted: true },
        ],
      },
      analytics: {
        sessionType: 'TURNKEY',
        summary: { toolCalls: { byName: [{ name: 'get_token', callCount: 1 }] } },
        // An unknown status is null.
        turns: Array(2).fill({
          userMessage: null,
          toolCalls: [{ toolName: 'lookup', status: null }],
        }),
      },
    });
  });

  test('has null for the parts that it does not have, and for what does not exist', async () => {
    const { run } = await startLive();
    const data = await expectData(
      run(
        `{ live: session(id: "${LIVE_SESSION.live}") { isLive transcript { messageCount } recordingUrl analytics { durationSeconds } }
           without: session(id: "${LIVE_SESSION.withoutPersona}") { personaId persona { name } }
           none: session(id: "${LIVE.missing}") { id transcript { messageCount } } }`,
      ),
    );
    expect(data).toStrictEqual({
      live: { isLive: true, transcript: null, recordingUrl: null, analytics: null },
      without: { personaId: null, persona: null },
      none: null,
    });
  });

  test('returns messages in its analytics only with includeMessages', async () => {
    const { run, upstream } = await startLive();
    const { data } = await run(
      `{ session(id: "${LIVE_SESSION.ended}") { analytics(includeMessages: true) { turns { userMessage } } } }`,
    );
    expect(data.session.analytics.turns).toStrictEqual(
      Array(2).fill({ userMessage: 'What did I say?' }),
    );
    expect(upstream.calls.at(-1)).toBe(
      `GET /v1/sessions/${LIVE_SESSION.ended}/analytics?includeMessages=true`,
    );
  });

  test('with an invalid end is not live', async () => {
    const upstream = await startUpstream((_, response) =>
      sendJson(response, 200, { id: 's1', endTime: 'yesterday', sessionLengthMs: 2 ** 40 }),
    );
    const { run } = await start({ upstream, extensions: 'all' });
    const data = await expectData(run('{ session(id: "s1") { isLive endedAt durationSeconds } }'));
    expect(data.session).toStrictEqual({ isLive: false, endedAt: null, durationSeconds: null });
  });

  test.each(['transcript', 'recording', 'analytics'])(
    'is returned if its %s fails',
    async (part) => {
      const upstream = await startUpstream((request, response) =>
        request.url?.endsWith(part)
          ? sendJson(response, 403, { error: 'No' })
          : sendJson(response, 200, {
              id: 's1',
              sessionId: 's1',
              recordingUrl: 'https://r.example/1.mp4',
            }),
      );
      const { run } = await start({ upstream, extensions: 'all' });
      const { data, errors } = await run(
        '{ session(id: "s1") { id transcript { sessionId } recordingUrl analytics { sessionId } } }',
      );
      const field = part === 'recording' ? 'recordingUrl' : part;
      expect(errors).toMatchObject([
        { path: ['session', field], extensions: { code: 'FORBIDDEN' } },
      ]);
      expect(Object.entries(data.session).filter(([, value]) => value === null)).toStrictEqual([
        [field, null],
      ]);
    },
  );
});

/** What services can send in place of a URL. */
const NO_URLS = ['recordings/1.mp4', '', 7, null, undefined];

test.each([
  ['the recording of a session', 'session', 'recordingUrl'],
  ['the download of a document', 'knowledgeDocument', 'downloadUrl'],
])('%s without a valid URL is an error, not null', async (_, query, field) => {
  for (const value of NO_URLS) {
    const upstream = await startUpstreamWithResponse(200, { id: 'r1', [field]: value });
    const { run } = await start({ upstream, extensions: ['sessions', 'knowledge'] });
    const { data, errors } = await run(`{ ${query}(id: "r1") { id ${field} } }`);
    expect(data).toStrictEqual({ [query]: { id: 'r1', [field]: null } });
    expect(errors).toMatchObject([
      { path: [query, field], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
  }
});

test('stopSession stops a session that can be stopped', async () => {
  const { run, upstream } = await startLive();
  const stop = (id: string) => run(`mutation { stopSession(id: "${id}") { stoppedId } }`);
  expect((await stop(LIVE_SESSION.live)).data).toStrictEqual({
    stopSession: { stoppedId: LIVE_SESSION.live },
  });
  expect(upstream.calls).toStrictEqual([`POST /v1/sessions/${LIVE_SESSION.live}/stop`]);
  expect((await stop(LIVE_SESSION.livekit)).errors).toMatchObject([
    { extensions: { code: 'NOT_FOUND' } },
  ]);
});

test('all sessions have a concurrency and statistics', async () => {
  const { run } = await startLive();
  const data = await expectData(
    run(`{
      sessionConcurrency { limit activeCount canStartSession estimatedWaitSeconds }
      sessionStatistics {
        sessionCount latencies { firstAudioLatencySeconds { p95 } personaSpeechDurationSeconds { p95 } }
        slowestTurns { sessionId metric }
      }
    }`),
  );
  expect(data).toMatchObject({
    sessionConcurrency: {
      limit: 3,
      activeCount: 1,
      canStartSession: true,
      estimatedWaitSeconds: null,
    },
    sessionStatistics: {
      sessionCount: LIVE_SESSIONS,
      latencies: { firstAudioLatencySeconds: { p95: 0.9 }, personaSpeechDurationSeconds: null },
      slowestTurns: [{ sessionId: LIVE_SESSION.ended, metric: 'FIRST_AUDIO_LATENCY_SECONDS' }],
    },
  });
});
