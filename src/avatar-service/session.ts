import { sessionContract } from '../contract/session.ts';
import { getAccountId } from './account.ts';
import { addEndpoints } from './endpoints.ts';
import { BadRequest, NotFound, NotImplemented } from './errors.ts';
import { findOrFail } from './ids.ts';
import { addMedia, mediaPath } from './media.ts';
import { createRecords } from './records.ts';
import type { ServicePlugin } from './service-plugin.ts';
import { aggregateSessions } from './session-aggregates.ts';
import { createSessionAnalytics } from './session-analytics.ts';
import { getFilterLabels } from './store/collection.ts';
import { LIVE_LABEL } from './store/sessions.ts';
import type { MediaTables, Store, StoredRecord } from './store/store.ts';
import { StoredSession } from './stored-session.ts';

/** Maximum number of concurrent sessions. The service has no engine, so that none can start. */
const LIMIT = 5;

/** Default time range of analytics, in milliseconds. @assumed */
const DEFAULT_RANGE = 30 * 24 * 3_600_000;

/** Maximum number of sessions that are counted. */
const MAX_COUNTED = 1_000;

/** Returns what was said, in the order of time. */
const createMessages = ({ report: { turns, transcriptsEnabled } }: StoredSession) =>
  (transcriptsEnabled ? turns : []).flatMap((turn) => [
    {
      role: 'user' as const,
      message: turn.userMessage,
      timestamp: turn.userSpeechStartTime,
      speakingDurationSeconds: turn.userSpeechDurationSeconds,
      wasInterrupted: false,
    },
    {
      role: 'persona' as const,
      message: turn.assistantMessage,
      timestamp: turn.personaStartSpeakingTime,
      speakingDurationSeconds: turn.speakingDurationSeconds,
      wasInterrupted: turn.wasInterrupted,
    },
  ]);

/** The subject of the link of a session's recording. */
const getRecordingSubject = (id: string) => `recording ${id}`;

/** The recordings of sessions: the samples of the voices that stand for them. */
function createRecordings({ sessions, voices }: Store): MediaTables {
  const findVoiceId = async (id: string) => {
    const session = await sessions.find(id);
    return session && StoredSession.parse(session).report.recordedVoiceId;
  };
  return {
    media: async (id) => {
      const voiceId = await findVoiceId(id);
      return voiceId ? voices.media(voiceId) : undefined;
    },
    mediaSlice: async (id, from) => {
      const voiceId = await findVoiceId(id);
      return voiceId ? voices.mediaSlice(voiceId, from) : undefined;
    },
  };
}

/** The routes of sessions. Sessions come with the sample data, because the service has no engine that could run others. */
export const sessions: ServicePlugin = async (app, services) => {
  const { store, now, links } = services;
  const find = async (id: string) =>
    StoredSession.parse(await findOrFail('a session', id, store.sessions.find));

  /** Finds a session that has ended: before, it has no parts. */
  const findEnded = async (id: string, part: string) => {
    const session = await find(id);
    if (session.endTime === null) throw new NotFound(`The session ${id} has no ${part} yet.`);
    return session;
  };

  const view = async (sessions: readonly StoredRecord[]) => {
    const organizationId = await getAccountId(services);
    return sessions.map(({ report: _, ...session }) => ({ ...session, organizationId }));
  };
  const { get } = createRecords('session', services, view);
  const { list } = createRecords('session', services, (sessions) =>
    view(sessions.map(({ toolCalls: _, ...session }): StoredRecord => session)),
  );

  addEndpoints(app, services, sessionContract, {
    session: get,

    sessions: (request) => list(request),

    sessionConcurrency: async () => {
      const labels = [[LIVE_LABEL]];
      const { total: active } = await store.sessions.list({ offset: 0, limit: 0, labels });
      return { limit: LIMIT, active, canStartSession: false, estimatedWaitSeconds: null };
    },

    sessionStatistics: async ({ query }) => {
      const { sessionType, from, to = now().toISOString(), ...filters } = query;
      const range = { from: from ?? new Date(Date.parse(to) - DEFAULT_RANGE).toISOString(), to };
      if (Date.parse(range.from) > Date.parse(to))
        throw BadRequest.at(['from'], 'The time range must start before its end.');
      const labels = getFilterLabels('sessions', filters).map((label) => [label]);
      const { records, total } = await store.sessions.list({
        offset: 0,
        limit: MAX_COUNTED,
        labels,
      });
      const sessions = records.map((record) => StoredSession.parse(record));
      return aggregateSessions(sessions, { ...query, ...range }, total > MAX_COUNTED);
    },

    stopSession: async ({ params: { id } }) => {
      await findOrFail('a session', id, (recordId) =>
        store.sessions.change(recordId, (session) => {
          if (session.endTime !== null) return session;
          const end = now();
          return {
            ...session,
            endTime: end.toISOString(),
            sessionLengthMs: end.getTime() - Date.parse(String(session.startTime)),
            exitStatus: 'NORMAL_EXIT',
            updatedAt: end.toISOString(),
          };
        }),
      );
      return {};
    },

    transcriptOfSession: async ({ params: { id } }) => {
      const session = await findEnded(id, 'transcript');
      const { startTime, endTime, sessionLengthMs, personaConfig, report } = session;
      const messages = createMessages(session);
      return {
        sessionId: session.id,
        personaName: personaConfig.name,
        startTime,
        endTime,
        durationMs: sessionLengthMs,
        totalMessages: messages.length,
        transcriptsEnabled: report.transcriptsEnabled,
        messages,
      };
    },

    recordingOfSession: async ({ params: { id }, baseUrl }) => {
      const { id: sessionId, report } = await findEnded(id, 'recording');
      const voice = report.recordedVoiceId && (await store.voices.find(report.recordedVoiceId));
      if (!voice) throw new NotFound(`The session ${id} has no recording.`);
      const path = mediaPath('sessions', sessionId, 'file', String(voice.sampleType));
      const query = await links.createQuery(getRecordingSubject(sessionId));
      return { recordingUrl: `${baseUrl}${path}?${query}` };
    },

    analyticsOfSession: async ({ params: { id }, query }) =>
      createSessionAnalytics(await findEnded(id, 'analytics'), query.includeMessages ?? false),
  });
  addMedia(app, {
    resource: 'sessions',
    name: 'file',
    noun: 'a session with a recording',
    tables: createRecordings(store),
    authorize: async (id, query) => {
      await links.check(getRecordingSubject(id), query);
      return {};
    },
  });
  // Where clients of live services start a session. The specification does not have it.
  app.post('/v1/engine/session', () => {
    throw new NotImplemented(
      'This service has no media engine. It stores records and creates session tokens, but does not start sessions.',
    );
  });
};
