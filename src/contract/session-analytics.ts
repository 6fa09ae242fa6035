import { z } from 'zod';
import { field, shapeIn } from './field.ts';
import { ForeignId, Id } from './record.ts';
import { objectOf } from './schema-meta.ts';
import { toolCallFields } from './session-tool-call.ts';

const instant = z.iso.datetime({ offset: true });
const time = (description: string) => field(instant, description);
const text = (description: string) => field(z.string(), description);
const count = (description: string) => field(z.int32(), description);
const seconds = (description: string) => field(z.number(), `${description}, in seconds.`);
const rate = (description: string) =>
  field(z.number(), `${description}, from 0 to 1; null if there was none.`);

/** How a session was run: by the service alone, with an LLM of the customer, or by another product. */
export const SESSION_TYPES = [
  'turnkey',
  'custom_llm_server',
  'custom_llm_client',
  'livekit',
  'elevenlabs_agent',
] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** Maximum number of turns of a session that are read. @assumed */
const MAX_TURNS = 5_000;

/** Maximum number of tool calls of a turn, and of slowest turns, that are read. @assumed */
const MAX_ITEMS = 100;

export const ToolCallCounts = objectOf(
  'ToolCallCounts',
  'Tool calls in numbers.',
  shapeIn('response', {
    total: count('Number of tool calls.'),
    succeeded: count('Number of tool calls that succeeded.'),
    failed: count('Number of tool calls that failed.'),
    byName: field(z.record(z.string(), z.int32()), 'Number of calls of each tool, by its name.'),
  }),
);

export const TurnToolCall = objectOf(
  'TurnToolCall',
  'A tool call of a turn.',
  shapeIn('response', toolCallFields),
);

const STAGE_TEXTS = {
  transcriptionLatencySeconds: 'Time from the end of speech to its transcription',
  llmTimeToFirstOutputSeconds: 'Time from the request to the LLM to its first output',
  llmGenerationDurationSeconds: 'Time for which the LLM generated output',
  ttsGenerationDurationSeconds: 'Time for which speech was synthesized',
  ttsTimeToFirstAudioSeconds: 'Time from the first text to the first synthesized audio',
  firstAudioLatencySeconds: 'Time from the end of speech to the first audio of the persona',
  speakingDurationSeconds: 'Time for which the persona spoke',
  userSpeechDurationSeconds: 'Time for which the user spoke',
} as const;
export type Stage = keyof typeof STAGE_TEXTS;

/** Creates an object with a value for each stage. */
export const mapStages = <Value>(create: (stage: Stage, text: string) => Value) =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(
    Object.entries(STAGE_TEXTS).map(([stage, text]) => [stage, create(stage as Stage, text)]),
  ) as Record<Stage, Value>;

const stages = mapStages((_, text) => seconds(text));

export const SessionTurn = objectOf(
  'SessionTurn',
  'One question and answer of a session.',
  shapeIn('response', {
    turnIndex: count('Number of the turn, starting at 0.'),
    correlationId: field(ForeignId, 'Id of the turn in the logs of the service.'),
    userSpeechStartTime: time('When the user started to speak.'),
    userSpeechEndTime: time('When the user stopped speaking.'),
    userTranscriptionTime: time('When the speech was transcribed.'),
    llmFirstOutputTime: time('When the LLM returned its first output.'),
    llmFinalOutputTime: time('When the LLM returned its last output.'),
    ttsStartTime: time('When the synthesis of speech started.'),
    ttsEndTime: time('When the synthesis of speech ended.'),
    personaStartSpeakingTime: time('When the persona started to speak.'),
    personaStopSpeakingTime: time('When the persona stopped speaking.'),
    ...stages,
    finishReason: text('How the turn ended: completed or interrupted.'),
    wasInterrupted: field(z.boolean(), 'Whether the user interrupted the persona.'),
    interruptedStage: text(
      'What was interrupted: before_llm_output, during_llm_generation, before_audio or while_speaking.',
    ),
    toolCalls: field(z.array(TurnToolCall), 'The tool calls of the turn.', { maxItems: MAX_ITEMS }),
    userMessage: text('What the user said.'),
    assistantMessage: text('What the persona said.'),
  }),
);
export type SessionTurn = z.output<typeof SessionTurn>;

const SessionConfig = objectOf(
  'SessionConfig',
  'What a session used.',
  shapeIn('response', {
    llmProvider: text('Provider of the LLM.'),
    llmModel: text('Model of the LLM.'),
    ttsProvider: text('Provider of the voice.'),
    ttsVoice: text('Voice at the provider.'),
    avatarKey: text('Avatar and its model.'),
    personaName: text('Name of the persona.'),
    languageCode: text('Language of the session.'),
    transcriptsEnabled: field(z.boolean(), 'Whether the session keeps a transcript.'),
  }),
);

const AverageLatencies = objectOf(
  'AverageLatencies',
  'Averages over the turns of a session.',
  shapeIn('response', {
    transcriptionLatencySeconds: stages.transcriptionLatencySeconds,
    llmTimeToFirstOutputSeconds: stages.llmTimeToFirstOutputSeconds,
    ttsGenerationDurationSeconds: stages.ttsGenerationDurationSeconds,
    firstAudioLatencySeconds: stages.firstAudioLatencySeconds,
  }),
);

const SessionSummary = objectOf(
  'SessionSummary',
  'A session in numbers.',
  shapeIn('response', {
    totalTurns: count('Number of turns.'),
    completedTurns: count('Number of turns that were not interrupted.'),
    interruptedTurns: count('Number of turns that the user interrupted.'),
    interruptionRate: rate('Share of interrupted turns'),
    totalUserSpeechDurationSeconds: seconds('Time for which the user spoke'),
    totalUserWords: count('Number of words of the user.'),
    totalAssistantWords: count('Number of words of the persona.'),
    totalWarnings: count('Number of warnings.'),
    totalErrors: count('Number of errors.'),
    toolCalls: field(ToolCallCounts, 'Tool calls in numbers.'),
    averageLatencies: field(AverageLatencies, 'Averages over all turns.'),
  }),
);

export const SessionAnalytics = objectOf('SessionAnalytics', 'How fast one session was.', {
  sessionId: Id.describe('Id of the session.'),
  ...shapeIn('response', {
    startTime: time('When the session started.'),
    endTime: time('When the session ended; null while it runs.'),
    durationSeconds: seconds('Length of the session'),
    sessionType: field(z.enum(SESSION_TYPES), 'How the session was run; null if it is not known.'),
    exitStatus: text('How the session ended.'),
    clientLabel: text('Label that the creator of the session token chose.'),
    clientMetadata: field(
      z.record(z.string(), z.unknown()),
      'What the client reported about itself.',
    ),
    personaId: field(ForeignId, 'Id of the persona.'),
    apiKeyId: field(ForeignId, 'Id of the API key that created the session token.'),
    config: field(SessionConfig, 'What the session used.'),
    summary: field(SessionSummary, 'The session in numbers.'),
    turns: field(z.array(SessionTurn), 'The turns, in the order of time.', { maxItems: MAX_TURNS }),
  }),
});
export type SessionAnalytics = z.output<typeof SessionAnalytics>;

export const LatencyStatistics = objectOf(
  'LatencyStatistics',
  'Statistics of one latency or duration over many turns.',
  shapeIn('response', {
    count: count('Number of turns that have it.'),
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
  'Statistics of each stage over many turns.',
  shapeIn(
    'response',
    mapStages((_, text) => field(LatencyStatistics, `${text}.`)),
  ),
);

const AggregateCounts = objectOf(
  'AggregateCounts',
  'Turns and problems in numbers.',
  shapeIn('response', {
    completedTurns: count('Number of turns that were not interrupted.'),
    interruptedTurns: count('Number of turns that the user interrupted.'),
    interruptedBeforeAudioTurns: count('Number of turns interrupted before the persona spoke.'),
    totalErrors: count('Number of errors.'),
    totalWarnings: count('Number of warnings.'),
    sessionsWithErrors: count('Number of sessions with an error.'),
    sessionsWithWarnings: count('Number of sessions with a warning.'),
    toolCalls: field(ToolCallCounts, 'Tool calls in numbers.'),
  }),
);

const AggregateRates = objectOf(
  'AggregateRates',
  'Shares of turns, sessions and tool calls.',
  shapeIn('response', {
    interruptionRate: rate('Share of interrupted turns'),
    interruptedBeforeAudioRate: rate('Share of turns interrupted before the persona spoke'),
    errorSessionRate: rate('Share of sessions with an error'),
    warningSessionRate: rate('Share of sessions with a warning'),
    toolCallFailureRate: rate('Share of tool calls that failed'),
  }),
);

export const SlowTurn = objectOf('SlowTurn', 'One of the slowest turns.', {
  sessionId: Id.describe('Id of its session.'),
  ...shapeIn('response', {
    correlationId: field(ForeignId, 'Id of the turn in the logs of the service.'),
    metric: text('What was slow, a field of `latencies`.'),
    valueSeconds: seconds('Its latency'),
    sessionStartTime: time('When its session started.'),
    personaId: field(ForeignId, 'Id of the persona.'),
    clientLabel: text('Label of the session.'),
  }),
});

export const AggregateSessionAnalytics = objectOf(
  'AggregateSessionAnalytics',
  'How fast all sessions of a time range were.',
  {
    ...shapeIn('response', {
      from: time('Start of the time range.'),
      to: time('End of the time range.'),
      filters: field(z.record(z.string(), z.unknown()), 'The filters of the request.'),
      sessionsWithReports: count('Number of sessions with analytics.'),
      truncated: field(z.boolean(), 'Whether there were too many sessions to count all.'),
      turnCount: count('Number of turns.'),
      latencies: field(StageStatistics, 'Latencies and durations by stage.'),
      counts: field(AggregateCounts, 'Turns and problems in numbers.'),
      rates: field(AggregateRates, 'Shares of turns, sessions and tool calls.'),
      slowestTurns: field(z.array(SlowTurn), 'The slowest turns, the slowest first.', {
        maxItems: MAX_ITEMS,
      }),
    }),
    sessionCount: z.int32().describe('Number of sessions.'),
  },
);
export type AggregateSessionAnalytics = z.output<typeof AggregateSessionAnalytics>;

/** Query of GET /v1/sessions/analytics. */
export const SessionAnalyticsQuery = z.strictObject({
  from: instant.describe('Start of the time range. The default depends on the service.').optional(),
  to: instant.describe('End of the time range. Default: now.').optional(),
  personaId: Id.describe('Counts only sessions with this persona.').optional(),
  apiKeyId: Id.describe('Counts only sessions of this API key, by its id.').optional(),
  clientLabel: z.string().describe('Counts only sessions with this label.').optional(),
  sessionType: z.enum(SESSION_TYPES).describe('Counts only sessions of this type.').optional(),
});
export type SessionAnalyticsQuery = z.output<typeof SessionAnalyticsQuery>;
