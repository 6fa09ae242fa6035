import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRateLimiter } from '../../src/server/limits/rate-limits.ts';

/** Creates a rate limiter with a counter for each key. In the product's memory, some keys share one, at random. */
export const createExactLimiter = (
  rates: Parameters<typeof createRateLimiter>[0],
): ReturnType<typeof createRateLimiter> =>
  createRateLimiter(rates, (limit) => new RateLimiterMemory(limit));
