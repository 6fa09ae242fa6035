import type { Grant } from './grant.ts';
import type { Limit, MintBlock, Period } from './mint-schema.ts';

/** A calendar window in UTC. */
interface Window {
  readonly per: Period;
  /** When it starts and ends, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

const getLength = { minute: MINUTE, day: DAY } as const;

/** Returns the window of a time. */
function getWindow(per: Period, now: number): Window {
  if (per === 'month') {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { per, startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const length = getLength[per];
  const startsAt = Math.floor(now / length) * length;
  return { per, startsAt, endsAt: startsAt + length };
}

/** The amount that a mint reserves from one limit. */
export interface Charge {
  /** Name of the counter: what is counted, in which kind of window, and for whom. */
  readonly counter: string;
  readonly window: Window;
  /** Session tokens, or seconds of sessions. */
  readonly amount: number;
  readonly max: number;
}

/** A session that counts as running from its mint. */
export interface Lease {
  /** Name of the subject, which has the leases. */
  readonly holder: string;
  readonly max: number;
  /** When it ends, in milliseconds since 1970. */
  readonly until: number;
}

/** The terms of a mint: the values that are added to the request, and the amounts that it reserves from limits. */
export interface MintTerms {
  /** A new id, which the label of the session has. */
  readonly id: string;
  /** Length of the session. */
  readonly seconds: number;
  readonly label: string | undefined;
  readonly charges: readonly Charge[];
  readonly lease: Lease | undefined;
}

/** The caller that creates a session token. */
type Sharer = Pick<Grant, 'issuer' | 'tenant' | 'subject'>;

/** Returns the id of those who share a limit. It does not depend on the role or the version of the policy. */
function getSharers({ issuer, tenant, subject }: Sharer, sharedBy: Limit['for']) {
  if (sharedBy === 'all') return [];
  return sharedBy === 'tenant' ? [tenant ?? null] : [issuer, tenant ?? null, subject];
}

/** Returns the name under which a subject has leases. */
export const getHolder = (sharer: Sharer): string => JSON.stringify(getSharers(sharer, 'subject'));

export const isTokenLimit = (limit: Limit): limit is Extract<Limit, { tokens: number }> =>
  'tokens' in limit;

/** Returns the amount that a mint reserves from a limit. */
export function createCharge(sharer: Sharer, limit: Limit, seconds: number, now: number): Charge {
  const [unit, amount, max] = isTokenLimit(limit)
    ? ['tokens', 1, limit.tokens]
    : ['seconds', seconds, limit.reservedMinutes * 60];
  return {
    counter: JSON.stringify([unit, limit.per, limit.for, ...getSharers(sharer, limit.for)]),
    window: getWindow(limit.per, now),
    amount,
    max,
  };
}

/** Returns the amounts that a mint reserves from all limits of a role. */
export const createCharges = (
  grant: Grant,
  { limits }: MintBlock,
  seconds: number,
  now: number,
): readonly Charge[] => limits.map((limit) => createCharge(grant, limit, seconds, now));

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Says which limit a mint exceeds; undefined: that of concurrent sessions. A shared one could show what others do, so it has no numbers. */
export function describeLimit(limit: Limit | undefined, { seconds, lease }: MintTerms): string {
  if (!limit) {
    const sessions = formatCount(lease?.max ?? 0, 'concurrent session');
    return `You have reached your limit of ${sessions}. A session token that is not used counts until it expires.`;
  }
  const { per } = limit;
  if (limit.for !== 'subject') {
    const what = isTokenLimit(limit) ? 'tokens' : 'minutes';
    const whose = limit.for === 'tenant' ? 'your tenant' : 'all users';
    return `The session ${what} of ${whose} for this ${per} are used up.`;
  }
  if (isTokenLimit(limit))
    return `You have created your ${formatCount(limit.tokens, 'session token')} of this ${per}.`;
  const length = formatCount(Math.ceil(seconds / 60), 'minute');
  return `Your ${formatCount(limit.reservedMinutes, 'session minute')} of this ${per} do not suffice for a session of ${length}.`;
}
