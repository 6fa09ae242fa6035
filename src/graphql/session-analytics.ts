import { Id } from '../contract/record.ts';
import * as contract from '../contract/session-analytics.ts';
import { builder } from './builder.ts';
import { createObjectType, findEnumType } from './fields.ts';
import { createDescriber, omitNulls } from './input.ts';

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

export const SessionAnalytics = createObjectType(contract.SessionAnalytics, {
  // Session has these fields.
  except: ['exitStatus', 'clientLabel', 'clientMetadata', 'personaId', 'apiKeyId'],
});

const SessionStatistics = createObjectType(contract.SessionStatistics, {
  except: ['filters'],
});

const describe = createDescriber(contract.SessionStatisticsQuery.shape);
const validate = { schema: Id };

builder.queryField('sessionStatistics', (t) =>
  t.field({
    type: SessionStatistics,
    description: 'Returns how fast all sessions of a time range were, and what went wrong.',
    args: {
      from: t.arg({ type: 'DateTime', description: describe('from') }),
      to: t.arg({ type: 'DateTime', description: describe('to') }),
      personaId: t.arg.id({ validate, description: describe('personaId') }),
      apiKeyId: t.arg.id({ validate, description: describe('apiKeyId') }),
      clientLabel: t.arg.string({ description: describe('clientLabel') }),
      sessionType: t.arg({
        type: findEnumType(contract.SessionType),
        description: describe('sessionType'),
      }),
    },
    scopes: ['sessions:read'],
    resolve: (_, { from, to, ...filters }, { rest }) => {
      const range = { from: from?.toISOString(), to: to?.toISOString() };
      return rest.sessionStatistics({ query: omitNulls({ ...range, ...filters }) });
    },
  }),
);
