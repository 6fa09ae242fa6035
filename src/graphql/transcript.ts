import { Transcript as TranscriptContract, TranscriptMessage } from '../contract/transcript.ts';
import { builder } from './builder.ts';
import { createObjectType } from './fields.ts';

const Speaker = builder.enumType('Speaker', {
  description: 'Who said something in a session.',
  values: {
    USER: { value: 'user', description: 'The user.' },
    PERSONA: { value: 'persona', description: 'The persona.' },
  } as const,
});

createObjectType(TranscriptMessage, { types: { role: Speaker } });

/** The GraphQL type of transcripts. */
export const Transcript = createObjectType(TranscriptContract);
