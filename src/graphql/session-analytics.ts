import * as contract from '../contract/session-analytics.ts';
import { builder } from './builder.ts';
import { createObjectType } from './fields.ts';

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
