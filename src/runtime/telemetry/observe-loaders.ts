import { tracingChannel } from 'node:diagnostics_channel';
import { BATCHES, type LoaderBatch } from '../../graphql/diagnostics.ts';
import { type ActiveOperation, activeOperation } from './active-operation.ts';
import type { Metrics } from './metrics.ts';
import type { TraceSpan, Tracing } from './trace.ts';

/** Creates a span for each batch, the parent of the spans of its upstream calls. */
function traceBatches({ root }: Tracing): () => void {
  const batches = tracingChannel<LoaderBatch, ActiveOperation>(BATCHES);
  const spans = new WeakMap<LoaderBatch, TraceSpan>();

  const startBatch = (batch: LoaderBatch): ActiveOperation => {
    const parent = activeOperation.getStore();
    const trace = parent?.trace ?? root;
    const span = trace.startSpan(() => ({
      name: `load ${batch.loader}`,
      attributes: {
        'avatar_graphql.loader': batch.loader,
        'avatar_graphql.batch.size': batch.size,
      },
    }));
    if (span) spans.set(batch, span);
    return { trace: span?.trace ?? trace, record: parent?.record };
  };
  batches.start.bindStore(activeOperation, startBatch);

  const endBatch = (batch: LoaderBatch & { error?: unknown }) => {
    spans.get(batch)?.end(batch.error === undefined ? undefined : 'error');
  };
  const listeners = { asyncEnd: endBatch };
  batches.subscribe(listeners);
  return () => {
    batches.start.unbindStore(activeOperation);
    batches.unsubscribe(listeners);
  };
}

/**
 * Measures the batches of the graph's loaders. If tracing is on, also traces them.
 * @returns functions that unsubscribe.
 */
export function observeLoaders(metrics: Metrics, tracing: Tracing): (() => void)[] {
  const batches = tracingChannel<LoaderBatch>(BATCHES);
  const listeners = {
    start: ({ loader, size }: LoaderBatch) => metrics.batchSizes.observe({ loader }, size),
  };
  batches.subscribe(listeners);
  return [() => batches.unsubscribe(listeners), ...(tracing.isOn ? [traceBatches(tracing)] : [])];
}
