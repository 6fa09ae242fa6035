import { z } from 'zod';
import { field, shapeIn } from './field.ts';
import { ForeignId, Id, Timestamp } from './record.ts';
import { enumOf, objectOf } from './schema-meta.ts';
import { toolCallFields } from './session-tool-call.ts';

const time = (description: string, alias: string) => field(Timestamp, description, { alias });
const text = (description: string) => field(z.string(), description);
const count = (description: string) => field(z.int32(), description);
const countAs = (alias: string, description: string) => field(z.int32(), description, { alias });
const seconds = (description: string) => field(z.number(), `${description}, in seconds.`);
const rate = (description: string) =>
  field(z.number(), `${description}, from 0 to 1; null if there was none.`);

export const SessionType = enumOf('SessionType', 'How a session was run.', {
  turnkey: 'By the service alone.',
  custom_llm_server: 'With a custom LLM that the service calls.',
  custom_llm_client: 'With an LLM that the client calls.',
  livekit: 'As an avatar of a LiveKit agent.',
  elevenlabs_agent: 'As an avatar of an ElevenLabs agent.',
});

const TurnFinishReason = enumOf('TurnFinishReason', 'How a turn ended.', {
  completed: 'The persona said all of its answer.',
  interrupted: 'The user interrupted it.',
});

const InterruptedStage = enumOf('InterruptedStage', 'What a user interrupted.', {
  before_llm_output: 'The wait for the LLM.',
  during_llm_generation: 'The output of the LLM.',
  before_audio: 'The wait for the first audio.',
  while_speaking: 'What the persona said.',
});

const LatencyMetric = enumOf('LatencyMetric', 'What of a turn was slow.', {
  transcriptionLatencySeconds: 'The transcription of what the user said.',
  llmTimeToFirstOutputSeconds: 'The first output of the LLM.',
  ttsTimeToFirstAudioSeconds: 'The first synthesized audio.',
  firstAudioLatencySeconds: 'The first audio of the persona.',
});

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

/** The name of a stage in typed APIs: what the persona says is its speech, like that of the user. */
const nameStage = (stage: Stage): string =>
  stage === 'speakingDurationSeconds' ? 'personaSpeechDurationSeconds' : stage;

const stages = mapStages((stage, text) =>
  field(z.number(), `${text}, in seconds.`, { alias: nameStage(stage) }),
);

export const SessionTurn = objectOf(
  'SessionTurn',
  'One question and answer of a session.',
  shapeIn('response', {
    turnIndex: count('Number of the turn, starting at 0.'),
    correlationId: field(ForeignId, 'Id of the turn in the logs of the service.'),
    userSpeechStartTime: time('When the user started to speak.', 'userSpeechStartedAt'),
    userSpeechEndTime: time('When the user stopped speaking.', 'userSpeechEndedAt'),
    userTranscriptionTime: time('When the speech was transcribed.', 'userSpeechTranscribedAt'),
    llmFirstOutputTime: time('When the LLM returned its first output.', 'llmFirstOutputAt'),
    llmFinalOutputTime: time('When the LLM returned its last output.', 'llmFinalOutputAt'),
    ttsStartTime: time('When the synthesis of speech started.', 'ttsStartedAt'),
    ttsEndTime: time('When the synthesis of speech ended.', 'ttsEndedAt'),
    personaStartSpeakingTime: time('When the persona started to speak.', 'personaSpeechStartedAt'),
    personaStopSpeakingTime: time('When the persona stopped speaking.', 'personaSpeechEndedAt'),
    ...stages,
    finishReason: field(TurnFinishReason, 'How the turn ended.'),
    wasInterrupted: field(z.boolean(), 'Whether the user interrupted the persona.'),
    interruptedStage: field(InterruptedStage, 'What was interrupted; null if nothing was.'),
    toolCalls: field(z.array(TurnToolCall), 'The tool calls of the turn.', { maxItems: MAX_ITEMS }),
    userMessage: text('What the user said.'),
    assistantMessage: field(z.string(), 'What the persona said.', { alias: 'personaMessage' }),
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
    totalTurns: countAs('turnCount', 'Number of turns.'),
    completedTurns: countAs('completedTurnCount', 'Number of turns that were not interrupted.'),
    interruptedTurns: countAs('interruptedTurnCount', 'Number of turns that the user interrupted.'),
    interruptionRate: rate('Share of interrupted turns'),
    totalUserSpeechDurationSeconds: field(
      z.number(),
      'Time for which the user spoke, in seconds.',
      { alias: 'userSpeechDurationSeconds' },
    ),
    totalUserWords: countAs('userWordCount', 'Number of words of the user.'),
    totalAssistantWords: countAs('personaWordCount', 'Number of words of the persona.'),
    totalWarnings: countAs('warningCount', 'Number of warnings.'),
    totalErrors: countAs('errorCount', 'Number of errors.'),
    toolCalls: field(ToolCallCounts, 'Tool calls in numbers.'),
    averageLatencies: field(AverageLatencies, 'Averages over all turns.'),
  }),
);

export const SessionAnalytics = objectOf('SessionAnalytics', 'How fast one session was.', {
  sessionId: Id.describe('Id of the session.'),
  ...shapeIn('response', {
    startTime: time('When the session started.', 'startedAt'),
    endTime: time('When the session ended; null while it runs.', 'endedAt'),
    durationSeconds: seconds('Length of the session'),
    sessionType: field(SessionType, 'How the session was run; null if it is not known.'),
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
    mapStages((stage, text) => field(LatencyStatistics, `${text}.`, { alias: nameStage(stage) })),
  ),
);

const SessionCounts = objectOf(
  'SessionCounts',
  'Turns and problems in numbers.',
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
    toolCalls: field(ToolCallCounts, 'Tool calls in numbers.'),
  }),
);

const SessionRates = objectOf(
  'SessionRates',
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
    metric: field(LatencyMetric, 'What was slow, a field of `latencies`.'),
    valueSeconds: seconds('Its latency'),
    sessionStartTime: time('When its session started.', 'sessionStartedAt'),
    personaId: field(ForeignId, 'Id of the persona.'),
    clientLabel: text('Label of the session.'),
  }),
});

export const SessionStatistics = objectOf(
  'SessionStatistics',
  'How fast all sessions of a time range were.',
  {
    ...shapeIn('response', {
      from: field(Timestamp, 'Start of the time range.'),
      to: field(Timestamp, 'End of the time range.'),
      filters: field(z.record(z.string(), z.unknown()), 'The filters of the request.'),
      sessionsWithReports: countAs('analyzedSessionCount', 'Number of sessions with analytics.'),
      truncated: field(z.boolean(), 'Whether there were too many sessions to count all.', {
        alias: 'isTruncated',
      }),
      turnCount: count('Number of turns.'),
      latencies: field(StageStatistics, 'Latencies and durations by stage.'),
      counts: field(SessionCounts, 'Turns and problems in numbers.'),
      rates: field(SessionRates, 'Shares of turns, sessions and tool calls.'),
      slowestTurns: field(z.array(SlowTurn), 'The slowest turns, the slowest first.', {
        maxItems: MAX_ITEMS,
      }),
    }),
    sessionCount: z.int32().describe('Number of sessions.'),
  },
);
export type SessionStatistics = z.output<typeof SessionStatistics>;

/** Query of GET /v1/sessions/analytics. */
export const SessionStatisticsQuery = z.strictObject({
  from: Timestamp.describe(
    'Start of the time range. The default depends on the service.',
  ).optional(),
  to: Timestamp.describe('End of the time range. Default: now.').optional(),
  personaId: Id.describe('Counts only sessions with this persona.').optional(),
  apiKeyId: Id.describe('Counts only sessions of this API key, by its id.').optional(),
  clientLabel: z.string().describe('Counts only sessions with this label.').optional(),
  sessionType: SessionType.describe('Counts only sessions of this type.').optional(),
});
export type SessionStatisticsQuery = z.output<typeof SessionStatisticsQuery>;
