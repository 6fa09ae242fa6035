import { tracingChannel } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, type Span, type Tracer } from '@opentelemetry/api';
import { BATCHES, LOOKUPS, type LoaderBatch, type Lookup } from '../../graphql/diagnostics.ts';
import { type ActiveOperation, activeOperation } from './active-operation.ts';
import type { Metrics } from './metrics.ts';
import { subscribeTo, unsubscribeAll } from './subscribe.ts';
import { beginSpan, endSpan } from './tracing.ts';

/** Makes a span of each batch, in which its upstream calls lie. */
function traceBatches(tracer: Tracer): () => void {
  const batches = tracingChannel<LoaderBatch, ActiveOperation>(BATCHES);
  const spans = new WeakMap<LoaderBatch, Span>();

  const enter = (batch: LoaderBatch): ActiveOperation => {
    const outer = activeOperation.getStore();
    const { span, context } = beginSpan(tracer, outer?.context ?? ROOT_CONTEXT, () => {
      const attributes = {
        'avatar_graphql.loader': batch.loader,
        'avatar_graphql.batch.size': batch.size,
      };
      return [`load ${batch.loader}`, { attributes }];
    });
    if (span) spans.set(batch, span);
    return { context, totals: outer?.totals ?? { upstreamCalls: 0 } };
  };
  batches.start.bindStore(activeOperation, enter);

  const leave = (batch: LoaderBatch & { error?: unknown }) => {
    const span = spans.get(batch);
    if (span) endSpan(span, batch.error === undefined ? undefined : 'error');
  };
  const listeners = { asyncEnd: leave };
  batches.subscribe(listeners);
  return () => {
    batches.start.unbindStore(activeOperation);
    batches.unsubscribe(listeners);
  };
}

/**
 * Counts what the graph tells of its loaders and memories, and traces it where there is a tracer.
 * @returns what ends the watching.
 */
export function watchLoaders(metrics: Metrics, tracer: Tracer | undefined): () => void {
  const batches = tracingChannel<LoaderBatch>(BATCHES);
  const listeners = {
    start: ({ loader, size }: LoaderBatch) => metrics.batchSizes.observe({ loader }, size),
  };
  batches.subscribe(listeners);
  return unsubscribeAll(
    () => batches.unsubscribe(listeners),
    tracer ? traceBatches(tracer) : () => undefined,
    subscribeTo<Lookup>(LOOKUPS, ({ of, hit }) =>
      metrics.lookups.add(of, hit === undefined ? 'asked' : hit ? 'hit' : 'miss'),
    ),
  );
}
