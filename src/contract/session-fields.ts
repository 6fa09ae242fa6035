// What a session, its analytics and the statistics of many sessions have in common.

import { z } from 'zod';
import { field } from './field.ts';
import { ForeignId, Timestamp } from './record.ts';
import { enumOf } from './schema-meta.ts';

/** Fields of one kind. An alias is their name in typed APIs. */
export const time = (description: string, alias: string) =>
  field(Timestamp, description, { alias });
export const text = (description: string) => field(z.string(), description);
export const count = (description: string) => field(z.int32(), description);
export const countAs = (alias: string, description: string) =>
  field(z.int32(), description, { alias });
export const seconds = (description: string) => field(z.number(), `${description}, in seconds.`);
export const rate = (description: string) =>
  field(z.number(), `${description}, from 0 to 1; null if there were none.`);

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
export type Stage = keyof typeof STAGE_TEXTS;

/** Creates an object with a value for each stage. */
export const mapStages = <Value>(create: (stage: Stage, text: string) => Value) =>
  // TypeScript cannot infer the type of an object that is built key by key.
  Object.fromEntries(
    Object.entries(STAGE_TEXTS).map(([stage, text]) => [stage, create(stage as Stage, text)]),
  ) as Record<Stage, Value>;

/** The name of a stage in typed APIs: what the persona says is its speech, like that of the user. */
export const nameStage = (stage: Stage): string =>
  stage === 'speakingDurationSeconds' ? 'personaSpeechDurationSeconds' : stage;

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
  toolCallId: field(ForeignId, 'Id of the call.'),
  toolName: field(z.string(), 'Name of the tool.'),
  toolType: field(SessionToolType, 'Where the tool runs.'),
  status: field(ToolCallStatus, 'Status of the call; null if unknown.'),
  startedAt: field(Timestamp, 'When the call started.'),
  completedAt: field(Timestamp, 'When the call ended.', { alias: 'endedAt' }),
  durationSeconds: field(z.number(), 'Length of the call, in seconds.'),
  errorMessage: field(z.string(), 'Why the call failed.'),
};
