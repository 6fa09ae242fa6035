// What a session, its analytics and the statistics of many sessions have in common.

import { z } from 'zod';
import { ForeignId, Timestamp } from './record.ts';
import { enumOf } from './schema-meta.ts';

/** Fields of one kind. */
export const time = (description: string) => Timestamp.describe(description);
export const text = (description: string) => z.string().describe(description);
export const count = (description: string) => z.int32().describe(description);
export const seconds = (description: string) => z.number().describe(`${description}, in seconds.`);
export const rate = (description: string) =>
  z.number().describe(`${description}, from 0 to 1; null if there were none.`);

const STAGE_TEXTS = {
  transcriptionLatencySeconds: "Time from the end of the user's speech to its transcription",
  llmTimeToFirstOutputSeconds: 'Time from the LLM request to the first output',
  llmGenerationDurationSeconds: 'Time that the LLM took to generate its output',
  ttsGenerationDurationSeconds: 'Time that speech synthesis took',
  ttsTimeToFirstAudioSeconds: 'Time from the first text to the first synthesized audio',
  firstAudioLatencySeconds:
    "Time from the end of the user's speech to the first audio of the persona",
  speakingDurationSeconds: 'Time that the persona spoke',
  userSpeechDurationSeconds: 'Time that the user spoke',
} as const;
type Stage = keyof typeof STAGE_TEXTS;

/** Creates an object with a value for each stage. */
export const mapStages = <Value>(create: (text: string, stage: Stage) => Value) =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(
    Object.entries(STAGE_TEXTS).map(([stage, text]) => [stage, create(text, stage as Stage)]),
  ) as Record<Stage, Value>;

/** In typed APIs, what the persona says is its speech, like that of the user. */
export const STAGE_ALIASES = { speakingDurationSeconds: 'personaSpeechDurationSeconds' } as const;

export const SessionToolType = enumOf('SessionToolType', 'Where a tool of a session runs.', {
  client: 'In the client of the session.',
  server: 'On the server.',
  system: 'In the service, as an action such as ending the call.',
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
  toolType: SessionToolType.describe('Where the tool runs.'),
  status: ToolCallStatus.describe('Status of the call; null if unknown.'),
  startedAt: time('When the call started.'),
  completedAt: time('When the call ended.'),
  durationSeconds: seconds('Length of the call'),
  errorMessage: text('Why the call failed.'),
};

export const TOOL_CALL_ALIASES = { completedAt: 'endedAt' } as const;
