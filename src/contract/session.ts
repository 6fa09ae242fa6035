import { z } from 'zod';
import { PERSONAL, VOLATILE } from './endpoint.ts';
import { field, ID, shapeIn, TIMESTAMPS } from './field.ts';
import { page, pageQuery } from './page.ts';
import { ForeignId, Id, IdParams, Timestamp } from './record.ts';
import { record } from './record-schema.ts';
import { defineResource } from './resource.ts';
import { objectOf } from './schema-meta.ts';
import { SessionAnalytics } from './session-analytics.ts';
import { toolCallFields } from './session-fields.ts';
import { SessionStatistics, SessionStatisticsQuery } from './session-statistics.ts';
import { Transcript } from './transcript.ts';

const json = z.record(z.string(), z.unknown());
/** Maximum number of tool calls of a session that are read. @assumed */
const MAX_TOOL_CALLS = 1_000;

/** A tool call of a session, with what was said to the tool and what it returned. */
export const SessionToolCall = objectOf(
  'SessionToolCall',
  'A tool call of a session.',
  shapeIn('response', {
    turnIndex: field(z.int32(), 'Number of the turn that called the tool, starting at 0.'),
    correlationId: field(ForeignId, 'Id of the turn in the logs of the service.'),
    ...toolCallFields,
    toolSubtype: field(z.string(), 'Kind of server tool, for example knowledge or webhook.'),
    arguments: field(json, 'Arguments that the LLM passed to the tool.'),
    result: field(z.string(), 'What the tool returned.'),
    documentsAccessed: field(z.array(z.string()), 'Documents that the tool read.', {
      maxItems: MAX_TOOL_CALLS,
    }),
  }),
);
export type SessionToolCall = z.output<typeof SessionToolCall>;

/** @assumed The specification has no sessions. These are the fields of live services. */
const sessionFields = {
  id: { ...ID, isSearched: true },
  personaId: field(ForeignId, 'Id of the saved persona; null if the session has none.', {
    isFilter: true,
  }),
  clientLabel: field(z.string(), 'Label that was set when the session token was created.', {
    isSearched: true,
    isFilter: true,
  }),
  startTime: field(Timestamp, 'When the session started.', { alias: 'startedAt' }),
  endTime: field(Timestamp, 'When the session ended; null while it runs.', { alias: 'endedAt' }),
  sessionLengthMs: field(z.int32(), 'Length of the session in milliseconds.'),
  exitStatus: field(z.string(), 'How the session ended, for example NORMAL_EXIT or ERROR.'),
  engineHost: field(z.string(), 'Host of the engine that ran the session.'),
  engineProtocol: field(z.string(), 'Protocol of the engine.'),
  engineVersion: field(z.string(), 'Version of the engine.'),
  clientMetadata: field(json, 'Metadata that the client reported about itself.'),
  personaConfig: field(json, 'Configuration of the persona when the session started.'),
  apiKeyId: field(
    ForeignId,
    'Id of the API key that created the session token, not the key itself.',
    {
      isFilter: true,
    },
  ),
  organizationId: field(ForeignId, 'Account of the session.'),
  toolCalls: field(z.array(SessionToolCall), 'The tool calls of the session.', {
    maxItems: MAX_TOOL_CALLS,
  }),
  ...TIMESTAMPS,
};

/** A session of a client with a persona. It has no status: it is live until it has an end. */
export const Session = record(sessionFields);
export type Session = z.output<typeof Session>;

const SessionPage = page(Session);

/** Query of GET /v1/sessions. */
const SessionsQuery = z.strictObject({
  ...pageQuery(
    'Returns only sessions that contain this text. The searched fields depend on the service.',
  ),
  personaId: Id.describe('Returns only sessions with this persona.').optional(),
  apiKeyId: Id.describe('Returns only sessions of the API key with this id.').optional(),
});

export const SessionConcurrency = objectOf(
  'SessionConcurrency',
  'The number of running sessions, and the limit.',
  {
    ...shapeIn('response', {
      limit: field(z.int32(), 'Maximum number of concurrent sessions of the account.'),
      canStartSession: field(
        z.boolean(),
        'Whether another session can start now. This can change at any time.',
      ),
      estimatedWaitSeconds: field(z.number(), 'Estimated seconds until another session can start.'),
    }),
    active: z.int32().describe('Number of running sessions.'),
  },
);

const SessionRecording = z.object({
  recordingUrl: z.url().describe('URL of the recording, valid for an hour.'),
});

const common = { method: 'GET', status: 200, maxAge: VOLATILE } as const;
const part = { ...common, params: IdParams } as const;

/** The contract of sessions. All endpoints are extensions. A 404 of a part can also mean that it does not exist yet. */
export const sessionContract = defineResource(
  {
    collection: 'sessions',
    noun: 'session',
    description: 'Sessions of clients with personas, with transcripts, recordings and analytics.',
    record: Session,
    fields: sessionFields,
    summaries: { never: ['toolCalls'] },
  },
  ({ list, get, other }) => ({
    endpoints: {
      sessions: list(
        { query: SessionsQuery, page: SessionPage },
        { isExtension: true, maxAge: VOLATILE },
      ),
      sessionConcurrency: other({
        ...common,
        path: '/v1/sessions/concurrency',
        summary: 'Returns the number of running sessions, and whether another one can start.',
        response: SessionConcurrency,
      }),
      sessionStatistics: other({
        ...common,
        path: '/v1/sessions/analytics',
        summary: 'Returns the statistics of all sessions in a time range.',
        query: SessionStatisticsQuery,
        response: SessionStatistics,
      }),
      session: get({
        isExtension: true,
        summary: 'Returns a session by id, with its tool calls.',
        maxAge: PERSONAL,
      }),
      stopSession: other({
        ...part,
        method: 'POST',
        path: '/v1/sessions/{id}/stop',
        operation: 'stop',
        summary: 'Stops a session. It ends shortly afterwards.',
        response: z.unknown(),
      }),
      transcriptOfSession: other({
        ...part,
        path: '/v1/sessions/{id}/transcript',
        summary: 'Returns the transcript of a session; 404 until there is one.',
        response: Transcript,
        maxAge: PERSONAL,
      }),
      recordingOfSession: other({
        ...part,
        path: '/v1/sessions/{id}/recording',
        summary: 'Returns a URL of the recording of a session; 404 until there is one.',
        response: SessionRecording,
        maxAge: PERSONAL,
      }),
      analyticsOfSession: other({
        ...part,
        path: '/v1/sessions/{id}/analytics',
        summary: 'Returns the analytics of a session; 404 until there are any.',
        query: z.strictObject({
          includeMessages: z
            .boolean()
            .describe('If true, each turn includes what was said. Default: false.')
            .optional(),
        }),
        response: SessionAnalytics,
        maxAge: PERSONAL,
      }),
    },
    requests: {},
    responses: {
      Session,
      SessionPage,
      SessionToolCall,
      SessionConcurrency,
      SessionRecording,
      Transcript,
      // Not the name of the operation sessionStatistics: generators would give types of both one name.
      AggregateSessionAnalytics: SessionStatistics,
      AnalyticsOfSession: SessionAnalytics,
    },
  }),
);
