import { z } from 'zod';
import { count, firstOf, flag, TIMESTAMPS, text, time } from './fields.ts';
import { pageQuery } from './page.ts';
import { ForeignId, Id, Json, nullish, record } from './record.ts';
import { defineResource, PERSONAL, VOLATILE } from './resource.ts';
import { enumOf, objectOf, responseOf } from './schema-meta.ts';
import {
  SessionAnalytics,
  seconds,
  sessionTimes,
  ToolSubtype,
  toolCallFields,
} from './session-analytics.ts';
import { SessionStatistics, SessionStatisticsQuery } from './session-statistics.ts';

const Speaker = enumOf('Speaker', 'Who spoke in a session.', ['user', 'persona']);

const TranscriptMessage = responseOf('TranscriptMessage', 'A message of a transcript.', {
  role: Speaker.describe('Who said it; null if unknown.'),
  message: text('What was said.'),
  timestamp: time('When it was said.', 'saidAt'),
  speakingDurationSeconds: seconds('Duration of the spoken message', 'durationSeconds'),
  wasInterrupted: flag('Whether the user interrupted the persona.'),
});

export const Transcript = objectOf('Transcript', 'What was said in a session.', {
  sessionId: Id.describe('Id of the session.'),
  ...nullish({
    personaName: text('Name of the persona.'),
    ...sessionTimes,
    durationMs: count('Length of the session in milliseconds.'),
    totalMessages: count('Number of messages.', 'messageCount'),
    transcriptsEnabled: flag('Whether the session keeps a transcript.'),
    messages: firstOf(10_000, TranscriptMessage, 'The messages, in chronological order.'),
  }),
}).meta({ id: 'Transcript' });
export type Transcript = z.output<typeof Transcript>;

/** A tool call of a session, with what was said to the tool and what it returned. */
export const SessionToolCall = responseOf('SessionToolCall', 'A tool call of a session.', {
  turnIndex: count('Number of the turn that called the tool, starting at 0.'),
  correlationId: ForeignId.describe('Id of the turn in the logs of the service.'),
  ...toolCallFields,
  toolSubtype: ToolSubtype.describe('What the tool does; null unless it is a server tool.'),
  arguments: Json.describe('Arguments that the LLM passed to the tool.'),
  result: text('What the tool returned.'),
  documentsAccessed: firstOf(1_000, z.string(), 'Documents that the tool read.'),
}).meta({ id: 'SessionToolCall' });

/**
 * A session of a client with a persona. It has no status: it is live until it has an end.
 * @assumed The specification has no sessions. These are the fields of live services.
 */
export const Session = record({
  personaId: ForeignId.describe('Id of the saved persona; null if the session has none.'),
  clientLabel: text('Label that was set when the session token was created.'),
  ...sessionTimes,
  sessionLengthMs: count('Length of the session in milliseconds.'),
  exitStatus: text('How the session ended, for example NORMAL_EXIT or ERROR.'),
  engineHost: text('Host of the engine that ran the session.'),
  engineProtocol: text('Protocol of the engine.'),
  engineVersion: text('Version of the engine.'),
  clientMetadata: Json.describe('Metadata that the client reported about itself.'),
  personaConfig: Json.describe('Configuration of the persona when the session started.'),
  apiKeyId: ForeignId.describe('Id of the API key that created the session token.'),
  organizationId: ForeignId.describe('Account of the session.'),
  toolCalls: firstOf(1_000, SessionToolCall, 'The tool calls.'),
  ...TIMESTAMPS,
}).meta({ id: 'Session', description: 'A session.' });
export type Session = z.output<typeof Session>;

/** Parameters of the list. */
const query = {
  ...pageQuery(
    'Returns only sessions that contain this text. The searched fields depend on the service.',
  ),
  personaId: Id.describe('Returns only sessions with this persona.'),
  apiKeyId: Id.describe('Returns only sessions of the API key with this id.'),
};

export const SessionConcurrency = objectOf(
  'SessionConcurrency',
  'The number of running sessions, and the limit.',
  {
    active: count('Number of running sessions.', 'activeCount'),
    ...nullish({
      limit: count('Maximum number of concurrent sessions of the account.'),
      canStartSession: flag('Whether another session can start now. This can change at any time.'),
      estimatedWaitSeconds: z
        .number()
        .describe('Estimated seconds until another session can start.'),
    }),
  },
).meta({ id: 'SessionConcurrency' });

const SessionRecording = z
  .object({ recordingUrl: z.url().describe('URL of the recording, valid for an hour.') })
  .meta({ id: 'SessionRecording', description: 'The recording of a session.' });

/** The contract of sessions. All endpoints are extensions. A 404 of a part can also mean that it does not exist yet. */
export const sessionContract = defineResource(
  {
    collection: 'sessions',
    noun: 'session',
    description: 'Sessions of clients with personas, with transcripts, recordings and analytics.',
    record: Session,
    searched: ['id', 'clientLabel'],
    filters: ['personaId', 'clientLabel', 'apiKeyId'],
    listItemsLack: ['toolCalls'],
  },
  ({ list, get, other }) => ({
    sessions: list(query, { maxAge: VOLATILE }),
    sessionConcurrency: other({
      path: '/v1/sessions/concurrency',
      summary: 'Returns how many sessions run, and how many can.',
      response: SessionConcurrency,
      maxAge: VOLATILE,
    }),
    sessionStatistics: other({
      path: '/v1/sessions/analytics',
      summary: 'Returns the statistics of all sessions in a time range.',
      query: SessionStatisticsQuery,
      response: SessionStatistics,
      maxAge: VOLATILE,
    }),
    session: get({
      summary: 'Returns a session by id, with its tool calls.',
      maxAge: PERSONAL,
    }),
    stopSession: other({
      method: 'POST',
      path: '/v1/sessions/{id}/stop',
      operation: 'stop',
      summary: 'Stops a session. It ends shortly afterwards.',
      response: z.unknown(),
      maxAge: VOLATILE,
    }),
    transcriptOfSession: other({
      path: '/v1/sessions/{id}/transcript',
      summary: 'Returns the transcript of a session; 404 until there is one.',
      response: Transcript,
      maxAge: PERSONAL,
    }),
    recordingOfSession: other({
      path: '/v1/sessions/{id}/recording',
      summary: 'Returns a URL of the recording of a session; 404 until there is one.',
      response: SessionRecording,
      maxAge: PERSONAL,
    }),
    analyticsOfSession: other({
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
  }),
);
