import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { READS, RETRIES, type Read, type Retry } from '../rest/observed.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts what the REST client tells of its retries, and of reads that it shares.
 * @returns what ends the counting.
 */
export function watchRest(metrics: Metrics): () => void {
  // Only `tellRetry` and `tellRead` publish there.
  const onRetry = (message: unknown) => {
    const { call } = message as Retry;
    metrics.upstreamRetries.inc({ endpoint: call });
  };
  const onRead = (message: unknown) => {
    const { isShared } = message as Read;
    metrics.lookups.inc({ of: 'upstream', result: isShared ? 'hit' : 'miss' });
  };
  subscribe(RETRIES, onRetry);
  subscribe(READS, onRead);
  return () => {
    unsubscribe(RETRIES, onRetry);
    unsubscribe(READS, onRead);
  };
}
