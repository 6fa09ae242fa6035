import { hash, randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counters that one limiter has, at most. */
const BUCKETS = 16_384;

/**
 * Makes the choice of a counter for a key. Two keys rarely share one; which do is known to nobody, so that nobody can
 * use up another's.
 */
export function createBucketHash(): (key: string | number) => string {
  // Of one length. No HMAC is needed, which takes longer, because digests are shown to nobody.
  const secret = randomBytes(32).toString('base64url');
  return (key) => {
    const digest = hash('sha256', secret + key, 'hex');
    return String(Number.parseInt(digest.slice(0, 8), 16) % BUCKETS);
  };
}

/** A limiter in this process's memory, which holds so many counters and no more, whoever comes. */
export class MemoryRateLimiter extends RateLimiterMemory {
  readonly #bucketOf = createBucketHash();

  override consume(...[key, ...rest]: Parameters<RateLimiterMemory['consume']>) {
    return super.consume(this.#bucketOf(key), ...rest);
  }
}
