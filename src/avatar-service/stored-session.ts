import { z } from 'zod';
import { SessionToolCall } from '../contract/session.ts';
import { SessionAnalytics, SessionTurn, SessionType } from '../contract/session-analytics.ts';
import type { StoredRecord } from './store/records.ts';
import type { Tables } from './store/store.ts';

/** A session in the store: its record, and the report for its transcript and its analytics. */
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
  personaConfig: z.looseObject({
    name: z.string().nullish(),
    llmId: z.string().nullish(),
    voiceId: z.string().nullish(),
    languageCode: z.string().nullish(),
  }),
  toolCalls: z.array(SessionToolCall),
  report: z.object({
    /** What was said and measured in its turns; none in sessions that this service started, where nothing is said. */
    turns: z.array(SessionTurn),
    /** Null in sessions without turns. */
    summary: SessionAnalytics.shape.summary,
    sessionType: SessionType,
    transcriptsEnabled: z.boolean(),
    /** The voice whose sample serves as the recording; null if there is none. */
    recordedVoiceId: z.string().nullable(),
    /** When the session ends by itself. */
    endsAt: z.string(),
  }),
});
export type StoredSession = z.output<typeof StoredSession>;

/** Moves the times in a value by milliseconds. */
const moveTimes = (value: object, by: number): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    z.iso.datetime().safeParse(part).success
      ? new Date(Date.parse(String(part)) + by).toISOString()
      : part,
  );

/**
 * Creates the record of a session that has ended, from one of a file.
 * @param persona whose settings it had.
 * @param by milliseconds by which its times are moved.
 */
export function createEndedSession(
  session: { readonly startTime: string; readonly endTime: string },
  persona: { readonly id: string } | undefined,
  by: number,
): StoredSession {
  const { id: _, ...config } = persona ?? { id: undefined };
  const record = {
    ...session,
    engineHost: null,
    engineProtocol: null,
    engineVersion: null,
    personaConfig: { type: 'ephemeral', ...config },
    createdAt: session.startTime,
    updatedAt: session.endTime,
  };
  return StoredSession.parse(moveTimes(record, by));
}

/** Returns a session with an end, unless it has one. A clock that was set back does not end it before its start. */
export function endSession(record: StoredRecord, at: Date, exitStatus: string): StoredRecord {
  const { endTime, startTime } = StoredSession.parse(record);
  if (endTime !== null) return record;
  const start = Date.parse(startTime);
  const end = Math.max(start, at.getTime());
  const time = new Date(end).toISOString();
  return {
    ...record,
    endTime: time,
    sessionLengthMs: end - start,
    exitStatus,
    updatedAt: time,
  };
}

/**
 * Ends sessions that have reached their maximum length, as of the time at which they have. It runs before sessions are
 * read or started, so that it needs no process that lives as long as they do.
 */
export async function endExpiredSessions({ sessions }: Tables, now: Date): Promise<void> {
  for (const id of await sessions.listExpired(now.toISOString())) {
    await sessions.change(id, (session) =>
      endSession(session, new Date(StoredSession.parse(session).report.endsAt), 'CLOSED_BY_ENGINE'),
    );
  }
}
