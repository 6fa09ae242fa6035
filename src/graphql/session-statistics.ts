import type { ArgBuilder } from '@pothos/core';
import { Id } from '../contract/record.ts';
import * as contract from '../contract/session-analytics.ts';
import type { RestMethods } from '../upstream/rest-methods.ts';
import { builder, type GraphTypes } from './builder.ts';
import { createObjectType } from './fields.ts';
import { createDescriber, omitNulls } from './input.ts';
import { Persona } from './persona.ts';
import { Session } from './session.ts';
import { SessionType } from './session-analytics.ts';

createObjectType(contract.SlowTurn, {}, (t) => ({
  session: t.field({
    type: Session,
    description: 'Its session; null if it no longer exists.',
    scopes: ['sessions:read'],
    resolve: ({ sessionId }, _, { loaders }) => loaders.load('session', sessionId),
  }),
  persona: t.field({
    type: Persona,
    description: 'The persona; null if none was saved or it no longer exists.',
    scopes: ['personas:read'],
    resolve: ({ personaId }, _, { loaders }) =>
      personaId ? loaders.load('persona', personaId) : null,
  }),
}));

const AggregateSessionAnalytics = createObjectType(contract.AggregateSessionAnalytics, {
  except: ['filters'],
});

const describe = createDescriber(contract.SessionAnalyticsQuery.shape);
const validate = { schema: Id };

/** The arguments that choose the sessions of a persona, or of all. */
const createArguments = (arg: ArgBuilder<GraphTypes>) => ({
  from: arg({ type: 'DateTime', description: describe('from') }),
  to: arg({ type: 'DateTime', description: describe('to') }),
  apiKeyId: arg.id({ validate, description: describe('apiKeyId') }),
  clientLabel: arg.string({ description: describe('clientLabel') }),
  sessionType: arg({ type: SessionType, description: describe('sessionType') }),
});

type Choice = {
  readonly [Name in keyof contract.SessionAnalyticsQuery]:
    | (Name extends 'from' | 'to' ? Date : contract.SessionAnalyticsQuery[Name])
    | null
    | undefined;
};

const readStatistics = (rest: RestMethods, { from, to, ...filters }: Choice) => {
  const range = { from: from?.toISOString(), to: to?.toISOString() };
  return rest.sessionAnalytics({ query: omitNulls({ ...range, ...filters }) });
};

builder.queryField('sessionAnalytics', (t) =>
  t.field({
    type: AggregateSessionAnalytics,
    description: 'Returns the analytics of all sessions in a time range.',
    args: {
      ...createArguments(t.arg),
      personaId: t.arg.id({ validate, description: describe('personaId') }),
    },
    scopes: ['sessions:read'],
    resolve: (_, choice, { rest }) => readStatistics(rest, choice),
  }),
);

builder.objectField(Persona, 'statistics', (t) =>
  t.field({
    type: AggregateSessionAnalytics,
    description: 'The analytics of the sessions with the persona in a time range. One call.',
    args: createArguments(t.arg),
    scopes: ['sessions:read'],
    resolve: ({ id: personaId }, choice, { rest }) =>
      readStatistics(rest, { ...choice, personaId }),
  }),
);
