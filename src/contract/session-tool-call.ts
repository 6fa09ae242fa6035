import { z } from 'zod';
import { ForeignId, read } from './field.ts';

const time = z.iso.datetime({ offset: true });

/** What happened to a tool call. */
export const TOOL_CALL_STATUSES = ['started', 'completed', 'failed'] as const;

/** The fields of a tool call in a session and in its analytics. */
export const toolCallFields = {
  toolCallId: read(ForeignId, 'Id of the call.'),
  toolName: read(z.string(), 'Name of the tool.'),
  toolType: read(z.string(), 'Where the tool runs: server, client or system.'),
  status: read(z.enum(TOOL_CALL_STATUSES), 'What happened to the call; null if it is not known.'),
  startedAt: read(time, 'When the call started.'),
  completedAt: read(time, 'When the call ended.'),
  durationSeconds: read(z.number(), 'Duration of the call in seconds.'),
  errorMessage: read(z.string(), 'Why the call failed.'),
};
