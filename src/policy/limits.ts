import { createMintId } from './label.ts';
import type { Charge } from './mint-terms.ts';

/** A change of a counter. */
export interface Change {
  /** Name in the store. */
  readonly name: string;
  /** Added to the counter. Negative: returned to it, at most to zero. */
  readonly amount: number;
  /** What the counter must not exceed. */
  readonly max: number;
  /** When the counter ends, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Changes that are made together, or not at all. */
export interface Commit {
  /** Name of the account in the store. */
  readonly account: string;
  /** Beginning of the text that is replaced; empty if there is none. */
  readonly version: string;
  /** The new text; empty: it is deleted. */
  readonly text: string;
  /** When the account ends, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly changes: readonly Change[];
  /** A new mint, by whose id the account is found. */
  readonly mint?: string | undefined;
}

/** Length of the beginning of a text by which its version is known. It is random. */
export const VERSION_LENGTH = 16;

export const createVersion = (): string => createMintId().slice(0, VERSION_LENGTH);

/** What a store has. */
export interface Stored {
  /** Text of the account; empty if there is none. */
  readonly text: string;
  /** The counts, in the order of the counters. */
  readonly counts: readonly number[];
}

/**
 * Counters of mints, and a text for each subject. The text is opaque to the store, which replaces it only as a whole.
 * Each method throws LimitsUnavailableError if the store cannot be reached.
 */
export interface LimitStore {
  /** Encrypts the texts. */
  readonly key: Buffer;
  /** Returns a name in the store, which does not reveal its parts to others. */
  createName(...parts: readonly (string | number)[]): string;
  read(account: string, counters: readonly string[]): Promise<Stored>;
  /** @returns undefined if it was done; what the store has if the text is of another version, or a counter exceeded. */
  commit(commit: Commit): Promise<Stored | undefined>;
  /** Returns the names of the accounts of mints. */
  findAccounts(mints: readonly string[]): Promise<readonly (string | undefined)[]>;
}

/** Changes counters alone. @returns whether none was exceeded. */
export const changeCounters = async (
  store: LimitStore,
  changes: readonly Change[],
): Promise<boolean> =>
  !(await store.commit({
    account: store.createName('none'),
    version: '',
    text: '',
    endsAt: 0,
    changes,
  }));

/** The counters cannot be reached, so no limited session tokens are created. */
export class LimitsUnavailableError extends Error {
  override name = 'LimitsUnavailableError' as const;

  constructor(options?: ErrorOptions) {
    super('The counters of the policy are unavailable.', options);
  }
}

/** Returns the name of a counter in a store. */
export const nameCounter = (store: LimitStore, { counter, startsAt }: Charge): string =>
  store.createName('count', counter, startsAt);
