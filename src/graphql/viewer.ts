import type { LimitStore } from '../policy/limits.ts';
import {
  type LimitState,
  type MintObstacle,
  type MintState,
  readMintState,
} from '../policy/mint-state.ts';
import type { Caller } from './authorization/caller.ts';
import { builder } from './builder.ts';

const MintObstacleEnum = builder.enumType('MintObstacle', {
  description: 'Why the caller cannot create a session token now.',
  values: {
    SCOPE: { value: 'scope', description: 'The caller does not have the scope `tokens:mint`.' },
    POLICY: { value: 'policy', description: 'Its role may not create any.' },
    LIMIT: { value: 'limit', description: 'A limit of the caller is reached.' },
    SHARED_LIMIT: {
      value: 'shared_limit',
      description: 'A limit is reached that the caller shares with others.',
    },
    CONCURRENT_LIMIT: {
      value: 'concurrent_limit',
      description: 'The caller has as many sessions as it may have at a time.',
    },
    UNAVAILABLE: { value: 'unavailable', description: 'The limits cannot be counted now.' },
  } as const satisfies Record<string, { value: MintObstacle; description: string }>,
});

const LimitUnit = builder.enumType('LimitUnit', {
  description: 'What a limit counts.',
  values: {
    TOKENS: { value: 'tokens', description: 'Session tokens.' },
    MINUTES: { value: 'minutes', description: 'Minutes of sessions, which their tokens reserve.' },
  } as const satisfies Record<string, { value: LimitState['unit']; description: string }>,
});

const LimitPeriod = builder.enumType('LimitPeriod', {
  description: 'The calendar window of a limit, in UTC.',
  values: {
    MINUTE: { value: 'minute', description: 'A minute.' },
    DAY: { value: 'day', description: 'A day.' },
    MONTH: { value: 'month', description: 'A month.' },
  } as const satisfies Record<string, { value: LimitState['per']; description: string }>,
});

const ViewerLimit = builder.objectRef<LimitState>('ViewerLimit').implement({
  description: 'A limit of the caller alone.',
  fields: (t) => ({
    unit: t.expose('unit', {
      type: LimitUnit,
      nullable: false,
      description: 'What it counts.',
    }),
    per: t.expose('per', { type: LimitPeriod, nullable: false, description: 'Its window.' }),
    max: t.exposeInt('max', { nullable: false, description: 'Maximum in a window.' }),
    remaining: t.exposeInt('remaining', {
      nullable: false,
      description: 'What is left of it now.',
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
      description: 'Whether it can create one for a session of the default length.',
      resolve: ({ obstacle }) => obstacle === undefined,
    }),
    reason: t.expose('obstacle', {
      type: MintObstacleEnum,
      description: 'Why it cannot; null if it can.',
    }),
    retryAfterSeconds: t.int({
      description: 'Seconds until it may; null if it can, or if time changes nothing.',
      resolve: ({ until }) =>
        until === undefined ? null : Math.max(1, Math.ceil((until - Date.now()) / 1000)),
    }),
    maxSessionLengthSeconds: t.exposeInt('maxSessionLengthSeconds', {
      description: 'Maximum length of a session, which is also the default; null for none.',
    }),
    limits: t.expose('limits', {
      type: [ViewerLimit],
      nullable: false,
      description: 'Limits of the caller alone. Those that it shares show only as `reason`.',
    }),
    running: t.exposeInt('running', {
      description: 'Number of sessions that count as running; null if they are not limited.',
    }),
  }),
});

/** The caller, and what a mint needs to be decided. */
interface ViewerModel {
  readonly caller: Caller;
  readonly limits: LimitStore | undefined;
}

const NO_SCOPE: MintState = { obstacle: 'scope', limits: [] };

const Viewer = builder.objectRef<ViewerModel>('Viewer').implement({
  description: 'The caller, by its token.',
  fields: (t) => ({
    id: t.id({
      description: 'Subject of the token; null for a caller with an API key.',
      resolve: ({ caller: { token } }) => token?.subject,
    }),
    issuer: t.string({
      description: 'Name of the issuer of the token.',
      resolve: ({ caller: { token } }) => token?.issuer,
    }),
    tenant: t.string({
      description: 'The tenant; null if there are none.',
      resolve: ({ caller: { token } }) => token?.tenant,
    }),
    role: t.string({
      description: 'The role that the policy gives to the caller; null for none.',
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
      'Returns the caller and what it may do, or null if it is anonymous. The response is never cached.',
    scopes: [],
    resolve: (_, __, context) => {
      context.onFreshness(0);
      const { caller, limits } = context;
      return caller.isAuthenticated ? { caller, limits } : null;
    },
  }),
);
