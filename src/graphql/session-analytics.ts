import * as contract from '../contract/session-analytics.ts';
import { builder } from './builder.ts';
import { createObjectType } from './fields.ts';

const ToolCallCount = builder
  .objectRef<readonly [name: string, count: number]>('ToolCallCount')
  .implement({
    description: 'How often a tool was called.',
    fields: (t) => ({
      name: t.string({
        nullable: false,
        description: 'Name of the tool.',
        resolve: ([name]) => name,
      }),
      count: t.int({
        nullable: false,
        description: 'Number of calls.',
        resolve: ([, count]) => count,
      }),
    }),
  });

createObjectType(contract.ToolCallCounts, { except: ['byName'] }, (t) => ({
  byName: t.field({
    type: [ToolCallCount],
    description: 'Number of calls of each tool.',
    resolve: ({ byName }) => byName && Object.entries(byName),
  }),
}));

export const SessionType = builder.enumType('SessionType', {
  description: 'How a session was run.',
  values: {
    TURNKEY: { value: 'turnkey', description: 'By the service alone.' },
    CUSTOM_LLM_SERVER: {
      value: 'custom_llm_server',
      description: 'With a custom LLM that the service calls.',
    },
    CUSTOM_LLM_CLIENT: {
      value: 'custom_llm_client',
      description: 'With an LLM that the client calls.',
    },
    LIVEKIT: { value: 'livekit', description: 'As an avatar of a LiveKit agent.' },
    ELEVENLABS_AGENT: {
      value: 'elevenlabs_agent',
      description: 'As an avatar of an ElevenLabs agent.',
    },
  } as const satisfies Record<string, { value: contract.SessionType; description: string }>,
});

export const SessionAnalytics = createObjectType(contract.SessionAnalytics, {
  // Session has these fields.
  except: [
    'startTime',
    'endTime',
    'exitStatus',
    'clientLabel',
    'clientMetadata',
    'personaId',
    'apiKeyId',
  ],
  types: { sessionType: SessionType },
});
