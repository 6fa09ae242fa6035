import { READS, RETRIES, type Read, type Retry } from '../rest/observed.ts';
import { ending, hear } from './hearing.ts';
import type { Metrics } from './metrics.ts';

/**
 * Counts what the REST client tells of its retries, and of reads that it shares.
 * @returns what ends the counting.
 */
export function watchRest(metrics: Metrics): () => void {
  return ending(
    hear<Retry>(RETRIES, ({ call }) => metrics.upstreamRetries.inc({ endpoint: call })),
    hear<Read>(READS, ({ isShared }) =>
      metrics.lookups.inc({ of: 'upstream', result: isShared ? 'hit' : 'miss' }),
    ),
  );
}
