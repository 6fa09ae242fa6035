import { RateLimiterRedis } from 'rate-limiter-flexible';
import { MemoryRateLimiter } from '../../server/limits/rate-limit-memory.ts';
import type { RateLimitStore } from '../../server/limits/rate-limits.ts';
import type { RedisConnection } from './connection.ts';
import { publishFallback } from './diagnostics.ts';
import type { SharedKeys } from './keys.ts';

type Limit = Parameters<RateLimitStore>[0];
type Consume = Parameters<RateLimiterRedis['consume']>;

/** This process's own counters, for as long as Redis is of no use. */
class Insurance extends MemoryRateLimiter {
  override consume(...consumed: Consume) {
    publishFallback('limits');
    return super.consume(...consumed);
  }
}

/** A limiter that all processes count in together. Who was counted cannot be told from its keys. */
class SharedLimiter extends RateLimiterRedis {
  readonly #keys: SharedKeys;

  constructor({ client }: RedisConnection, keys: SharedKeys, limit: Limit) {
    super({
      ...limit,
      storeClient: client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new Insurance(limit),
    });
    this.#keys = keys;
  }

  override consume(...[key, ...rest]: Consume) {
    return super.consume(this.#keys.nameOf('limit', key), ...rest);
  }
}

/** Counters in Redis, which fall back to this process's memory; `prefix` begins their names. */
export const createSharedRateLimits =
  (link: RedisConnection, keys: SharedKeys, prefix: string): RateLimitStore =>
  (limit) =>
    new SharedLimiter(link, keys, { ...limit, keyPrefix: `${prefix}:${limit.keyPrefix}` });
