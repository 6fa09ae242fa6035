import { RateLimiterRedis } from 'rate-limiter-flexible';
import { MemoryLimiter } from '../../server/limits/rate-limit-memory.ts';
import type { CounterStore } from '../../server/limits/rate-limits.ts';
import type { SharedKeys } from './keys.ts';
import type { RedisLink } from './connection.ts';
import { tellFallback } from './diagnostics.ts';

type Limit = Parameters<CounterStore>[0];
type Consume = Parameters<RateLimiterRedis['consume']>;

/** This process's own counters, for as long as Redis is of no use. */
class Insurance extends MemoryLimiter {
  override consume(...consumed: Consume) {
    tellFallback('limits');
    return super.consume(...consumed);
  }
}

/** A limiter that all processes count in together. Who was counted cannot be told from its keys. */
class SharedLimiter extends RateLimiterRedis {
  readonly #keys: SharedKeys;

  constructor({ client }: RedisLink, keys: SharedKeys, limit: Limit) {
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
export const sharedCounters =
  (link: RedisLink, keys: SharedKeys, prefix: string): CounterStore =>
  (limit) =>
    new SharedLimiter(link, keys, { ...limit, keyPrefix: `${prefix}:${limit.keyPrefix}` });
