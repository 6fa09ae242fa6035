import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, type Span, type Tracer } from '@opentelemetry/api';
import { BATCHES, LOOKUPS, type LoaderBatch, type Lookup } from '../graphql/observed.ts';
import { type Active, active } from './active.ts';
import type { Metrics } from './metrics.ts';
import { beginSpan, endSpan } from './tracing.ts';

/**
 * Watches what the graph tells of its loaders and memories: counts, and makes a span of each batch, in which its
 * upstream calls lie.
 * @returns what ends the watching.
 */
export function watchLoaders(metrics: Metrics, tracer: Tracer | undefined): () => void {
  const batches = tracingChannel<LoaderBatch, Active>(BATCHES);
  const spans = new WeakMap<LoaderBatch, Span>();

  const enter = (batch: LoaderBatch): Active => {
    const outer = active.getStore();
    const { span, context } = beginSpan(tracer, outer?.context ?? ROOT_CONTEXT, () => {
      const attributes = {
        'avatar_graphql.loader': batch.loader,
        'avatar_graphql.batch.size': batch.size,
      };
      return [`load ${batch.loader}`, { attributes }];
    });
    if (span) spans.set(batch, span);
    metrics.batchSizes.observe({ loader: batch.loader }, batch.size);
    return { context, tally: outer?.tally ?? { upstreamCalls: 0 } };
  };
  batches.start.bindStore(active, enter);

  const leave = (batch: LoaderBatch & { error?: unknown }) => {
    const span = spans.get(batch);
    if (span) endSpan(span, batch.error === undefined ? undefined : 'error');
  };
  const listeners = { asyncEnd: leave };
  batches.subscribe(listeners);

  const onLookup = (message: unknown) => {
    // Only `tellLookup` publishes there.
    const { of, hit } = message as Lookup;
    metrics.lookups.inc({ of, result: hit === undefined ? 'asked' : hit ? 'hit' : 'miss' });
  };
  subscribe(LOOKUPS, onLookup);

  return () => {
    batches.start.unbindStore(active);
    batches.unsubscribe(listeners);
    unsubscribe(LOOKUPS, onLookup);
  };
}
