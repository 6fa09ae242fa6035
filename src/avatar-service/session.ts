import { sessionContract } from '../contract/session.ts';
import type { SessionAnalytics } from '../contract/session-analytics.ts';
import { addEndpoints, type RequestContext, type ServiceRoutes } from './endpoints.ts';
import { BadRequest, NotFound } from './errors.ts';
import { addFileRoutes, getFilePath } from './file-routes.ts';
import type { Services } from './handler-services.ts';
import { PLAN_LIMITS } from './keys.ts';
import { type ById, createRecordHandlers, findOrFail } from './record-handlers.ts';
import { createSessionStatistics } from './session-statistics.ts';
import { getFilterLabels } from './store/collection.ts';
import type { FileTables, StoredRecord } from './store/records.ts';
import { endExpiredSessions, endSession, StoredSession } from './stored-session.ts';

/** Default time range of analytics, in milliseconds. @assumed */
const DEFAULT_RANGE = 30 * 24 * 3_600_000;

/** The language of sessions whose configuration names none. @assumed */
const DEFAULT_LANGUAGE = 'en';

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

/** Returns the analytics of a session. The transcript is left out unless it is included, and where it is disabled. */
function createAnalytics(session: StoredSession, includeMessages: boolean): SessionAnalytics {
  const { id, personaConfig, report, sessionLengthMs } = session;
  const { sessionType, transcriptsEnabled, summary, turns } = report;
  const showMessages = includeMessages && transcriptsEnabled;
  return {
    sessionId: id,
    startTime: session.startTime,
    endTime: session.endTime,
    durationSeconds: sessionLengthMs === null ? null : sessionLengthMs / 1000,
    sessionType,
    exitStatus: session.exitStatus,
    clientLabel: session.clientLabel,
    clientMetadata: session.clientMetadata,
    personaId: session.personaId,
    apiKeyId: session.apiKeyId,
    config: {
      llmProvider: null,
      llmModel: personaConfig.llmId ?? null,
      ttsProvider: null,
      ttsVoice: personaConfig.voiceId ?? null,
      avatarKey: null,
      personaName: personaConfig.name ?? null,
      languageCode: personaConfig.languageCode ?? DEFAULT_LANGUAGE,
      transcriptsEnabled,
    },
    summary,
    turns: turns.map(({ userMessage, assistantMessage, ...turn }) => ({
      ...turn,
      ...(showMessages && { userMessage, assistantMessage }),
    })),
  };
}

/** The subject of the link of a session's recording. */
const getRecordingSubject = (id: string) => `recording ${id}`;

/** The recordings of sessions: samples of their voices. */
function createRecordings({ sessions, voices }: Services['files']): FileTables {
  const findVoiceId = async (id: string) => {
    const session = await sessions.find(id);
    return session && StoredSession.parse(session).report.recordedVoiceId;
  };
  return {
    findFile: async (id) => {
      const voiceId = await findVoiceId(id);
      return voiceId ? voices.findFile(voiceId) : undefined;
    },
    readFileSlice: async (id, from) => {
      const voiceId = await findVoiceId(id);
      return voiceId ? voices.readFileSlice(voiceId, from) : undefined;
    },
  };
}

/** The routes of sessions, which `engine.ts` starts. */
export const sessions: ServiceRoutes = (scopes, services) => {
  const { files, now, links } = services;
  /** Returns the sessions of an account, after ending those that exceed their maximum length. */
  const getSessions = async ({ tables }: RequestContext) => {
    await endExpiredSessions(tables, now());
    return tables.sessions;
  };

  /** Finds a session that has ended: before, it has no parts. */
  const findEnded = async ({ params: { id }, ...context }: ById, part: string) => {
    const { find } = await getSessions(context);
    const session = StoredSession.parse(await findOrFail('a session', id, find));
    if (session.endTime === null) throw new NotFound(`The session ${id} has no ${part} yet.`);
    return session;
  };

  const view = (sessions: readonly StoredRecord[], { caller }: RequestContext) =>
    sessions.map(({ report: _, ...session }) => ({ ...session, organizationId: caller.account }));
  const { get } = createRecordHandlers('session', services, view);
  const { list } = createRecordHandlers('session', services, (sessions, context) =>
    view(
      sessions.map(({ toolCalls: _, ...session }): StoredRecord => session),
      context,
    ),
  );

  addEndpoints(scopes, services, sessionContract, {
    session: async (request) => {
      await getSessions(request);
      return get(request);
    },

    sessions: async (request) => {
      await getSessions(request);
      return list(request);
    },

    sessionConcurrency: async (context) => {
      const { active, firstEnd } = await (await getSessions(context)).countLive();
      const { sessions: limit } = PLAN_LIMITS[context.caller.plan];
      const canStartSession = active < limit;
      const wait = Math.max(0, Date.parse(firstEnd ?? '') - now().getTime());
      return {
        limit,
        active,
        canStartSession,
        estimatedWaitSeconds: canStartSession ? null : Math.ceil(wait / 1000),
      };
    },

    sessionStatistics: async ({ query, ...context }) => {
      const { sessionType, from, to = now().toISOString(), ...filters } = query;
      const range = { from: from ?? new Date(Date.parse(to) - DEFAULT_RANGE).toISOString(), to };
      if (Date.parse(range.from) > Date.parse(to))
        throw BadRequest.at(['from'], 'The start of the time range must be before its end.');
      const labels = getFilterLabels('sessions', filters).map((label) => [label]);
      const { records, total } = await (await getSessions(context)).list({
        offset: 0,
        limit: MAX_COUNTED,
        labels,
      });
      const sessions = records.map((record) => StoredSession.parse(record));
      return createSessionStatistics(sessions, { ...query, ...range }, total > MAX_COUNTED);
    },

    stopSession: async ({ params: { id }, ...context }) => {
      const { change } = await getSessions(context);
      await findOrFail('a session', id, (recordId) =>
        change(recordId, (session) => endSession(session, now(), 'NORMAL_EXIT')),
      );
      return {};
    },

    transcriptOfSession: async (request) => {
      const session = await findEnded(request, 'transcript');
      const { startTime, endTime, sessionLengthMs, personaConfig, report } = session;
      const messages = createMessages(session);
      return {
        sessionId: session.id,
        personaName: personaConfig.name ?? null,
        startTime,
        endTime,
        durationMs: sessionLengthMs,
        totalMessages: messages.length,
        transcriptsEnabled: report.transcriptsEnabled,
        messages,
      };
    },

    recordingOfSession: async (request) => {
      const { baseUrl, tables } = request;
      const { id: sessionId, report } = await findEnded(request, 'recording');
      const voice = report.recordedVoiceId && (await tables.voices.find(report.recordedVoiceId));
      if (!voice) throw new NotFound(`The session ${sessionId} has no recording.`);
      const path = getFilePath('sessions', sessionId, 'file', String(voice.sampleType));
      const query = await links.createQuery(getRecordingSubject(sessionId));
      return { recordingUrl: `${baseUrl}${path}?${query}` };
    },

    analyticsOfSession: async ({ query, ...request }) =>
      createAnalytics(await findEnded(request, 'analytics'), query.includeMessages ?? false),
  });
  addFileRoutes(scopes.app, {
    resource: 'sessions',
    name: 'file',
    noun: 'a session with a recording',
    tables: createRecordings(files),
    authorize: async (id, query) => {
      await links.check(getRecordingSubject(id), query);
      return {};
    },
  });
};
