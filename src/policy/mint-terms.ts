import { type Grant, isGuest } from './grant.ts';
import type { Limit, MintBlock, Period } from './mint-schema.ts';

/** Milliseconds. */
const LENGTHS = { minute: 60_000, day: 86_400_000 } as const;

/** Returns when the calendar window of a time starts and ends, in UTC. */
function getWindow(per: Period, now: number) {
  if (per === 'month') {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const length = LENGTHS[per];
  const startsAt = Math.floor(now / length) * length;
  return { startsAt, endsAt: startsAt + length };
}

/** The amount that a mint reserves from one limit. */
export interface Charge {
  /** Name of the counter: what is counted, in which kind of window, and for whom. */
  readonly counter: string;
  readonly sharedBy: Limit['for'];
  readonly per: Period;
  /** When its window starts and ends, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly unit: 'tokens' | 'seconds';
  readonly amount: number;
  readonly max: number;
}

/** The terms of a mint: the values that are added to the request, and the amounts that it reserves from limits. */
export interface MintTerms {
  /** A new id, which the label of the session has. */
  readonly id: string;
  /** Length of the session. */
  readonly seconds: number;
  readonly label: string | undefined;
  readonly charges: readonly Charge[];
  /** Name of the subject. */
  readonly holder: string;
  /** Maximum number of its concurrent sessions. */
  readonly concurrent: number | undefined;
  /** When its session ends if it starts as soon as possible, in milliseconds since 1970. */
  readonly until: number;
  /** For how long a token may be given again. Default: as long as it starts a session. */
  readonly reuseSeconds: number | undefined;
}

/** Whether a mint uses a limit. */
export const isLimited = ({ charges, concurrent }: MintTerms): boolean =>
  charges.length > 0 || concurrent !== undefined;

/** Why a mint exceeds a limit. */
export interface Shortage {
  /** Index of the charge; undefined for the sessions that run. */
  readonly charge: number | undefined;
  /** When more is available, in milliseconds since 1970. */
  readonly resetsAt: number;
}

/**
 * Returns the limit that a mint exceeds; of several, the one that ends last, because only then the mint can succeed.
 * @param ends when the sessions that run end, earliest first.
 */
export function findShortage(
  { charges, concurrent }: Pick<MintTerms, 'charges' | 'concurrent'>,
  counts: readonly number[],
  ends: readonly number[],
): Shortage | undefined {
  const exceeded: Shortage[] = charges.flatMap(({ amount, max, endsAt }, index) =>
    (counts[index] ?? 0) + amount > max ? [{ charge: index, resetsAt: endsAt }] : [],
  );
  // If the limit became smaller, all excess sessions must end first.
  const end = concurrent === undefined ? undefined : ends[ends.length - concurrent];
  if (end !== undefined) exceeded.push({ charge: undefined, resetsAt: end });
  return exceeded.toSorted((one, other) => other.resetsAt - one.resetsAt)[0];
}

/** The caller that creates a session token. */
type Sharer = Pick<Grant, 'issuer' | 'tenant' | 'subject'>;

/** Returns the id of those who share a limit. It does not depend on the role or the version of the policy. */
function getSharers({ issuer, tenant, subject }: Sharer, sharedBy: Limit['for']) {
  // Guests have budgets of their own, so that they never take those of users.
  if (sharedBy === 'all') return isGuest({ issuer }) ? [issuer] : [];
  return sharedBy === 'tenant' ? [tenant ?? null] : [issuer, tenant ?? null, subject];
}

/** Returns the name under which a subject has leases. */
export const getHolder = (sharer: Sharer): string => JSON.stringify(getSharers(sharer, 'subject'));

export const isTokenLimit = (limit: Limit): limit is Extract<Limit, { tokens: number }> =>
  'tokens' in limit;

/** Returns the amount that a mint reserves from a limit. */
export function createCharge(sharer: Sharer, limit: Limit, seconds: number, now: number): Charge {
  const [unit, amount, max] = isTokenLimit(limit)
    ? (['tokens', 1, limit.tokens] as const)
    : (['seconds', seconds, limit.reservedMinutes * 60] as const);
  return {
    counter: JSON.stringify([unit, limit.per, limit.for, ...getSharers(sharer, limit.for)]),
    sharedBy: limit.for,
    per: limit.per,
    ...getWindow(limit.per, now),
    unit,
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
