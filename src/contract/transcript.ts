import { z } from 'zod';
import { objectOf, read, readList, shapeIn } from './field.ts';
import { Id } from './record.ts';

const time = z.iso.datetime({ offset: true });

/** Who said something in a session. */
export const SPEAKERS = ['user', 'persona'] as const;

/** Maximum number of messages of a transcript that are read. @assumed */
const MAX_MESSAGES = 10_000;

/** Something that was said in a session. */
export const TranscriptMessage = objectOf(
  'TranscriptMessage',
  'Something that was said in a session.',
  shapeIn('read', {
    role: read(z.enum(SPEAKERS), 'Who said it; null if it is not known.'),
    message: read(z.string(), 'What was said.'),
    timestamp: read(time, 'When it was said.'),
    speakingDurationSeconds: read(z.number(), 'How long it took to say, in seconds.'),
    wasInterrupted: read(z.boolean(), 'Whether the user interrupted the persona.'),
  }),
);
export type TranscriptMessage = z.output<typeof TranscriptMessage>;

/** What was said in a session. */
export const Transcript = objectOf('Transcript', 'What was said in a session.', {
  sessionId: Id.describe('Id of the session.'),
  ...shapeIn('read', {
    personaName: read(z.string(), 'Name of the persona.'),
    startTime: read(time, 'When the session started.'),
    endTime: read(time, 'When the session ended; null while it runs.'),
    durationMs: read(z.int32(), 'Length of the session in milliseconds.'),
    totalMessages: read(z.int32(), 'Number of messages.'),
    transcriptsEnabled: read(z.boolean(), 'Whether the session keeps a transcript.'),
    messages: readList(TranscriptMessage, MAX_MESSAGES, 'The messages, in the order of time.'),
  }),
});
export type Transcript = z.output<typeof Transcript>;
