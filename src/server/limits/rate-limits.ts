import { hash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { MemoryRateLimiter } from './rate-limit-memory.ts';

/** What is counted: requests as they come, the fields of operations, and of them those that cost the upstream most. */
export type RateLimitBucket = 'requests' | 'fields' | 'mints' | 'uploads';

/** How often a minute one caller may do it; 0 for as often as they like. */
export interface Rates {
  readonly fields: number;
  readonly mints: number;
  readonly uploads: number;
}

/** Where counts are kept: a limiter of `points` in `duration` seconds, whose keys begin with `keyPrefix`. */
export type RateLimitStore = (limit: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}) => RateLimiterAbstract;

/** Callers that one address may stand for, such as an office's. */
const CALLERS_OF_ADDRESS = 5;

const WINDOW = 60;

const inMemory: RateLimitStore = (limit) => new MemoryRateLimiter(limit);

/** Whom something is counted against. */
export interface RateLimitSubject {
  /** The caller's name, where one is known. */
  readonly id: string | undefined;
  /** Where the request came from. */
  readonly address: string;
}

/** Counts what callers do. */
export interface RateLimiter {
  /**
   * Counts `points` against the caller, where one is known, and against the address.
   * @returns seconds to wait where that is too much; undefined where it is not.
   * @throws whatever the store throws.
   */
  consume(
    what: RateLimitBucket,
    who: RateLimitSubject,
    points?: number,
  ): Promise<number | undefined>;
}

/** A caller's name as a key: of one length, and showing nothing. */
const keyOf = (id: string) => hash('sha256', id, 'base64url');

async function secondsToWait(limiter: RateLimiterAbstract, key: string, points: number) {
  try {
    await limiter.consume(key, points);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}

/**
 * Makes a counter over a store; the default one is this process's memory.
 * @returns undefined where there is nothing to count.
 */
export function createRateLimiter(
  rates: Rates,
  store: RateLimitStore = inMemory,
): RateLimiter | undefined {
  if (rates.fields + rates.mints + rates.uploads === 0) return undefined;
  const limiters = (what: RateLimitBucket, perCaller: number) => {
    const limiter = (whose: string, points: number) =>
      store({ keyPrefix: `rate:${what}:${whose}`, points, duration: WINDOW });
    if (perCaller === 0) return undefined;
    return {
      caller: limiter('caller', perCaller),
      address: limiter('address', perCaller * CALLERS_OF_ADDRESS),
    };
  };
  const all = {
    requests: limiters('requests', rates.fields),
    fields: limiters('fields', rates.fields),
    mints: limiters('mints', rates.mints),
    uploads: limiters('uploads', rates.uploads),
  };
  return {
    consume: async (what, { id, address }, points = 1) => {
      const limiter = all[what];
      if (!limiter) return undefined;
      // The address first: whoever is over its limit adds no keys to the store.
      const wait = await secondsToWait(limiter.address, address, points);
      if (wait !== undefined || id === undefined) return wait;
      return secondsToWait(limiter.caller, keyOf(id), points);
    },
  };
}
