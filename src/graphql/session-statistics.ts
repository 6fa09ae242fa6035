import type { ArgBuilder } from '@pothos/core';
import { Id } from '../contract/record.ts';
import { getDescription } from '../contract/schema-meta.ts';
import { SessionType } from '../contract/session-analytics.ts';
import * as contract from '../contract/session-statistics.ts';
import type { RestMethods } from '../upstream/rest-methods.ts';
import { builder, type GraphTypes } from './builder.ts';
import { createObjectType, findEnumType } from './fields.ts';
import { Persona } from './persona.ts';
import { Session } from './session.ts';
import { createRule, omitNulls } from './validation.ts';

const SlowTurn = createObjectType(contract.SlowTurn, {}, (t) => ({
  session: t.field({
    type: Session,
    description: 'The session; null if it no longer exists.',
    scopes: ['sessions:read'],
    resolve: ({ sessionId }, _, { loaders }) => loaders.load('session', sessionId),
  }),
  persona: t.field({
    type: Persona,
    description: 'The saved persona; null if there is none or it no longer exists.',
    scopes: ['personas:read'],
    resolve: ({ personaId }, _, { loaders }) =>
      personaId ? loaders.load('persona', personaId) : null,
  }),
}));

/** Number of slow turns that costs assume: each can look up its session and its persona. */
const EXPECTED_TURNS = 10;

const { slowestTurns } = contract.SessionStatistics.shape;

const SessionStatistics = createObjectType(
  contract.SessionStatistics,
  { except: ['filters', 'slowestTurns'] },
  (t) => ({
    slowestTurns: t.expose('slowestTurns', {
      type: [SlowTurn],
      description: getDescription(slowestTurns),
      complexity: { field: 0, multiplier: EXPECTED_TURNS },
    }),
  }),
);

const query = contract.SessionStatisticsQuery.shape;
const validate = createRule(Id);

/** The arguments that choose the sessions of a persona, or of all. */
const createArguments = (arg: ArgBuilder<GraphTypes>) => ({
  from: arg({ type: 'DateTime', description: getDescription(query.from) }),
  to: arg({ type: 'DateTime', description: getDescription(query.to) }),
  apiKeyId: arg.id({ validate, description: getDescription(query.apiKeyId) }),
  clientLabel: arg.string({
    validate: createRule(query.clientLabel.unwrap()),
    description: getDescription(query.clientLabel),
  }),
  sessionType: arg({
    type: findEnumType(SessionType),
    description: getDescription(query.sessionType),
  }),
});

type Choice = {
  readonly [Name in keyof contract.SessionStatisticsQuery]:
    | (Name extends 'from' | 'to' ? Date : contract.SessionStatisticsQuery[Name])
    | null
    | undefined;
};

const readStatistics = (rest: RestMethods, { from, to, ...filters }: Choice) => {
  const range = { from: from?.toISOString(), to: to?.toISOString() };
  return rest.sessionStatistics({ query: omitNulls({ ...range, ...filters }) });
};

builder.queryField('sessionStatistics', (t) =>
  t.field({
    type: SessionStatistics,
    description: 'Returns latencies, errors and other statistics of all sessions in a time range.',
    args: {
      ...createArguments(t.arg),
      personaId: t.arg.id({ validate, description: getDescription(query.personaId) }),
    },
    scopes: ['sessions:read'],
    resolve: (_, choice, { rest }) => readStatistics(rest, choice),
  }),
);

builder.objectField(Persona, 'statistics', (t) =>
  t.field({
    type: SessionStatistics,
    description:
      'Statistics of the sessions with the persona in a time range. Makes one upstream call for each persona.',
    args: createArguments(t.arg),
    scopes: ['sessions:read'],
    resolve: ({ id: personaId }, choice, { rest }) =>
      readStatistics(rest, { ...choice, personaId }),
  }),
);
