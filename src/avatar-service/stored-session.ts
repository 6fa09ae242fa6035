import { z } from 'zod';
import { SessionToolCall } from '../contract/session.ts';
import { SessionTurn, SessionType } from '../contract/session-analytics.ts';

/** A session in the store: its record, and the report from which its transcript and its analytics are created. */
export const StoredSession = z.looseObject({
  id: z.string(),
  personaId: z.string().nullable(),
  clientLabel: z.string().nullable(),
  clientMetadata: z.looseObject({}),
  startTime: z.string(),
  endTime: z.string().nullable(),
  sessionLengthMs: z.number().nullable(),
  exitStatus: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  personaConfig: z.looseObject({ name: z.string(), llmId: z.string(), voiceId: z.string() }),
  toolCalls: z.array(SessionToolCall),
  report: z.object({
    turns: z.array(SessionTurn),
    sessionType: SessionType,
    transcriptsEnabled: z.boolean(),
    /** The voice whose sample stands for the recording; null if there is none. */
    recordedVoiceId: z.string().nullable(),
    errors: z.number(),
  }),
});
export type StoredSession = z.output<typeof StoredSession>;
