import { z } from 'zod';
import { count, firstOf, flag, text, time } from './fields.ts';
import { ForeignId, Id, Json, nullish } from './record.ts';
import { enumOf, objectOf, responseOf } from './schema-meta.ts';

// What a session, its analytics and the statistics of many sessions have in common.

/** Fields of one kind. `alias` is the name in typed APIs, if it differs. */
export const seconds = (description: string, alias?: string) =>
  z.number().meta({ description: `${description}, in seconds.`, alias });
export const rate = (description: string) =>
  z.number().describe(`${description} (0 to 1); null if there were none.`);

/** When a session ran. */
export const sessionTimes = {
  startTime: time('When the session started.', 'startedAt'),
  endTime: time('When the session ended; null while it runs.', 'endedAt'),
};

/** How turns ended, and what went wrong. */
export const turnCounts = {
  completedTurns: count('Number of turns that were not interrupted.', 'completedTurnCount'),
  interruptedTurns: count('Number of turns that the user interrupted.', 'interruptedTurnCount'),
  totalWarnings: count('Number of warnings.', 'warningCount'),
  totalErrors: count('Number of errors.', 'errorCount'),
};

/** How long each stage of a turn took. */
export const stages = {
  transcriptionLatencySeconds: seconds("From the end of the user's speech to its transcription"),
  llmTimeToFirstOutputSeconds: seconds('From the LLM request to the first output'),
  llmGenerationDurationSeconds: seconds('Time that the LLM took to generate its output'),
  ttsGenerationDurationSeconds: seconds('Time that speech synthesis took'),
  ttsTimeToFirstAudioSeconds: seconds('From the first text to the first synthesized audio'),
  firstAudioLatencySeconds: seconds("From the end of the user's speech to the first audio"),
  speakingDurationSeconds: seconds('Time that the persona spoke', 'personaSpeechDurationSeconds'),
  userSpeechDurationSeconds: seconds('Time that the user spoke'),
};

/** Live services write the types of saved tools otherwise: see `TOOL_TYPES`. */
export const ToolType = enumOf('ToolType', 'Where a tool runs.', {
  client: 'In the client of the session.',
  server: 'On the server.',
  system: 'In the service, as an action such as ending the call.',
});

export const ToolSubtype = enumOf('ToolSubtype', 'What a server tool does.', {
  knowledge: 'Searches knowledge groups.',
  webhook: 'Calls a URL.',
});

const ToolCallStatus = enumOf('ToolCallStatus', 'Status of a tool call.', {
  started: 'It has started. Its end is unknown.',
  completed: 'It succeeded.',
  failed: 'It failed.',
});

/** The fields of a tool call in a session and in its analytics. */
export const toolCallFields = {
  toolCallId: ForeignId.describe('Id of the call.'),
  toolName: text('Name of the tool.'),
  toolType: ToolType.describe('Where the tool runs.'),
  status: ToolCallStatus.describe('Status of the call; null if unknown.'),
  startedAt: time('When the call started.'),
  completedAt: time('When the call ended.', 'endedAt'),
  durationSeconds: seconds('Length of the call'),
  errorMessage: text('Why the call failed.'),
};

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

export const ToolCallCounts = responseOf('ToolCallCounts', 'Counts of tool calls.', {
  total: count('Number of tool calls.', 'totalCount'),
  succeeded: count('Number of tool calls that succeeded.', 'succeededCount'),
  failed: count('Number of tool calls that failed.', 'failedCount'),
  byName: z.record(z.string(), z.int32()).describe('Number of calls of each tool, by its name.'),
});

const TurnToolCall = objectOf('TurnToolCall', 'A tool call of a turn.', nullish(toolCallFields));

export const SessionTurn = responseOf(
  'SessionTurn',
  'One turn of a session: the user speaks, and the persona answers.',
  {
    turnIndex: count('Number of the turn, starting at 0.'),
    correlationId: ForeignId.describe('Id of the turn in the logs of the service.'),
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
    finishReason: TurnFinishReason.describe('How the turn ended.'),
    wasInterrupted: flag('Whether the user interrupted the persona.'),
    interruptedStage: InterruptedStage.describe('What was interrupted; null if nothing was.'),
    toolCalls: firstOf(100, TurnToolCall, 'The tool calls of the turn.'),
    userMessage: text('What the user said.'),
    assistantMessage: text('What the persona said.', 'personaMessage'),
  },
);

const SessionConfig = responseOf('SessionConfig', 'Configuration of a session.', {
  llmProvider: text('Provider of the LLM.'),
  llmModel: text('Model of the LLM.'),
  ttsProvider: text('Provider of the voice.'),
  ttsVoice: text('The voice, as the provider names it.'),
  avatarKey: text('The avatar and its model.'),
  personaName: text('Name of the persona.'),
  languageCode: text('Language of the session.'),
  transcriptsEnabled: flag('Whether the session keeps a transcript.'),
});

const AverageLatencies = responseOf(
  'AverageLatencies',
  'Average latencies over the turns of a session.',
  {
    transcriptionLatencySeconds: stages.transcriptionLatencySeconds,
    llmTimeToFirstOutputSeconds: stages.llmTimeToFirstOutputSeconds,
    ttsGenerationDurationSeconds: stages.ttsGenerationDurationSeconds,
    firstAudioLatencySeconds: stages.firstAudioLatencySeconds,
  },
);

const SessionSummary = responseOf('SessionSummary', 'Summary of a session.', {
  totalTurns: count('Number of turns.', 'turnCount'),
  ...turnCounts,
  interruptionRate: rate('Share of interrupted turns'),
  totalUserSpeechDurationSeconds: seconds('Time that the user spoke', 'userSpeechDurationSeconds'),
  totalUserWords: count('Number of words of the user.', 'userWordCount'),
  totalAssistantWords: count('Number of words of the persona.', 'personaWordCount'),
  toolCalls: ToolCallCounts.describe('Counts of tool calls.'),
  averageLatencies: AverageLatencies.describe('Average latencies over all turns.'),
});

export const SessionAnalytics = objectOf(
  'SessionAnalytics',
  'Analytics of a session: latencies, turns and a summary.',
  {
    sessionId: Id.describe('Id of the session.'),
    ...nullish({
      ...sessionTimes,
      durationSeconds: seconds('Length of the session'),
      sessionType: SessionType.describe('How the session ran; null if unknown.'),
      exitStatus: text('How the session ended.'),
      clientLabel: text('Label that was set when the session token was created.'),
      clientMetadata: Json.describe('Metadata that the client reported about itself.'),
      personaId: ForeignId.describe('Id of the persona.'),
      apiKeyId: ForeignId.describe('Id of the API key that created the session token.'),
      config: SessionConfig.describe('Configuration of the session.'),
      summary: SessionSummary.describe('Summary of the session.'),
      turns: firstOf(5_000, SessionTurn, 'The turns, in chronological order.'),
    }),
  },
).meta({ id: 'AnalyticsOfSession' });
export type SessionAnalytics = z.output<typeof SessionAnalytics>;
