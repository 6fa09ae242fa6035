import { tracingChannel } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, type Span, type Tracer } from '@opentelemetry/api';
import { BATCHES, type LoaderBatch } from '../../graphql/diagnostics.ts';
import { type ActiveOperation, activeOperation } from './active-operation.ts';
import type { Metrics } from './metrics.ts';
import { endSpan, startSpan } from './tracing.ts';

/** Creates a span for each batch, the parent of the spans of its upstream calls. */
function traceBatches(tracer: Tracer): () => void {
  const batches = tracingChannel<LoaderBatch, ActiveOperation>(BATCHES);
  const spans = new WeakMap<LoaderBatch, Span>();

  const startBatch = (batch: LoaderBatch): ActiveOperation => {
    const parent = activeOperation.getStore();
    const { span, context } = startSpan(tracer, parent?.context ?? ROOT_CONTEXT, () => {
      const attributes = {
        'avatar_graphql.loader': batch.loader,
        'avatar_graphql.batch.size': batch.size,
      };
      return [`load ${batch.loader}`, { attributes }];
    });
    if (span) spans.set(batch, span);
    return { context, record: parent?.record };
  };
  batches.start.bindStore(activeOperation, startBatch);

  const endBatch = (batch: LoaderBatch & { error?: unknown }) => {
    const span = spans.get(batch);
    if (span) endSpan(span, batch.error === undefined ? undefined : 'error');
  };
  const listeners = { asyncEnd: endBatch };
  batches.subscribe(listeners);
  return () => {
    batches.start.unbindStore(activeOperation);
    batches.unsubscribe(listeners);
  };
}

/**
 * Measures the batches of the graph's loaders. With a tracer, also traces them.
 * @returns functions that unsubscribe.
 */
export function observeLoaders(metrics: Metrics, tracer: Tracer | undefined): (() => void)[] {
  const batches = tracingChannel<LoaderBatch>(BATCHES);
  const listeners = {
    start: ({ loader, size }: LoaderBatch) => metrics.batchSizes.observe({ loader }, size),
  };
  batches.subscribe(listeners);
  return [() => batches.unsubscribe(listeners), ...(tracer ? [traceBatches(tracer)] : [])];
}
