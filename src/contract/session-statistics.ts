import { z } from 'zod';
import { field, shapeIn } from './field.ts';
import { queryText } from './page.ts';
import { ForeignId, Id, Timestamp } from './record.ts';
import { enumOf, objectOf } from './schema-meta.ts';
import { SessionType, ToolCallCounts } from './session-analytics.ts';
import {
  count,
  countAs,
  mapStages,
  nameStage,
  rate,
  seconds,
  text,
  time,
} from './session-fields.ts';

/** Maximum number of slowest turns that are read. @assumed */
const MAX_SLOWEST_TURNS = 100;

const LatencyMetric = enumOf('LatencyMetric', 'The slow part of a turn.', {
  transcriptionLatencySeconds: 'The transcription of what the user said.',
  llmTimeToFirstOutputSeconds: 'The first output of the LLM.',
  ttsTimeToFirstAudioSeconds: 'The first synthesized audio.',
  firstAudioLatencySeconds: 'The first audio of the persona.',
});

export const LatencyStatistics = objectOf(
  'LatencyStatistics',
  'Statistics of one latency or duration over many turns.',
  shapeIn('response', {
    count: count('Number of turns with this value.'),
    avg: seconds('Average'),
    p50: seconds('50th percentile'),
    p90: seconds('90th percentile'),
    p95: seconds('95th percentile'),
    p99: seconds('99th percentile'),
    max: seconds('Maximum'),
  }),
);
export type LatencyStatistics = z.output<typeof LatencyStatistics>;

const StageStatistics = objectOf(
  'StageStatistics',
  'Statistics of each stage of a turn.',
  shapeIn(
    'response',
    mapStages((stage, text) => field(LatencyStatistics, `${text}.`, { alias: nameStage(stage) })),
  ),
);

const SessionCounts = objectOf(
  'SessionCounts',
  'Counts of turns, errors and warnings.',
  shapeIn('response', {
    completedTurns: countAs('completedTurnCount', 'Number of turns that were not interrupted.'),
    interruptedTurns: countAs('interruptedTurnCount', 'Number of turns that the user interrupted.'),
    interruptedBeforeAudioTurns: countAs(
      'interruptedBeforeAudioTurnCount',
      'Number of turns interrupted before the persona spoke.',
    ),
    totalErrors: countAs('errorCount', 'Number of errors.'),
    totalWarnings: countAs('warningCount', 'Number of warnings.'),
    sessionsWithErrors: countAs('errorSessionCount', 'Number of sessions with an error.'),
    sessionsWithWarnings: countAs('warningSessionCount', 'Number of sessions with a warning.'),
    toolCalls: field(ToolCallCounts, 'Counts of tool calls.'),
  }),
);

const SessionRates = objectOf(
  'SessionRates',
  'Rates of interruptions, errors and warnings.',
  shapeIn('response', {
    interruptionRate: rate('Share of interrupted turns'),
    interruptedBeforeAudioRate: rate('Share of turns interrupted before the persona spoke'),
    errorSessionRate: rate('Share of sessions with an error'),
    warningSessionRate: rate('Share of sessions with a warning'),
    toolCallFailureRate: rate('Share of tool calls that failed'),
  }),
);

export const SlowTurn = objectOf('SlowTurn', 'One of the slowest turns.', {
  sessionId: Id.describe('Id of the session.'),
  ...shapeIn('response', {
    correlationId: field(ForeignId, 'Id of the turn in the logs of the service.'),
    metric: field(LatencyMetric, 'The slow part, a field of `latencies`.'),
    valueSeconds: seconds('Latency'),
    sessionStartTime: time('When the session started.', 'sessionStartedAt'),
    personaId: field(ForeignId, 'Id of the persona.'),
    clientLabel: text('Label of the session.'),
  }),
});

export const SessionStatistics = objectOf(
  'SessionStatistics',
  'Statistics of all sessions in a time range.',
  {
    ...shapeIn('response', {
      from: field(Timestamp, 'Start of the time range.'),
      to: field(Timestamp, 'End of the time range.'),
      filters: field(z.record(z.string(), z.unknown()), 'The filters of the request.'),
      sessionsWithReports: countAs('analyzedSessionCount', 'Number of sessions with analytics.'),
      truncated: field(
        z.boolean(),
        'Whether there were too many sessions to include all of them.',
        {
          alias: 'isTruncated',
        },
      ),
      turnCount: count('Number of turns.'),
      latencies: field(StageStatistics, 'Latencies and durations by stage.'),
      counts: field(SessionCounts, 'Counts of turns, errors and warnings.'),
      rates: field(SessionRates, 'Rates of interruptions, errors and warnings.'),
      slowestTurns: field(z.array(SlowTurn), 'The slowest turns, slowest first.', {
        maxItems: MAX_SLOWEST_TURNS,
      }),
    }),
    sessionCount: z.int32().describe('Number of sessions.'),
  },
);
export type SessionStatistics = z.output<typeof SessionStatistics>;

/** A time can have any number of digits after the second, and becomes part of a path. */
const QueryTime = Timestamp.max(64);

/** Query of GET /v1/sessions/analytics. */
export const SessionStatisticsQuery = z.strictObject({
  from: QueryTime.describe(
    'Start of the time range. The default depends on the service.',
  ).optional(),
  to: QueryTime.describe('End of the time range. Default: now.').optional(),
  personaId: Id.describe('Counts only sessions with this persona.').optional(),
  apiKeyId: Id.describe('Counts only sessions of the API key with this id.').optional(),
  clientLabel: queryText('Counts only sessions with this label.').optional(),
  sessionType: SessionType.describe('Counts only sessions of this type.').optional(),
});
export type SessionStatisticsQuery = z.output<typeof SessionStatisticsQuery>;
