import { ANSWER_LOOKUPS, type AnswerLookup, FALLBACKS, type Fallback } from '../redis/diagnostics.ts';
import { ending, hear } from './subscribe.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts what is found in Redis, and what is done without it.
 * @returns what ends the counting.
 */
export function watchRedis(metrics: Metrics): () => void {
  return ending(
    hear<Fallback>(FALLBACKS, ({ of }) => metrics.redisFallbacks.inc({ of })),
    hear<AnswerLookup>(ANSWER_LOOKUPS, ({ isKept }) =>
      metrics.lookups.inc({ of: 'answers', result: isKept ? 'hit' : 'miss' }),
    ),
  );
}
