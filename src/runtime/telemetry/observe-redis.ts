import { CACHE_LOOKUPS, type CacheLookup, FALLBACKS, type Fallback } from '../redis/diagnostics.ts';
import type { Metrics } from './metrics.ts';
import { combineUnsubscribes, subscribeTo } from './subscribe.ts';

/**
 * Counts cache lookups in Redis, and fallbacks to local state.
 * @returns a function that unsubscribes.
 */
export function observeRedis(metrics: Metrics): () => void {
  return combineUnsubscribes(
    subscribeTo<Fallback>(FALLBACKS, ({ of }) => metrics.redisFallbacks.inc({ of })),
    subscribeTo<CacheLookup>(CACHE_LOOKUPS, ({ isKept }) =>
      metrics.lookups.increment('answers', isKept ? 'hit' : 'miss'),
    ),
  );
}
