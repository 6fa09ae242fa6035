import { z } from 'zod';
import { resources } from '../contract/api.ts';
import type { Persona as PersonaRecord } from '../contract/persona.ts';
import { getDescription } from '../contract/schema-meta.ts';
import {
  SessionConcurrency as ConcurrencyContract,
  Session as SessionContract,
  type Session as SessionRecord,
  SessionToolCall as ToolCallContract,
  Transcript as TranscriptContract,
  type Transcript as TranscriptRecord,
} from '../contract/session.ts';
import {
  SessionAnalytics as AnalyticsContract,
  type SessionAnalytics as SessionAnalyticsRecord,
  ToolCallCounts as ToolCallCountsContract,
} from '../contract/session-analytics.ts';
import type { Scope } from '../policy/scopes.ts';
import { builder } from './builder.ts';
import { createConnectionOptions } from './connection.ts';
import { createFields, createObjectType } from './fields.ts';
import type { Part } from './loaders.ts';
import { Persona } from './persona.ts';
import { RAW_NOTE, RAW_SCOPES } from './record-field.ts';
import { addResourceFields } from './resource-fields.ts';

const { personaConfig, toolCalls } = SessionContract.shape;

/** Additional scopes for the content of sessions. */
const TRANSCRIPT_SCOPES: readonly Scope[] = ['transcripts:read'];
const TRANSCRIPT_NOTE = 'Requires `transcripts:read`.';

/** Creates the options of a duration, which services return in milliseconds. */
const createDurationField = <Item>(read: (item: Item) => number | null | undefined) =>
  ({
    description: 'Length of the session, in seconds; null while it runs.',
    resolve: (item: Item) => {
      const milliseconds = read(item);
      return milliseconds == null ? null : milliseconds / 1000;
    },
  }) as const;

const Transcript = createObjectType(TranscriptContract, { except: ['durationMs'] }, (t) => ({
  durationSeconds: t.float(createDurationField(({ durationMs }: TranscriptRecord) => durationMs)),
}));

const SessionToolCall = createObjectType(ToolCallContract);

const ToolCallCount = builder
  .objectRef<readonly [name: string, count: number]>('ToolCallCount')
  .implement({
    description: 'Number of calls of a tool.',
    fields: (t) => ({
      name: t.string({
        nullable: false,
        description: 'Name of the tool.',
        resolve: ([name]) => name,
      }),
      callCount: t.int({
        nullable: false,
        description: 'Number of calls.',
        resolve: ([, count]) => count,
      }),
    }),
  });

createObjectType(ToolCallCountsContract, { except: ['byName'] }, (t) => ({
  byName: t.field({
    type: [ToolCallCount],
    description: 'Number of calls of each tool.',
    resolve: ({ byName }) => byName && Object.entries(byName),
  }),
}));

const SessionAnalytics = createObjectType(AnalyticsContract, {
  // Session has these fields.
  except: ['exitStatus', 'clientLabel', 'clientMetadata', 'personaId', 'apiKeyId'],
});

const transcript: Part<TranscriptRecord> = {
  find: (rest, id) => rest.transcriptOfSession({ params: { id } }),
};

const recording: Part<{ readonly recordingUrl: string }> = {
  find: (rest, id) => rest.recordingOfSession({ params: { id } }),
};

const createAnalyticsPart = (query: { includeMessages?: true }): Part<SessionAnalyticsRecord> => ({
  find: (rest, id) => rest.analyticsOfSession({ params: { id }, query }),
});

const analytics = createAnalyticsPart({});
const analyticsWithMessages = createAnalyticsPart({ includeMessages: true });

export const Session = builder.objectRef<SessionRecord>('Session').implement({
  description:
    'A session of a client with a persona. `toolCalls`, `transcript`, `recordingUrl` and `analytics` each make an upstream call.',
  fields: (t) => ({
    ...createFields('session', { except: ['personaConfig', 'sessionLengthMs', 'toolCalls'] }),
    durationSeconds: t.float(
      createDurationField(({ sessionLengthMs }: SessionRecord) => sessionLengthMs),
    ),
    isLive: t.boolean({
      nullable: false,
      description: 'Whether the session is still running.',
      // An invalid end time still means that the session has ended.
      resolve: ({ record: { endTime } }) => endTime === null || endTime === undefined,
    }),
    persona: t.field({
      type: Persona,
      description: 'The saved persona; null if there is none or it no longer exists.',
      scopes: ['personas:read'],
      resolve: ({ personaId }, _, { loaders }) =>
        personaId ? loaders.load('persona', personaId) : null,
    }),
    personaConfig: t.field({
      type: 'JSONObject',
      description: `${getDescription(personaConfig)} Raw JSON from the upstream. ${RAW_NOTE}`,
      scopes: ['personas:read', ...RAW_SCOPES],
      resolve: ({ personaConfig }) => personaConfig,
    }),
    toolCalls: t.field({
      type: [SessionToolCall],
      // The arguments and results of tools can repeat what was said.
      description: `${getDescription(toolCalls)} ${TRANSCRIPT_NOTE}`,
      scopes: TRANSCRIPT_SCOPES,
      resolve: (session, _, { loaders }) =>
        loaders.loadField('session', session, ({ toolCalls }) => toolCalls),
    }),
    transcript: t.field({
      type: Transcript,
      description: `Null if there is none, or not yet. ${TRANSCRIPT_NOTE}`,
      scopes: TRANSCRIPT_SCOPES,
      resolve: ({ id }, _, { loaders }) => loaders.loadPart(transcript, id),
    }),
    recordingUrl: t.field({
      type: 'URL',
      description: `URL of the recording, valid for an hour; null if there is no recording, or not yet. Anyone with the URL can play the recording. ${TRANSCRIPT_NOTE}`,
      scopes: TRANSCRIPT_SCOPES,
      resolve: async ({ id }, _, { loaders }) =>
        (await loaders.loadPart(recording, id))?.recordingUrl,
    }),
    analytics: t.field({
      type: SessionAnalytics,
      description: 'The analytics; null if there are none, or not yet.',
      args: {
        includeMessages: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: `Whether to include what was said. ${TRANSCRIPT_NOTE}`,
        }),
      },
      scopes: ({ includeMessages }) => (includeMessages ? TRANSCRIPT_SCOPES : []),
      resolve: ({ id }, { includeMessages }, { loaders }) =>
        loaders.loadPart(includeMessages ? analyticsWithMessages : analytics, id),
    }),
  }),
});

const session = { resource: 'session', type: Session } as const;

addResourceFields({
  ...session,
  end: {
    verb: 'stop',
    note: 'It ends shortly afterwards, so it can still be live in the result. Poll `endedAt` to see when it has ended.',
  },
});

const { page, perPage, personaId, ...filters } = resources.session.endpoints.sessions.query.shape;

builder.objectField(Persona, 'sessions', (t) =>
  t.field(
    createConnectionOptions(
      t.arg,
      {
        field: 'sessions',
        description: 'The sessions with the persona: one upstream call for each persona.',
      },
      {
        ...session,
        filters: z.object(filters),
        fetchPage: (query, { rest }, { id: personaId }: PersonaRecord) =>
          rest.sessions({ query: { ...query, personaId } }),
      },
    ),
  ),
);

const SessionConcurrency = createObjectType(ConcurrencyContract);

builder.queryField('sessionConcurrency', (t) =>
  t.field({
    type: SessionConcurrency,
    description: 'Returns how many sessions run, and how many can.',
    scopes: ['sessions:read'],
    resolve: (_, __, { rest }) => rest.sessionConcurrency(),
  }),
);
