import { describe, expect, test } from 'vitest';
import { LIVE_SESSION, LIVE_SESSIONS } from '../support/live-sessions.ts';
import { startLive } from '../support/live-upstream.ts';
import { expectData } from './expectations.ts';

const stripPrefix = (calls: readonly string[]) => calls.map((call) => call.replace('GET /v1/', ''));

describe('lists', () => {
  test('only selected parts are requested, each of them once', async () => {
    const { run, upstream } = await startLive();
    await run('{ sessions { items { id clientLabel isLive persona { name } } } }');
    expect(upstream.calls.filter((call) => call.includes('/sessions/'))).toStrictEqual([]);
    const before = upstream.calls.length;
    await run(
      `{ a: session(id: "${LIVE_SESSION.ended}") { transcript { messageCount } } b: session(id: "${LIVE_SESSION.ended}") { transcript { personaName } } }`,
    );
    expect(stripPrefix(upstream.calls.slice(before))).toStrictEqual([
      `sessions/${LIVE_SESSION.ended}`,
      `sessions/${LIVE_SESSION.ended}/transcript`,
    ]);
  });
});

describe('all sessions', () => {
  test('sessionConcurrency returns the limit and the number of active sessions', async () => {
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

  test('sessionStatistics returns counts, latencies and the slowest turns', async () => {
    const { run } = await startLive();
    const data = await expectData(
      run(
        `{ sessionStatistics {
        from sessionCount latencies { firstAudioLatencySeconds { p95 } personaSpeechDurationSeconds { p95 } } rates { interruptionRate } slowestTurns { sessionId metric }
      } }`,
      ),
    );
    expect(data.sessionStatistics).toMatchObject({
      sessionCount: LIVE_SESSIONS,
      latencies: { firstAudioLatencySeconds: { p95: 0.9 }, personaSpeechDurationSeconds: null },
      slowestTurns: [{ sessionId: LIVE_SESSION.ended, metric: 'FIRST_AUDIO_LATENCY_SECONDS' }],
    });
  });
});
