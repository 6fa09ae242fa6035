import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { RETRIES, type Retry } from '../rest/observed.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts what the REST client tells of its retries.
 * @returns what ends the counting.
 */
export function watchRetries(metrics: Metrics): () => void {
  const onRetry = (message: unknown) => {
    // Only `tellRetry` publishes there.
    const { call } = message as Retry;
    metrics.upstreamRetries.inc({ endpoint: call });
  };
  subscribe(RETRIES, onRetry);
  return () => void unsubscribe(RETRIES, onRetry);
}
