import { describe, expect, test } from 'vitest';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

const SECRET = 'snapshot-secret-7f1c';
const [START, END] = ['2026-11-01T10:00:00.000Z', '2026-11-01T10:05:00.000Z'];

/** A session with a snapshot as services store it. */
const ENDED = {
  id: 'ended',
  personaId: null,
  startTime: START,
  endTime: END,
  personaConfig: {
    voice: { displayName: 'Lucy' },
    encrypted_secret: SECRET,
    secret_iv: SECRET,
    llm: { apiKey: SECRET },
  },
  toolCalls: [
    {
      toolCallId: 'call_1',
      toolName: 'lookup',
      status: 'completed',
      arguments: { question: 'What did I say?' },
      result: 'That.',
    },
  ],
};

const TRANSCRIPT = {
  sessionId: 'ended',
  messages: [
    { role: 'user', message: 'What did I say?', timestamp: START, speakingDurationSeconds: 1.5 },
    { role: 'persona', message: 'That.', timestamp: null, wasInterrupted: true },
  ],
};

const COUNTS = { total: 1, succeeded: 1, failed: 0, byName: { get_token: 1 } };

const createAnalytics = (includeMessages: boolean) => ({
  sessionId: 'ended',
  sessionType: 'turnkey',
  summary: { toolCalls: COUNTS },
  turns: [0, 1].map((turnIndex) => ({
    turnIndex,
    toolCalls: [{ toolCallId: 'call_1', toolName: 'lookup', status: 'new-status' }],
    ...(includeMessages && { userMessage: 'What did I say?', assistantMessage: 'That.' }),
  })),
});

const STATISTICS = {
  from: START,
  sessionCount: 25,
  latencies: { firstAudioLatencySeconds: { p95: 0.9 } },
  slowestTurns: [{ sessionId: 'ended', metric: 'firstAudioLatencySeconds', valueSeconds: 0.9 }],
};

const CONCURRENCY = { limit: 3, active: 1, canStartSession: true, estimatedWaitSeconds: null };

/** Starts the API in front of a service with an ended session and a live one, which has no parts yet. */
const startSessions = async () =>
  start({
    upstream: await fakeService({
      resources: {
        sessions: { records: [ENDED, { id: 'live', startTime: START, endTime: null }] },
      },
      overrides: {
        'GET /v1/sessions/concurrency': reply(200, CONCURRENCY),
        'GET /v1/sessions/analytics': reply(200, STATISTICS),
        'GET /v1/sessions/ended/transcript': reply(200, TRANSCRIPT),
        'GET /v1/sessions/ended/recording': reply(200, {
          recordingUrl: 'https://recordings.example/ended.mp4?signature=x',
        }),
        'GET /v1/sessions/ended/analytics': ({ url = '' }, response) =>
          sendJson(response, 200, createAnalytics(url.endsWith('?includeMessages=true'))),
        'POST /v1/sessions/live/stop': reply(200, {}),
      },
    }),
    extensions: 'all',
  });

describe('a session', () => {
  test('returns a snapshot without secrets', async () => {
    const { run } = await startSessions();
    const data = await expectData(
      run(
        `{ session(id: "ended") {
        isLive personaConfig record recordingUrl
        toolCalls { toolName status arguments result }
        transcript { messages { role message wasInterrupted } }
        analytics { sessionType summary { toolCalls { byName { name callCount } } } turns { userMessage toolCalls { toolName status } } }
      } }`,
      ),
    );
    expect(JSON.stringify(data)).not.toContain(SECRET);
    const [question, message] = ['What did I say?', 'That.'];
    expect(data.session).toMatchObject({
      isLive: false,
      recordingUrl: 'https://recordings.example/ended.mp4?signature=x',
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
    const { run } = await startSessions();
    const data = await expectData(
      run(
        `{ live: session(id: "live") { isLive transcript { messageCount } recordingUrl analytics { durationSeconds } }
           without: session(id: "ended") { personaId persona { name } }
           none: session(id: "missing") { id transcript { messageCount } } }`,
      ),
    );
    expect(data).toStrictEqual({
      live: { isLive: true, transcript: null, recordingUrl: null, analytics: null },
      without: { personaId: null, persona: null },
      none: null,
    });
  });

  test('returns messages in its analytics only with includeMessages', async () => {
    const { run, upstream } = await startSessions();
    const { data } = await run(
      '{ session(id: "ended") { analytics(includeMessages: true) { turns { userMessage } } } }',
    );
    expect(data.session.analytics.turns).toStrictEqual(
      Array(2).fill({ userMessage: 'What did I say?' }),
    );
    expect(upstream.calls.at(-1)).toBe('GET /v1/sessions/ended/analytics?includeMessages=true');
  });

  test('with an invalid end is not live', async () => {
    const upstream = await fakeService((_, response) =>
      sendJson(response, 200, { id: 's1', endTime: 'yesterday', sessionLengthMs: 2 ** 40 }),
    );
    const { run } = await start({ upstream, extensions: 'all' });
    const data = await expectData(run('{ session(id: "s1") { isLive endedAt durationSeconds } }'));
    expect(data.session).toStrictEqual({ isLive: false, endedAt: null, durationSeconds: null });
  });

  test.each(['transcript', 'recording', 'analytics'])(
    'is returned if its %s fails',
    async (part) => {
      const upstream = await fakeService((request, response) =>
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
    const { run } = await start({
      upstream: reply(200, { id: 'r1', [field]: value }),
      extensions: ['sessions', 'knowledge'],
    });
    const { data, errors } = await run(`{ ${query}(id: "r1") { id ${field} } }`);
    expect(data).toStrictEqual({ [query]: { id: 'r1', [field]: null } });
    expect(errors).toMatchObject([
      { path: [query, field], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } },
    ]);
  }
});

test('stopSession stops a session that can be stopped', async () => {
  const { run, upstream } = await startSessions();
  const stop = (id: string) => run(`mutation { stopSession(id: "${id}") { stoppedId } }`);
  expect((await stop('live')).data).toStrictEqual({
    stopSession: { stoppedId: 'live' },
  });
  expect(upstream.calls).toStrictEqual(['POST /v1/sessions/live/stop']);
  expect((await stop('ended')).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('all sessions have a concurrency and statistics', async () => {
  const { run } = await startSessions();
  const data = await expectData(
    run(`{
      sessionConcurrency { limit activeCount canStartSession estimatedWaitSeconds }
      sessionStatistics {
        sessionCount slowestTurns { sessionId metric }
        latencies { firstAudioLatencySeconds { p95 } personaSpeechDurationSeconds { p95 } }
      }
    }`),
  );
  const { active: activeCount, ...concurrency } = CONCURRENCY;
  expect(data).toStrictEqual({
    sessionConcurrency: { activeCount, ...concurrency },
    sessionStatistics: {
      sessionCount: 25,
      slowestTurns: [{ sessionId: 'ended', metric: 'FIRST_AUDIO_LATENCY_SECONDS' }],
      latencies: { firstAudioLatencySeconds: { p95: 0.9 }, personaSpeechDurationSeconds: null },
    },
  });
});
