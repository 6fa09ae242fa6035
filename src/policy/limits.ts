import type { Charge, Lease } from './mint-terms.ts';

/** What a mint takes of the limits. */
export interface Taken {
  /** Id of the mint. */
  readonly id: string;
  readonly charges: readonly Charge[];
  readonly lease?: Lease | undefined;
}

/** Why a mint exceeds a limit. */
export interface Shortage {
  /** Index of the charge; undefined for the sessions that run. */
  readonly charge: number | undefined;
  /** When more is available, in milliseconds since 1970. */
  readonly resetsAt: number;
}

/** What is left of a counter. */
export interface Counter {
  readonly counter: string;
  readonly window: { readonly startsAt: number; readonly endsAt: number };
}

/** What a subject uses. */
export interface Usage {
  /** The counts, in the order of the counters. */
  readonly counts: readonly number[];
  /** When the leases that run end, in milliseconds since 1970, the first first. */
  readonly ends: readonly number[];
}

/** The counters cannot be reached, so that nothing that they limit is minted. */
export class LimitsUnavailableError extends Error {
  override name = 'LimitsUnavailableError' as const;

  constructor(options?: ErrorOptions) {
    super('The counters of the policy are unavailable.', options);
  }
}

/** Counters of mints. Each method throws LimitsUnavailableError if they cannot be reached. */
export interface LimitStore {
  /** Takes all charges and the lease of a mint, or none of them. @returns why not. */
  take(mint: Taken, now: number): Promise<Shortage | undefined>;
  /** Gives the charges of a mint back that was refused, except to minutes, and its lease. */
  giveBack(mint: Taken): Promise<void>;
  /** Ends the leases of mints whose sessions have ended. Unknown ids are ignored. */
  release(mints: readonly string[]): Promise<void>;
  read(counters: readonly Counter[], holder: string, now: number): Promise<Usage>;
  /** Sets counters to zero and ends all leases of a holder. */
  reset(counters: readonly Counter[], holder: string): Promise<void>;
}

/** Whether a mint takes something of a limit. */
export const isLimited = ({ charges, lease }: Taken): boolean =>
  charges.length > 0 || lease !== undefined;

/** The charges that are given back: a window of a minute also protects the upstream from attempts. */
export const listReturned = ({ charges }: Taken): Taken['charges'] =>
  charges.filter(({ window }) => window.per !== 'minute');

/** Returns the shortage that ends last, because only then the mint can succeed. */
export const findLongest = (shortages: readonly Shortage[]): Shortage | undefined =>
  shortages.toSorted((one, other) => other.resetsAt - one.resetsAt)[0];

/** Returns the limits that a mint exceeds. */
export function findShortages(
  { charges, lease }: Pick<Taken, 'charges' | 'lease'>,
  { counts, ends }: Usage,
): Shortage[] {
  const exceeded = charges.flatMap(({ amount, max, window }, index) =>
    (counts[index] ?? 0) + amount > max ? [{ charge: index, resetsAt: window.endsAt }] : [],
  );
  // As many have to end as are too many, if the limit became smaller.
  const end = lease && ends[ends.length - lease.max];
  return end === undefined ? exceeded : [...exceeded, { charge: undefined, resetsAt: end }];
}

/** Name of a counter of one window. */
export const getCounterKey = ({ counter, window }: Counter): string =>
  `${counter} ${window.startsAt}`;
