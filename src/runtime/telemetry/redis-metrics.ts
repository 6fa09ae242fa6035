import { CACHE_LOOKUPS, type CacheLookup, FALLBACKS, type Fallback } from '../redis/diagnostics.ts';
import type { Metrics } from './metrics.ts';
import { subscribeTo, unsubscribeAll } from './subscribe.ts';

/**
 * Counts what is found in Redis, and what is done without it.
 * @returns what ends the counting.
 */
export function watchRedis(metrics: Metrics): () => void {
  return unsubscribeAll(
    subscribeTo<Fallback>(FALLBACKS, ({ of }) => metrics.redisFallbacks.inc({ of })),
    subscribeTo<CacheLookup>(CACHE_LOOKUPS, ({ isKept }) =>
      metrics.lookups.add('answers', isKept ? 'hit' : 'miss'),
    ),
  );
}
