/// <reference path="./rate-limiter-flexible.d.ts" />
import { hash, randomBytes } from 'node:crypto';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';

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
