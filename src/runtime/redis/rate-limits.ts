import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import { MemoryRateLimiter, type RateLimitStore } from '../../server/limits/rate-limits.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';

type Limit = Parameters<RateLimitStore>[0];

/** A limiter in Redis, shared by all processes. Its keys do not reveal who is counted. */
class RedisRateLimiter extends RateLimiterRedis {
  readonly #keys: SharedKeys;

  constructor({ client }: RedisConnection, keys: SharedKeys, limit: Limit) {
    super({
      ...limit,
      storeClient: client,
      rejectIfRedisNotReady: true,
      // Counts in this process while Redis is unavailable.
      insuranceLimiter: new MemoryRateLimiter(limit),
    });
    this.#keys = keys;
  }

  override getKey(key: string | number): string {
    return super.getKey(this.#keys.createName('limit', key));
  }
}

/** Creates rate limits in Redis that fall back to this process's memory. Key names begin with `prefix`. */
export const createSharedRateLimits =
  (connection: RedisConnection, keys: SharedKeys, prefix: string): RateLimitStore =>
  (limit) =>
    new RedisRateLimiter(connection, keys, { ...limit, keyPrefix: `${prefix}:${limit.keyPrefix}` });
