import type { Charge, Lease } from './mint-terms.ts';

/** The amounts that a mint reserves from limits. */
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

/** The remaining amount of a counter. */
export interface Counter {
  readonly counter: string;
  readonly window: { readonly startsAt: number; readonly endsAt: number };
}

/** The usage of a subject. */
export interface Usage {
  /** The counts, in the order of the counters. */
  readonly counts: readonly number[];
  /** When the leases that run end, in milliseconds since 1970, earliest first. */
  readonly ends: readonly number[];
}

/** The counters cannot be reached, so no limited session tokens are created. */
export class LimitsUnavailableError extends Error {
  override name = 'LimitsUnavailableError' as const;

  constructor(options?: ErrorOptions) {
    super('The counters of the policy are unavailable.', options);
  }
}

/** Counters of mints. Each method throws LimitsUnavailableError if they cannot be reached. */
export interface LimitStore {
  /** Reserves all charges and the lease of a mint, or none of them. @returns the reason if none. */
  take(mint: Taken, now: number): Promise<Shortage | undefined>;
  /** Releases the charges of a refused mint, except those per minute, and its lease. */
  giveBack(mint: Taken): Promise<void>;
  /** Ends the leases of mints whose sessions have ended. Unknown ids are ignored. */
  release(mints: readonly string[]): Promise<void>;
  read(counters: readonly Counter[], holder: string, now: number): Promise<Usage>;
  /** Sets counters to zero and ends all leases of a holder. */
  reset(counters: readonly Counter[], holder: string): Promise<void>;
}

/** Whether a mint uses a limit. */
export const isLimited = ({ charges, lease }: Taken): boolean =>
  charges.length > 0 || lease !== undefined;

/** The charges that are released. Limits per minute are not, because they also protect the upstream from attempts. */
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
  // If the limit became smaller, all excess sessions must end first.
  const end = lease && ends[ends.length - lease.max];
  return end === undefined ? exceeded : [...exceeded, { charge: undefined, resetsAt: end }];
}

/** Name of a counter of one window. */
export const getCounterKey = ({ counter, window }: Counter): string =>
  `${counter} ${window.startsAt}`;
