import { z } from 'zod';
import { count, firstOf, flag, text, time } from './fields.ts';
import { queryText } from './page.ts';
import { ForeignId, Id, Json, mapFields, nullish, Timestamp } from './record.ts';
import { enumOf, getMeta, objectOf, responseOf } from './schema-meta.ts';
import {
  rate,
  SessionType,
  seconds,
  stages,
  ToolCallCounts,
  turnCounts,
} from './session-analytics.ts';

const LatencyMetric = enumOf('LatencyMetric', 'The slow part of a turn.', {
  transcriptionLatencySeconds: 'The transcription of what the user said.',
  llmTimeToFirstOutputSeconds: 'The first output of the LLM.',
  ttsTimeToFirstAudioSeconds: 'The first synthesized audio.',
  firstAudioLatencySeconds: 'The first audio of the persona.',
});

export const LatencyStatistics = responseOf(
  'LatencyStatistics',
  'Statistics of one latency or duration over many turns.',
  {
    count: count('Number of turns with this value.', 'turnCount'),
    avg: seconds('Average'),
    p50: seconds('50th percentile'),
    p90: seconds('90th percentile'),
    p95: seconds('95th percentile'),
    p99: seconds('99th percentile'),
    max: seconds('Maximum'),
  },
);
export type LatencyStatistics = z.output<typeof LatencyStatistics>;

const StageStatistics = objectOf(
  'StageStatistics',
  'Statistics of each stage of a turn.',
  nullish(
    mapFields(stages, (stage) => {
      const { description, alias } = getMeta(stage);
      return LatencyStatistics.meta({ description, alias });
    }),
  ),
);

const SessionCounts = responseOf('SessionCounts', 'Counts of turns, errors and warnings.', {
  ...turnCounts,
  interruptedBeforeAudioTurns: count(
    'Number of turns interrupted before the persona spoke.',
    'interruptedBeforeAudioTurnCount',
  ),
  sessionsWithErrors: count('Number of sessions with an error.', 'errorSessionCount'),
  sessionsWithWarnings: count('Number of sessions with a warning.', 'warningSessionCount'),
  toolCalls: ToolCallCounts.describe('Counts of tool calls.'),
});

const SessionRates = responseOf('SessionRates', 'Rates of interruptions, errors and warnings.', {
  interruptionRate: rate('Share of interrupted turns'),
  interruptedBeforeAudioRate: rate('Share of turns interrupted before audio'),
  errorSessionRate: rate('Share of sessions with an error'),
  warningSessionRate: rate('Share of sessions with a warning'),
  toolCallFailureRate: rate('Share of tool calls that failed'),
});

export const SlowTurn = objectOf('SlowTurn', 'One of the slowest turns.', {
  sessionId: Id.describe('Id of the session.'),
  ...nullish({
    correlationId: ForeignId.describe('Id of the turn in the logs of the service.'),
    metric: LatencyMetric.describe('The slow part, a field of `latencies`.'),
    valueSeconds: seconds('Latency'),
    sessionStartTime: time('When the session started.', 'sessionStartedAt'),
    personaId: ForeignId.describe('Id of the persona.'),
    clientLabel: text('Label of the session.'),
  }),
});

// The id is not the name of the operation sessionStatistics: generators would give types of both one name.
export const SessionStatistics = objectOf(
  'SessionStatistics',
  'Statistics of all sessions in a time range.',
  {
    sessionCount: z.int32().describe('Number of sessions.'),
    ...nullish({
      from: time('Start of the time range.'),
      to: time('End of the time range.'),
      filters: Json.describe('The filters of the request.'),
      sessionsWithReports: count('Number of sessions with analytics.', 'analyzedSessionCount'),
      truncated: flag(
        'Whether there were too many sessions to include all of them.',
        'isTruncated',
      ),
      turnCount: count('Number of turns.'),
      latencies: StageStatistics.describe('Latencies and durations by stage.'),
      counts: SessionCounts.describe('Counts of turns, errors and warnings.'),
      rates: SessionRates.describe('Rates of interruptions, errors and warnings.'),
      slowestTurns: firstOf(100, SlowTurn, 'The slowest turns, slowest first.'),
    }),
  },
).meta({ id: 'AggregateSessionAnalytics' });
export type SessionStatistics = z.output<typeof SessionStatistics>;

/** A time can have any number of digits after the second, and becomes part of a path. */
const QueryTime = Timestamp.max(64);

/** Query of GET /v1/sessions/analytics. */
export const SessionStatisticsQuery = z.strictObject({
  from: QueryTime.describe('Start of the time range. By default, the service decides.').optional(),
  to: QueryTime.describe('End of the time range. Default: now.').optional(),
  personaId: Id.describe('Counts only sessions with this persona.').optional(),
  apiKeyId: Id.describe('Counts only sessions of the API key with this id.').optional(),
  clientLabel: queryText('Counts only sessions with this label.').optional(),
  sessionType: SessionType.describe('Counts only sessions of this type.').optional(),
});
export type SessionStatisticsQuery = z.output<typeof SessionStatisticsQuery>;
