import { hash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';
import { MemoryRateLimiter } from './rate-limit-memory.ts';

/**
 * What is counted: all requests, root fields, the root fields that cost the upstream most, and those after which it has
 * unfinished work.
 */
export type RateLimitBucket =
  | 'requests'
  | 'fields'
  | 'mints'
  | 'uploads'
  | 'voiceUploads'
  | 'documents';

/** A rate limit; `what` names what it counts. */
const rateLimit = (name: string, rate: number, what: string) =>
  setting(name, integer(0, 1_000_000).default(rate), {
    description: `Maximum ${what} per minute for each client; five times as many for each address. 0 disables the limit.`,
    otherwise: '`0` if the API serves only this machine',
  });

/** A limit of what a caller leaves unfinished; `what` names what it counts, and the time. */
const unfinishedLimit = (name: string, rate: number, what: string) =>
  setting(name, integer(0, 1_000_000).default(rate), {
    description: `Maximum ${what} for each client; of clients without a credential, five times as many for each address. 0 disables the limit.`,
    otherwise: '`0` if the API serves only this machine',
  });

/** Maximum per minute and caller, or per window of `UNFINISHED_SECONDS`; 0 sets no limit. */
export const rateSettings = z.object({
  fields: rateLimit(
    'RATE_LIMIT',
    600,
    'root fields, where each id of a list of ids, of `_entities` and of `verify` counts as one,',
  ),
  mints: rateLimit('RATE_LIMIT_MINTS', 60, 'session tokens created'),
  uploads: rateLimit('RATE_LIMIT_UPLOADS', 20, 'uploads'),
  voiceUploads: unfinishedLimit(
    'RATE_LIMIT_VOICE_UPLOADS',
    12,
    'upload URLs of recordings per two hours, after which they expire,',
  ),
  documents: unfinishedLimit('RATE_LIMIT_DOCUMENTS', 200, 'knowledge documents per hour,'),
});

/**
 * Windows in seconds that bound what a caller leaves unfinished: an announced recording expires after two hours, and the
 * processing of a document takes at most a minute.
 */
const UNFINISHED_SECONDS = { voiceUploads: 7_200, documents: 3_600 };

/** Creates a limiter of `points` per `duration` seconds. Its keys begin with `keyPrefix`. */
export type RateLimitStore = (limit: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}) => RateLimiterAbstract;

/** How many callers may share one address, such as an office's. */
const CALLERS_PER_ADDRESS = 5;

const WINDOW_SECONDS = 60;

const createMemoryStore: RateLimitStore = (limit) => new MemoryRateLimiter(limit);

interface RateLimitSubject {
  /** The caller's id, if authenticated. */
  readonly id: string | undefined;
  readonly address: string;
}

type RateLimitCharges = readonly (readonly [bucket: RateLimitBucket, points: number])[];

export interface RateLimiter {
  /**
   * Counts all `charges` against the address and, if authenticated, the caller; none of them if a limit is exceeded.
   * Unfinished work of an authenticated caller counts against the caller only.
   * @returns seconds to wait if a limit is exceeded; undefined otherwise.
   * @throws what the store throws.
   */
  consume(subject: RateLimitSubject, charges: RateLimitCharges): Promise<number | undefined>;
}

/** Hashes a caller's id into a key of fixed length that does not reveal it. */
const hashId = (id: string) => hash('sha256', id, 'base64url');

async function consumePoints(limiter: RateLimiterAbstract, key: string, points: number) {
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
  rates: Partial<z.output<typeof rateSettings>>,
  store: RateLimitStore = createMemoryStore,
): RateLimiter | undefined {
  if (Object.values(rates).every((rate) => rate === 0)) return undefined;
  const createLimiters = (bucket: RateLimitBucket, perCaller = 0, duration = WINDOW_SECONDS) => {
    const createLimiter = (subject: string, points: number) =>
      store({ keyPrefix: `rate:${bucket}:${subject}`, points, duration });
    if (perCaller === 0) return undefined;
    return {
      caller: createLimiter('caller', perCaller),
      address: createLimiter('address', perCaller * CALLERS_PER_ADDRESS),
      // In a longer window, anybody at the address could block authenticated callers for hours.
      hasSharedAddress: duration === WINDOW_SECONDS,
    };
  };
  const createUnfinishedLimiters = (bucket: keyof typeof UNFINISHED_SECONDS) =>
    createLimiters(bucket, rates[bucket], UNFINISHED_SECONDS[bucket]);
  const limiters = {
    requests: createLimiters('requests', rates.fields),
    fields: createLimiters('fields', rates.fields),
    mints: createLimiters('mints', rates.mints),
    uploads: createLimiters('uploads', rates.uploads),
    voiceUploads: createUnfinishedLimiters('voiceUploads'),
    documents: createUnfinishedLimiters('documents'),
  };
  /** Lists what a charge counts against. */
  const listCounters = (
    [bucket, points]: RateLimitCharges[number],
    { id, address }: RateLimitSubject,
  ) => {
    const limiter = limiters[bucket];
    if (!limiter) return [];
    const ofAddress = { limiter: limiter.address, key: address, points };
    if (id === undefined) return [ofAddress];
    const ofCaller = { limiter: limiter.caller, key: hashId(id), points };
    return limiter.hasSharedAddress ? [ofAddress, ofCaller] : [ofCaller];
  };
  return {
    consume: async (subject, charges) => {
      const counters = charges.flatMap((charge) => listCounters(charge, subject));
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
