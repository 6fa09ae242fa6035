import { z } from 'zod';
import { field, shapeIn } from './field.ts';
import { Id, Timestamp } from './record.ts';
import { enumOf, objectOf } from './schema-meta.ts';

/** Maximum number of messages of a transcript that are read. @assumed */
const MAX_MESSAGES = 10_000;

const Speaker = enumOf('Speaker', 'Who spoke in a session.', {
  user: 'The user.',
  persona: 'The persona.',
});

/** Something that was said in a session. */
const TranscriptMessage = objectOf(
  'TranscriptMessage',
  'A message of a transcript.',
  shapeIn('response', {
    role: field(Speaker, 'Who said it; null if unknown.'),
    message: field(z.string(), 'What was said.'),
    timestamp: field(Timestamp, 'When it was said.', { alias: 'saidAt' }),
    speakingDurationSeconds: field(z.number(), 'Duration of the spoken message, in seconds.', {
      alias: 'durationSeconds',
    }),
    wasInterrupted: field(z.boolean(), 'Whether the user interrupted the persona.'),
  }),
);

/** What was said in a session. */
export const Transcript = objectOf('Transcript', 'What was said in a session.', {
  sessionId: Id.describe('Id of the session.'),
  ...shapeIn('response', {
    personaName: field(z.string(), 'Name of the persona.'),
    startTime: field(Timestamp, 'When the session started.', { alias: 'startedAt' }),
    endTime: field(Timestamp, 'When the session ended; null while it runs.', { alias: 'endedAt' }),
    durationMs: field(z.int32(), 'Length of the session in milliseconds.'),
    totalMessages: field(z.int32(), 'Number of messages.', { alias: 'messageCount' }),
    transcriptsEnabled: field(z.boolean(), 'Whether the session keeps a transcript.'),
    messages: field(z.array(TranscriptMessage), 'The messages, in chronological order.', {
      maxItems: MAX_MESSAGES,
    }),
  }),
});
export type Transcript = z.output<typeof Transcript>;
