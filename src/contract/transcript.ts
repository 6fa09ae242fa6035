import { z } from 'zod';
import { Id, nullish, Timestamp } from './record.ts';
import { enumOf, objectOf } from './schema-meta.ts';

/** Maximum number of messages of a transcript that are read. @assumed */
const MAX_MESSAGES = 10_000;

const Speaker = enumOf('Speaker', 'Who spoke in a session.', {
  user: 'The user.',
  persona: 'The persona.',
});

const TranscriptMessage = objectOf(
  'TranscriptMessage',
  'A message of a transcript.',
  nullish({
    role: Speaker.describe('Who said it; null if unknown.'),
    message: z.string().describe('What was said.'),
    timestamp: Timestamp.describe('When it was said.'),
    speakingDurationSeconds: z.number().describe('Duration of the spoken message, in seconds.'),
    wasInterrupted: z.boolean().describe('Whether the user interrupted the persona.'),
  }),
  { timestamp: 'saidAt', speakingDurationSeconds: 'durationSeconds' },
);

export const Transcript = objectOf(
  'Transcript',
  'What was said in a session.',
  {
    sessionId: Id.describe('Id of the session.'),
    ...nullish({
      personaName: z.string().describe('Name of the persona.'),
      startTime: Timestamp.describe('When the session started.'),
      endTime: Timestamp.describe('When the session ended; null while it runs.'),
      durationMs: z.int32().describe('Length of the session in milliseconds.'),
      totalMessages: z.int32().describe('Number of messages.'),
      transcriptsEnabled: z.boolean().describe('Whether the session keeps a transcript.'),
      messages: z
        .array(TranscriptMessage)
        .max(MAX_MESSAGES)
        .describe('The messages, in chronological order.'),
    }),
  },
  { startTime: 'startedAt', endTime: 'endedAt', totalMessages: 'messageCount' },
).meta({ id: 'Transcript' });
export type Transcript = z.output<typeof Transcript>;
