import { mapFields } from '../contract/record.ts';
import { stages } from '../contract/session-analytics.ts';
import type {
  LatencyStatistics,
  SessionStatistics,
  SessionStatisticsQuery,
} from '../contract/session-statistics.ts';
import type { StoredSession } from './stored-session.ts';

const SLOWEST_TURNS = 10;

/** The latency by which turns are compared. */
const METRIC = 'firstAudioLatencySeconds' as const;

const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Returns a share from 0 to 1, or null if there is nothing to share. */
const getRate = (part: number, total: number): number | null => (total === 0 ? null : part / total);

function countToolCalls(calls: StoredSession['toolCalls']) {
  const byName = new Map<string, number>();
  for (const { toolName } of calls)
    if (toolName) byName.set(toolName, (byName.get(toolName) ?? 0) + 1);
  const failed = calls.filter(({ status }) => status === 'failed').length;
  return {
    total: calls.length,
    succeeded: calls.filter(({ status }) => status === 'completed').length,
    failed,
    byName: Object.fromEntries(byName),
  };
}

/** Returns a percentile of sorted values, interpolated between the nearest two; null if there are none. */
function getPercentile(sorted: readonly number[], share: number): number | null {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (position % 1);
}

function createStatistics(values: readonly (number | null | undefined)[]): LatencyStatistics {
  const sorted = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  return {
    count: sorted.length,
    avg: getRate(sum(sorted), sorted.length),
    p50: getPercentile(sorted, 0.5),
    p90: getPercentile(sorted, 0.9),
    p95: getPercentile(sorted, 0.95),
    p99: getPercentile(sorted, 0.99),
    max: sorted.at(-1) ?? null,
  };
}

type Range = SessionStatisticsQuery & { readonly from: string; readonly to: string };

/** Creates the statistics of the sessions of a time range that have ended. */
export function createSessionStatistics(
  sessions: readonly StoredSession[],
  { from, to, sessionType, personaId, apiKeyId, clientLabel }: Range,
  truncated: boolean,
): SessionStatistics {
  const counted = sessions.filter(({ startTime, report }) => {
    const start = Date.parse(startTime);
    if (sessionType && report.sessionType !== sessionType) return false;
    return start >= Date.parse(from) && start <= Date.parse(to);
  });
  const reported = counted.filter(({ endTime }) => endTime !== null);
  const turns = reported.flatMap(({ report }) => report.turns);
  const toolCalls = countToolCalls(reported.flatMap((session) => session.toolCalls));
  const interrupted = turns.filter(({ wasInterrupted }) => wasInterrupted);
  const beforeAudio = interrupted.filter(
    ({ interruptedStage }) => interruptedStage !== 'while_speaking',
  ).length;
  const errors = reported.map(({ report }) => report.summary?.totalErrors ?? 0);
  const failed = errors.filter((count) => count > 0).length;
  const slowest = reported
    .flatMap(({ id, startTime, report, personaId, clientLabel }) =>
      report.turns.map((turn) => ({
        sessionId: id,
        correlationId: turn.correlationId,
        metric: METRIC,
        valueSeconds: turn[METRIC] ?? 0,
        sessionStartTime: startTime,
        personaId,
        clientLabel,
      })),
    )
    .sort((a, b) => b.valueSeconds - a.valueSeconds)
    .slice(0, SLOWEST_TURNS);
  return {
    from,
    to,
    filters: {
      personaId: personaId ?? null,
      apiKeyId: apiKeyId ?? null,
      clientLabel: clientLabel ?? null,
      sessionType: sessionType ?? null,
    },
    sessionCount: counted.length,
    sessionsWithReports: reported.length,
    truncated,
    turnCount: turns.length,
    latencies: mapFields(stages, (_, stage) => createStatistics(turns.map((turn) => turn[stage]))),
    counts: {
      completedTurns: turns.length - interrupted.length,
      interruptedTurns: interrupted.length,
      interruptedBeforeAudioTurns: beforeAudio,
      totalErrors: sum(errors),
      totalWarnings: 0,
      sessionsWithErrors: failed,
      sessionsWithWarnings: 0,
      toolCalls,
    },
    rates: {
      interruptionRate: getRate(interrupted.length, turns.length),
      interruptedBeforeAudioRate: getRate(beforeAudio, turns.length),
      errorSessionRate: getRate(failed, reported.length),
      warningSessionRate: getRate(0, reported.length),
      toolCallFailureRate: getRate(toolCalls.failed, toolCalls.total),
    },
    slowestTurns: slowest,
  };
}
