import { describe, expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import type { Scope } from '../../src/graphql/authorization/scopes.ts';
import { createJwtAuth } from '../../src/server/authentication/authenticate.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { startApi } from '../support/api.ts';
import { forwardTo } from '../support/forward.ts';
import { startIssuer } from '../support/issuer.ts';
import { LIVE_SESSION, LIVE_SESSIONS, SNAPSHOT_SECRET } from '../support/live-sessions.ts';
import { LIVE, LIVE_KEY, startLiveUpstream } from '../support/live-upstream.ts';
import { startProduct } from '../support/product.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

/** The API before a service that answers as live ones do, and refuses what they do not document. */
async function startLive() {
  const upstream = await startLiveUpstream();
  const api = await startApi(
    { url: upstream.url, key: LIVE_KEY },
    { client: { extensions: EXTENSIONS } },
  );
  return { ...api, upstream };
}

const pathsOf = (calls: readonly string[]) => calls.map((call) => call.replace('GET /v1/', ''));

describe('lists', () => {
  test('20 sessions with persona and transcript make 1 call, one for each persona, and 20 side by side', async () => {
    const live = await startLiveUpstream();
    const forward = forwardTo(live.url);
    const held: (() => void)[] = [];
    const upstream = await startUpstream((request, response) => {
      if (!request.url?.endsWith('/transcript')) return forward(request, response);
      // None is answered before all are asked for.
      held.push(() => forward(request, response));
      if (held.length === 20) for (const answer of held) answer();
    });
    const { run } = await startApi(
      { url: upstream.url, key: LIVE_KEY },
      { client: { extensions: EXTENSIONS } },
    );
    const { data, errors } = await run(
      '{ sessions(perPage: 20) { items { id persona { name } transcript { totalMessages } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.sessions.items).toHaveLength(20);
    const calls = pathsOf(upstream.calls);
    expect(calls[0]).toBe('sessions?page=1&perPage=20');
    expect(calls.filter((call) => call.startsWith('personas/')).toSorted()).toStrictEqual([
      `personas/${LIVE.persona.slice(0, -1)}1`,
      `personas/${LIVE.persona.slice(0, -1)}2`,
      `personas/${LIVE.persona.slice(0, -1)}3`,
    ]);
    expect(calls.filter((call) => call.endsWith('/transcript'))).toHaveLength(20);
    expect(calls).toHaveLength(1 + 3 + 20);
    expect(upstream.peak()).toBeGreaterThanOrEqual(20);
  });

  test('parts that are not selected are not asked for, and one that is selected twice is asked for once', async () => {
    const { run, upstream } = await startLive();
    await run('{ sessions { items { id clientLabel isLive persona { name } } } }');
    expect(upstream.calls.filter((call) => call.includes('/sessions/'))).toStrictEqual([]);
    const before = upstream.calls.length;
    await run(
      `{ a: session(id: "${LIVE_SESSION.ended}") { transcript { totalMessages } } b: session(id: "${LIVE_SESSION.ended}") { transcript { personaName } } }`,
    );
    expect(pathsOf(upstream.calls.slice(before))).toStrictEqual([
      `sessions/${LIVE_SESSION.ended}`,
      `sessions/${LIVE_SESSION.ended}/transcript`,
    ]);
  });

  test('filters are sent by name, and pages and connections follow each other', async () => {
    const { run, upstream } = await startLive();
    const personaId = LIVE.persona;
    const { data } = await run(
      `{ sessions(perPage: 2, search: "kiosk", personaId: "${personaId}", apiKeyId: "${LIVE.missing}") { total } sessionsConnection(first: 10) { totalCount pageInfo { endCursor } } }`,
    );
    expect(data).toMatchObject({
      sessions: { total: 0 },
      sessionsConnection: { totalCount: LIVE_SESSIONS },
    });
    expect(upstream.calls).toContain(
      `GET /v1/sessions?page=1&perPage=2&search=kiosk&personaId=${personaId}&apiKeyId=${LIVE.missing}`,
    );
    const { endCursor } = data.sessionsConnection.pageInfo;
    const next = await run(
      `{ sessionsConnection(first: 100, after: "${endCursor}") { nodes { id } } }`,
    );
    expect(next.data.sessionsConnection.nodes).toHaveLength(LIVE_SESSIONS - 10);
  });
});

describe('one session', () => {
  test('has its tool calls, its parts, and a snapshot without secrets', async () => {
    const { run } = await startLive();
    const { data, errors } = await run(
      `{ session(id: "${LIVE_SESSION.ended}") {
        isLive persona { name } personaConfig record
        toolCalls { toolName status arguments result }
        transcript { messages { role message wasInterrupted } }
        recordingUrl
        analytics { sessionType summary { toolCalls { byName { name count } } } turns { userMessage toolCalls { toolName status } } }
      } }`,
    );
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).not.toContain(SNAPSHOT_SECRET);
    expect(data.session).toMatchObject({
      isLive: false,
      persona: { name: 'Persona 1' },
      personaConfig: { encrypted_secret: '[redacted]', llm: { apiKey: '[redacted]' } },
      toolCalls: [
        {
          toolName: 'lookup',
          status: 'COMPLETED',
          arguments: { question: 'What did I say?' },
          result: 'That.',
        },
      ],
      transcript: {
        messages: [
          { role: 'USER', message: 'What did I say?', wasInterrupted: null },
          { role: 'PERSONA', message: 'That.', wasInterrupted: true },
        ],
      },
      recordingUrl: `https://recordings.example/${LIVE_SESSION.ended}.mp4?signature=x`,
      analytics: {
        sessionType: 'TURNKEY',
        summary: { toolCalls: { byName: [{ name: 'get_token', count: 1 }] } },
        // A status that is not known yet fails nothing.
        turns: [{ userMessage: null, toolCalls: [{ toolName: 'lookup', status: null }] }],
      },
    });
  });

  test('that runs is live, and has no parts yet', async () => {
    const { run } = await startLive();
    const { data, errors } = await run(
      `{ session(id: "${LIVE_SESSION.live}") { isLive transcript { totalMessages } recordingUrl analytics { durationSeconds } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.session).toStrictEqual({
      isLive: true,
      transcript: null,
      recordingUrl: null,
      analytics: null,
    });
  });

  test('without a saved persona has none, and one that does not exist is null', async () => {
    const { run } = await startLive();
    const { data, errors } = await run(
      `{ one: session(id: "${LIVE_SESSION.withoutPersona}") { personaId persona { name } } none: session(id: "${LIVE.missing}") { id transcript { totalMessages } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toStrictEqual({ one: { personaId: null, persona: null }, none: null });
  });

  test('what was said is only in the analytics that are asked for it', async () => {
    const { run, upstream } = await startLive();
    const { data } = await run(
      `{ session(id: "${LIVE_SESSION.ended}") { analytics(includeMessages: true) { turns { userMessage } } } }`,
    );
    expect(data.session.analytics.turns).toStrictEqual([{ userMessage: 'What did I say?' }]);
    expect(upstream.calls.at(-1)).toBe(
      `GET /v1/sessions/${LIVE_SESSION.ended}/analytics?includeMessages=true`,
    );
  });

  test('an end that cannot be read is an end', async () => {
    const upstream = await startUpstream((_, response) =>
      sendJson(response, 200, { id: 's1', endTime: 'yesterday', sessionLengthMs: 2 ** 40 }),
    );
    const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
    const { data, errors } = await run('{ session(id: "s1") { isLive endTime sessionLengthMs } }');
    expect(errors).toBeUndefined();
    expect(data.session).toStrictEqual({ isLive: false, endTime: null, sessionLengthMs: null });
  });

  test.each(['transcript', 'recording', 'analytics'])(
    'a failure of the %s leaves the rest of the session',
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
      const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
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

describe('all sessions', () => {
  test('how many run is asked for at its own path', async () => {
    const { run } = await startLive();
    const { data } = await run(
      '{ sessionConcurrency { limit active canStartSession estimatedWaitSeconds } }',
    );
    expect(data.sessionConcurrency).toStrictEqual({
      limit: 3,
      active: 1,
      canStartSession: true,
      estimatedWaitSeconds: null,
    });
  });

  test('analytics take a time range and filters', async () => {
    const { run, upstream } = await startLive();
    const { data, errors } = await run(
      `{ sessionAnalytics(from: "2026-11-01T00:00:00+01:00", sessionType: CUSTOM_LLM_SERVER, personaId: "${LIVE.persona}", clientLabel: "kiosk") {
        from sessionCount latencies { firstAudioLatencySeconds { p95 } speakingDurationSeconds { p95 } } rates { interruptionRate } slowestTurns { sessionId metric }
      } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.sessionAnalytics).toMatchObject({
      sessionCount: LIVE_SESSIONS,
      latencies: { firstAudioLatencySeconds: { p95: 0.9 }, speakingDurationSeconds: null },
      slowestTurns: [{ sessionId: LIVE_SESSION.ended, metric: 'firstAudioLatencySeconds' }],
    });
    const query = new URLSearchParams(upstream.calls.at(-1)?.split('?')[1]);
    expect(Object.fromEntries(query)).toStrictEqual({
      from: '2026-10-31T23:00:00.000Z',
      sessionType: 'custom_llm_server',
      personaId: LIVE.persona,
      clientLabel: 'kiosk',
    });
  });

  test('filters that are null are not sent, and a malformed id is refused', async () => {
    const { run, upstream } = await startLive();
    const query =
      'query ($id: ID) { sessionAnalytics(from: null, personaId: $id, sessionType: null) { sessionCount } }';
    expect((await run(query, { id: null })).errors).toBeUndefined();
    expect(upstream.calls).toStrictEqual(['GET /v1/sessions/analytics']);
    expect((await run(query, { id: 'a/b' })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['personaId'] }] } },
    ]);
  });
});

describe('stopSession', () => {
  test('stops a session, and says NOT_FOUND of one that cannot be stopped', async () => {
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

  test('of the built-in service ends the session, which has a transcript from then on', async () => {
    const { run } = await startProduct();
    const { data } = await run('{ sessions { items { id isLive } } }');
    const live = data.sessions.items.find(({ isLive }: { isLive: boolean }) => isLive);
    const read = () =>
      run(
        `{ session(id: "${live.id}") { isLive exitStatus transcript { totalMessages } } sessionConcurrency { active } }`,
      );
    expect((await read()).data).toMatchObject({
      session: { isLive: true, transcript: null },
      sessionConcurrency: { active: 1 },
    });
    await run(`mutation { stopSession(id: "${live.id}") { stoppedId } }`);
    expect((await read()).data).toMatchObject({
      session: { isLive: false, exitStatus: 'NORMAL_EXIT', transcript: { totalMessages: 4 } },
      sessionConcurrency: { active: 0 },
    });
  });
});

describe('privacy', () => {
  async function startWithScopes() {
    const issuer = await startIssuer();
    const upstream = await startLiveUpstream();
    const { run } = await startApi(
      { url: upstream.url },
      {
        authenticate: createJwtAuth(Credential.fromKey(LIVE_KEY), issuer.check()),
        client: { extensions: EXTENSIONS },
      },
    );
    return async (scopes: readonly Scope[], query: string) =>
      run(query, {}, { authorization: `Bearer ${await issuer.sign({ scope: scopes.join(' ') })}` });
  }

  test.each([
    ['toolCalls { toolName }', ['transcripts:read']],
    ['transcript { totalMessages }', ['transcripts:read']],
    ['recordingUrl', ['transcripts:read']],
    ['analytics(includeMessages: true) { durationSeconds }', ['transcripts:read']],
    ['analytics { durationSeconds }', []],
    ['personaConfig', ['personas:read']],
    ['persona { name }', ['personas:read']],
  ] as const)('%s requires %j besides sessions:read', async (field, scopes) => {
    const as = await startWithScopes();
    const query = `{ session(id: "${LIVE_SESSION.ended}") { id ${field} } }`;
    expect((await as(['sessions:read', ...scopes], query)).errors).toBeUndefined();
    if (scopes.length === 0) return;
    const { data, errors } = await as(['sessions:read', 'sessions:write'], query);
    expect(data.session.id).toBe(LIVE_SESSION.ended);
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(errors?.[0]?.message).toContain(scopes[0]);
  });

  test('the record has only what the scopes allow', async () => {
    const as = await startWithScopes();
    const query = `{ session(id: "${LIVE_SESSION.ended}") { record } }`;
    const keysFor = async (...scopes: Scope[]) => {
      const { data, errors } = await as(['sessions:read', ...scopes], query);
      expect(errors).toBeUndefined();
      const { toolCalls, personaConfig } = data.session.record;
      return [toolCalls !== undefined, personaConfig !== undefined, Boolean(personaConfig?.voice)];
    };
    expect(await keysFor()).toStrictEqual([false, false, false]);
    expect(await keysFor('transcripts:read')).toStrictEqual([true, false, false]);
    expect(await keysFor('personas:read')).toStrictEqual([false, true, false]);
    expect(await keysFor('personas:read', 'voices:read')).toStrictEqual([false, true, true]);
  });

  test('what was said is never cached, and the list of sessions is', async () => {
    const upstream = await startLiveUpstream();
    const { run } = await startApi(
      { url: upstream.url, key: LIVE_KEY },
      { client: { extensions: EXTENSIONS }, responseCacheSeconds: 60 },
    );
    const callsOf = async (query: string) => {
      const before = upstream.calls.length;
      await run(query);
      await run(query);
      return upstream.calls.length - before;
    };
    expect(await callsOf('{ sessions { total } }')).toBe(1);
    const session = (field: string) => `{ session(id: "${LIVE_SESSION.ended}") { ${field} } }`;
    expect(await callsOf(session('transcript { totalMessages }'))).toBe(4);
    expect(await callsOf(session('recordingUrl'))).toBe(4);
    expect(await callsOf(session('toolCalls { toolName }'))).toBe(2);
    expect(
      await callsOf('{ sessions(perPage: 1) { items { transcript { totalMessages } } } }'),
    ).toBe(4);
  });
});
