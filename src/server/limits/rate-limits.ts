/// <reference path="./rate-limiter-flexible.d.ts" />
import { hash, randomBytes } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';

/**
 * What is counted: all requests, root fields, the root fields that cost the upstream most, and those after which it has
 * unfinished work. Each has its name in errors, which is its setting if it has one, and its window in seconds. Two windows
 * bound what a caller leaves unfinished: an announced recording expires after two hours, and the processing of a document
 * takes at most a minute.
 */
const BUCKETS = {
  requests: { limit: 'RATE_LIMIT', window: 60 },
  fields: { limit: 'RATE_LIMIT', window: 60 },
  mints: { limit: 'RATE_LIMIT_MINTS', window: 60 },
  uploads: { limit: 'uploads', window: 60 },
  voiceUploads: { limit: 'upload URLs for recordings', window: 7_200 },
  documents: { limit: 'documents', window: 3_600 },
};
export type RateLimitBucket = keyof typeof BUCKETS;

export const nameLimits = (buckets: readonly RateLimitBucket[]): string =>
  buckets.map((bucket) => BUCKETS[bucket].limit).join(' or ');

/** A rate limit. `what` names what it counts, and the time; `note` is another sentence about it. */
const rateLimit = (name: string, rate: number, what: string, note: string) =>
  setting(name, integer(0, 1_000_000).default(rate), {
    description: `Maximum ${what} for each client.${note} 0 disables the limit.`,
    otherwise: '`0` if the API serves only this machine',
  });

/**
 * Maximum per minute and caller; 0 sets no limit. An address has `ADDRESS_FACTOR` times as many, but clients with a valid
 * JWT are not counted by address.
 */
export const rateSettings = z.object({
  fields: rateLimit(
    'RATE_LIMIT',
    600,
    'root fields per minute',
    ' Each id of a list of ids counts as one. Uploads are limited, too.',
  ),
  mints: rateLimit('RATE_LIMIT_MINTS', 60, 'session tokens created per minute', ''),
});

/** Limits of uploads that operators cannot change, as the settings. */
export const UPLOAD_RATES = { uploads: 20, voiceUploads: 12, documents: 200 };

/** Limit of all clients of one address together, as a multiple of the limit of a client. */
const ADDRESS_FACTOR = 5;

interface Rates extends z.output<typeof rateSettings>, Readonly<typeof UPLOAD_RATES> {
  readonly addressFactor: number;
}

type PointLimiter = Pick<RateLimiterAbstract, 'consume' | 'reward'>;

/** Creates a limiter of `points` per `duration` seconds. Its keys begin with `keyPrefix`. */
export type RateLimitStore = (limit: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}) => PointLimiter;

/** Maximum number of counters per limiter. */
const BUCKET_COUNT = 16_384;

/**
 * Creates a function that assigns a key to a counter. Few keys share one, and which ones do is unpredictable, so that
 * no client can use up another's limit.
 */
export function createBucketHash(): (key: string | number) => string {
  // A fixed-length prefix. An HMAC, which is slower, is not needed, because digests are never exposed.
  const secret = randomBytes(32).toString('base64url');
  return (key) => {
    const digest = hash('sha256', secret + key, 'hex');
    return String(Number.parseInt(digest.slice(0, 8), 16) % BUCKET_COUNT);
  };
}

/** A limiter in this process's memory, with a bounded number of counters. */
export class MemoryRateLimiter extends RateLimiterMemory {
  readonly #hashToBucket = createBucketHash();

  override getKey(key: string | number): string {
    return super.getKey(this.#hashToBucket(key));
  }
}

const createMemoryStore: RateLimitStore = (limit) => new MemoryRateLimiter(limit);

/** Whom a request counts against. */
interface RateLimitSubject {
  /** The id of a caller. */
  readonly id?: string | undefined;
  /** The address, if the id is not verified: anybody can invent ids, which would fill the counters. */
  readonly address?: string | undefined;
}

const SUBJECTS = ['address', 'id'] as const;

type RateLimitCharges = readonly (readonly [bucket: RateLimitBucket, points: number])[];

export interface RateLimiter {
  /**
   * Counts all `charges` against the caller and the address; none of them if a limit is exceeded.
   * @returns seconds to wait if a limit is exceeded; undefined otherwise.
   * @throws what the store throws.
   */
  consume(subject: RateLimitSubject, charges: RateLimitCharges): Promise<number | undefined>;
}

/** Hashes a caller's id into a key of fixed length that does not reveal it. */
const hashId = (id: string) => hash('sha256', id, 'base64url');

async function consumePoints(limiter: PointLimiter, key: string, points: number) {
  try {
    await limiter.consume(key, points);
    return undefined;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}

/**
 * Creates a rate limiter. What has no rate has no limit. Default store: this process's memory.
 * @returns undefined if there are no limits.
 */
export function createRateLimiter(
  { addressFactor = ADDRESS_FACTOR, ...rates }: Partial<Rates>,
  store: RateLimitStore = createMemoryStore,
): RateLimiter | undefined {
  if (Object.values(rates).every((rate) => rate === 0)) return undefined;
  const createLimiter = (bucket: RateLimitBucket, subject: keyof RateLimitSubject) => {
    // Requests that are rejected count too, so there are more of them than of fields.
    const isRequest = bucket === 'requests';
    const rate = (isRequest ? rates.fields : rates[bucket]) ?? 0;
    if (rate === 0) return undefined;
    return store({
      keyPrefix: `rate:${bucket}:${subject === 'id' ? 'caller' : subject}`,
      points: rate * (isRequest || subject === 'address' ? addressFactor : 1),
      duration: BUCKETS[bucket].window,
    });
  };
  const limiters = new Map<string, PointLimiter | undefined>();
  const getLimiter = (bucket: RateLimitBucket, subject: keyof RateLimitSubject) => {
    const key = `${bucket} ${subject}`;
    if (!limiters.has(key)) limiters.set(key, createLimiter(bucket, subject));
    return limiters.get(key);
  };
  return {
    consume: async ({ id, address }, charges) => {
      const keys = { address, id: id === undefined ? undefined : hashId(id) };
      const counters = charges.flatMap(([bucket, points]) =>
        SUBJECTS.flatMap((subject) => {
          const key = keys[subject];
          const limiter = key === undefined ? undefined : getLimiter(bucket, subject);
          return limiter && key !== undefined ? { limiter, key, points } : [];
        }),
      );
      // At once, because each may be a round trip to the store.
      const waits = await Promise.all(
        counters.map(({ limiter, key, points }) => consumePoints(limiter, key, points)),
      );
      const exceeded = waits.filter((wait) => wait !== undefined);
      if (exceeded.length === 0) return undefined;
      // A single point beyond a limit changes nothing, so it saves the store a command.
      const charged = counters.filter(({ points }, n) => points > 1 || waits[n] === undefined);
      await Promise.all(charged.map(({ limiter, key, points }) => limiter.reward(key, points)));
      return Math.max(...exceeded);
    },
  };
}
