import { enumOf } from '../contract/schema-meta.ts';
import type { LimitStore } from '../policy/limits.ts';
import {
  type LimitState,
  type MintObstacle,
  type MintState,
  readMintState,
} from '../policy/mint-state.ts';
import type { Caller } from './authorization/caller.ts';
import { builder } from './builder.ts';
import { findEnumType } from './fields.ts';

const MintObstacleEnum = findEnumType(
  enumOf('MintObstacle', 'Why the caller cannot create a session token now.', {
    scope: 'The caller does not have the scope `tokens:mint`.',
    policy: 'The role of the caller does not allow session tokens.',
    limit: 'The caller has reached one of its limits.',
    shared_limit: 'A limit that the caller shares with others is reached.',
    concurrent_limit: 'The caller has reached its limit of concurrent sessions.',
    unavailable: 'The limits cannot be checked now.',
  } satisfies Record<MintObstacle, string>),
);

const LimitUnit = findEnumType(
  enumOf('LimitUnit', 'What a limit counts.', {
    tokens: 'Session tokens.',
    minutes:
      'Session minutes, which are reserved when a session token is created, and returned if the session is shorter.',
  } satisfies Record<LimitState['unit'], string>),
);

const LimitPeriod = findEnumType(
  enumOf('LimitPeriod', 'The calendar window of a limit, in UTC.', {
    minute: 'A minute.',
    day: 'A day.',
    month: 'A month.',
  } satisfies Record<LimitState['per'], string>),
);

const ViewerLimit = builder.objectRef<LimitState>('ViewerLimit').implement({
  description: 'A limit that applies to the caller alone.',
  fields: (t) => ({
    unit: t.expose('unit', {
      type: LimitUnit,
      nullable: false,
      description: 'What the limit counts.',
    }),
    per: t.expose('per', {
      type: LimitPeriod,
      nullable: false,
      description: 'Window of the limit.',
    }),
    max: t.exposeInt('max', { nullable: false, description: 'Maximum per window.' }),
    remaining: t.exposeInt('remaining', {
      nullable: false,
      description: 'What remains in the current window.',
    }),
    reserved: t.exposeInt('reserved', {
      nullable: false,
      description: 'What is reserved for sessions that have not ended.',
    }),
    used: t.exposeInt('used', {
      nullable: false,
      description: 'What ended sessions have used. Session tokens count when they are created.',
    }),
    resetsAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When the next window starts.',
      resolve: ({ resetsAt }) => new Date(resetsAt),
    }),
  }),
});

const ViewerMint = builder.objectRef<MintState>('ViewerMint').implement({
  description: 'Which session tokens the caller can create now.',
  fields: (t) => ({
    allowed: t.boolean({
      nullable: false,
      description:
        'Whether the caller can get a session token of the default length, either a new or an unused one.',
      resolve: ({ obstacle }) => obstacle === undefined,
    }),
    reason: t.expose('obstacle', {
      type: MintObstacleEnum,
      description: 'Why the caller cannot create a session token; null if it can.',
    }),
    retryAfterSeconds: t.int({
      description:
        'Seconds until the caller can create a session token; null if it can now, or if waiting does not help.',
      resolve: ({ until }) =>
        until === undefined ? null : Math.max(1, Math.ceil((until - Date.now()) / 1000)),
    }),
    maxSessionLengthSeconds: t.exposeFloat('maxSessionLengthSeconds', {
      description: 'Maximum and default length of a session; null if there is none.',
    }),
    limits: t.expose('limits', {
      type: [ViewerLimit],
      nullable: false,
      description:
        'Limits that apply to the caller alone. `reason` says whether a shared limit is reached.',
    }),
    runningCount: t.exposeInt('running', {
      description: 'Number of sessions that count as running; null without a limit.',
    }),
  }),
});

/** The caller, and the data for deciding whether it can create session tokens. */
interface ViewerModel {
  readonly caller: Caller;
  readonly limits: LimitStore | undefined;
}

const NO_SCOPE: MintState = { obstacle: 'scope', limits: [] };

const Viewer = builder.objectRef<ViewerModel>('Viewer').implement({
  description: 'The caller and its permissions.',
  fields: (t) => ({
    subject: t.id({
      description: 'Subject of the token; null for a caller with an API key.',
      resolve: ({ caller: { token } }) => token?.subject,
    }),
    issuer: t.string({
      description: 'Name of the issuer of the token.',
      resolve: ({ caller: { token } }) => token?.issuer,
    }),
    tenant: t.string({
      description: 'The tenant of the caller; null if there are no tenants.',
      resolve: ({ caller: { token } }) => token?.tenant,
    }),
    role: t.string({
      description: 'The role that the policy gives the caller; null if it gives none.',
      resolve: ({ caller: { grant } }) => grant?.role?.name,
    }),
    scopes: t.field({
      type: ['String'],
      nullable: false,
      description: 'The scopes of the caller.',
      resolve: ({ caller: { scopes } }) => [...scopes],
    }),
    mint: t.field({
      type: ViewerMint,
      nullable: false,
      description: 'Which session tokens the caller can create now.',
      resolve: ({ caller: { grant, scopes }, limits }) =>
        scopes.has('tokens:mint') ? readMintState(grant, limits, Date.now()) : NO_SCOPE,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description:
      'Returns the caller and its permissions, or null if the caller is anonymous. Responses are never cached.',
    scopes: [],
    resolve: (_, __, context) => {
      context.onFreshness(0);
      const { caller, limits } = context;
      return caller.isAuthenticated ? { caller, limits } : null;
    },
  }),
);
