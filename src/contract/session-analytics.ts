import { z } from 'zod';
import { field, shapeIn } from './field.ts';
import { ForeignId, Id } from './record.ts';
import { enumOf, objectOf } from './schema-meta.ts';
import {
  count,
  countAs,
  mapStages,
  nameStage,
  rate,
  seconds,
  text,
  time,
  toolCallFields,
} from './session-fields.ts';

export const SessionType = enumOf('SessionType', 'How a session ran.', {
  turnkey: 'Entirely by the service.',
  custom_llm_server: 'With a custom LLM that the service calls.',
  custom_llm_client: 'With an LLM that the client calls.',
  livekit: 'As an avatar of a LiveKit agent.',
  elevenlabs_agent: 'As an avatar of an ElevenLabs agent.',
});

const TurnFinishReason = enumOf('TurnFinishReason', 'How a turn ended.', {
  completed: 'The persona completed its answer.',
  interrupted: 'The user interrupted the persona.',
});

const InterruptedStage = enumOf('InterruptedStage', 'What a user interrupted.', {
  before_llm_output: 'The wait for the LLM.',
  during_llm_generation: 'The output of the LLM.',
  before_audio: 'The wait for the first audio.',
  while_speaking: 'The speech of the persona.',
});

/** Maximum number of turns of a session that are read. @assumed */
const MAX_TURNS = 5_000;

/** Maximum number of tool calls of a turn that are read. @assumed */
const MAX_TOOL_CALLS = 100;

export const ToolCallCounts = objectOf(
  'ToolCallCounts',
  'Counts of tool calls.',
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

const stages = mapStages((stage, text) =>
  field(z.number(), `${text}, in seconds.`, { alias: nameStage(stage) }),
);

export const SessionTurn = objectOf(
  'SessionTurn',
  'One turn of a session: the user speaks, and the persona answers.',
  shapeIn('response', {
    turnIndex: count('Number of the turn, starting at 0.'),
    correlationId: field(ForeignId, 'Id of the turn in the logs of the service.'),
    userSpeechStartTime: time('When the user started speaking.', 'userSpeechStartedAt'),
    userSpeechEndTime: time('When the user stopped speaking.', 'userSpeechEndedAt'),
    userTranscriptionTime: time(
      "When the user's speech was transcribed.",
      'userSpeechTranscribedAt',
    ),
    llmFirstOutputTime: time('When the LLM returned its first output.', 'llmFirstOutputAt'),
    llmFinalOutputTime: time('When the LLM returned its last output.', 'llmFinalOutputAt'),
    ttsStartTime: time('When speech synthesis started.', 'ttsStartedAt'),
    ttsEndTime: time('When speech synthesis ended.', 'ttsEndedAt'),
    personaStartSpeakingTime: time('When the persona started speaking.', 'personaSpeechStartedAt'),
    personaStopSpeakingTime: time('When the persona stopped speaking.', 'personaSpeechEndedAt'),
    ...stages,
    finishReason: field(TurnFinishReason, 'How the turn ended.'),
    wasInterrupted: field(z.boolean(), 'Whether the user interrupted the persona.'),
    interruptedStage: field(InterruptedStage, 'What was interrupted; null if nothing was.'),
    toolCalls: field(z.array(TurnToolCall), 'The tool calls of the turn.', {
      maxItems: MAX_TOOL_CALLS,
    }),
    userMessage: text('What the user said.'),
    assistantMessage: field(z.string(), 'What the persona said.', { alias: 'personaMessage' }),
  }),
);
export type SessionTurn = z.output<typeof SessionTurn>;

const SessionConfig = objectOf(
  'SessionConfig',
  'Configuration of a session.',
  shapeIn('response', {
    llmProvider: text('Provider of the LLM.'),
    llmModel: text('Model of the LLM.'),
    ttsProvider: text('Provider of the voice.'),
    ttsVoice: text('The voice, as the provider names it.'),
    avatarKey: text('The avatar and its model.'),
    personaName: text('Name of the persona.'),
    languageCode: text('Language of the session.'),
    transcriptsEnabled: field(z.boolean(), 'Whether the session keeps a transcript.'),
  }),
);

const AverageLatencies = objectOf(
  'AverageLatencies',
  'Average latencies over the turns of a session.',
  shapeIn('response', {
    transcriptionLatencySeconds: stages.transcriptionLatencySeconds,
    llmTimeToFirstOutputSeconds: stages.llmTimeToFirstOutputSeconds,
    ttsGenerationDurationSeconds: stages.ttsGenerationDurationSeconds,
    firstAudioLatencySeconds: stages.firstAudioLatencySeconds,
  }),
);

const SessionSummary = objectOf(
  'SessionSummary',
  'Summary of a session.',
  shapeIn('response', {
    totalTurns: countAs('turnCount', 'Number of turns.'),
    completedTurns: countAs('completedTurnCount', 'Number of turns that were not interrupted.'),
    interruptedTurns: countAs('interruptedTurnCount', 'Number of turns that the user interrupted.'),
    interruptionRate: rate('Share of interrupted turns'),
    totalUserSpeechDurationSeconds: field(z.number(), 'Time that the user spoke, in seconds.', {
      alias: 'userSpeechDurationSeconds',
    }),
    totalUserWords: countAs('userWordCount', 'Number of words of the user.'),
    totalAssistantWords: countAs('personaWordCount', 'Number of words of the persona.'),
    totalWarnings: countAs('warningCount', 'Number of warnings.'),
    totalErrors: countAs('errorCount', 'Number of errors.'),
    toolCalls: field(ToolCallCounts, 'Counts of tool calls.'),
    averageLatencies: field(AverageLatencies, 'Average latencies over all turns.'),
  }),
);

export const SessionAnalytics = objectOf(
  'SessionAnalytics',
  'Analytics of a session: latencies, turns and a summary.',
  {
    sessionId: Id.describe('Id of the session.'),
    ...shapeIn('response', {
      startTime: time('When the session started.', 'startedAt'),
      endTime: time('When the session ended; null while it runs.', 'endedAt'),
      durationSeconds: seconds('Length of the session'),
      sessionType: field(SessionType, 'How the session ran; null if unknown.'),
      exitStatus: text('How the session ended.'),
      clientLabel: text('Label that was set when the session token was created.'),
      clientMetadata: field(
        z.record(z.string(), z.unknown()),
        'Metadata that the client reported about itself.',
      ),
      personaId: field(ForeignId, 'Id of the persona.'),
      apiKeyId: field(ForeignId, 'Id of the API key that created the session token.'),
      config: field(SessionConfig, 'Configuration of the session.'),
      summary: field(SessionSummary, 'Summary of the session.'),
      turns: field(z.array(SessionTurn), 'The turns, in chronological order.', {
        maxItems: MAX_TURNS,
      }),
    }),
  },
);
export type SessionAnalytics = z.output<typeof SessionAnalytics>;
