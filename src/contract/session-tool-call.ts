import { z } from 'zod';
import { field } from './field.ts';
import { ForeignId } from './record.ts';

const time = z.iso.datetime({ offset: true });

/** The fields of a tool call in a session and in its analytics. */
export const toolCallFields = {
  toolCallId: field(ForeignId, 'Id of the call.'),
  toolName: field(z.string(), 'Name of the tool.'),
  toolType: field(z.string(), 'Where the tool runs: server, client or system.'),
  status: field(
    z.enum(['started', 'completed', 'failed']),
    'What happened to the call; null if it is not known.',
  ),
  startedAt: field(time, 'When the call started.'),
  completedAt: field(time, 'When the call ended.'),
  durationSeconds: field(z.number(), 'Duration of the call in seconds.'),
  errorMessage: field(z.string(), 'Why the call failed.'),
};
