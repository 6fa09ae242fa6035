import { z } from 'zod';
import { field } from './field.ts';
import { ForeignId, Timestamp } from './record.ts';
import { enumOf } from './schema-meta.ts';

export const SessionToolType = enumOf('SessionToolType', 'Where a tool of a session runs.', {
  client: 'In the client of the session.',
  server: 'On the server, as its subtype says.',
  system: 'In the service: it is an action such as ending the call.',
});

const ToolCallStatus = enumOf('ToolCallStatus', 'What happened to a tool call.', {
  started: 'It has started, and no end is known.',
  completed: 'It succeeded.',
  failed: 'It failed.',
});

/** The fields of a tool call in a session and in its analytics. */
export const toolCallFields = {
  toolCallId: field(ForeignId, 'Id of the call.'),
  toolName: field(z.string(), 'Name of the tool.'),
  toolType: field(SessionToolType, 'Where the tool runs.'),
  status: field(ToolCallStatus, 'What happened to the call; null if it is not known.'),
  startedAt: field(Timestamp, 'When the call started.'),
  completedAt: field(Timestamp, 'When the call ended.', { alias: 'endedAt' }),
  durationSeconds: field(z.number(), 'Length of the call, in seconds.'),
  errorMessage: field(z.string(), 'Why the call failed.'),
};
