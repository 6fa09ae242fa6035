import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ANSWER_LOOKUPS, type AnswerLookup, FALLBACKS, type Fallback } from '../redis/observed.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts what is found in Redis, and what is done without it.
 * @returns what ends the counting.
 */
export function watchRedis(metrics: Metrics): () => void {
  // Only `tellFallback` and `tellAnswerLookup` publish there.
  const onFallback = (message: unknown) => {
    const { of } = message as Fallback;
    metrics.redisFallbacks.inc({ of });
  };
  const onLookup = (message: unknown) => {
    const { isKept } = message as AnswerLookup;
    metrics.lookups.inc({ of: 'answers', result: isKept ? 'hit' : 'miss' });
  };
  subscribe(FALLBACKS, onFallback);
  subscribe(ANSWER_LOOKUPS, onLookup);
  return () => {
    unsubscribe(FALLBACKS, onFallback);
    unsubscribe(ANSWER_LOOKUPS, onLookup);
  };
}
