import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { FromWorker, sendMessage } from './ipc-messages.ts';

/** How long a worker may take to report its metrics, in milliseconds. Slower workers are left out. */
const METRICS_TIMEOUT = 2_000;

let lastId = 0;

const requestMetrics = (worker: Worker): Promise<object[]> =>
  new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const finish = (metrics: object[]) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(metrics);
    };
    const onMessage = (received: unknown) => {
      const message = FromWorker.safeParse(received).data;
      if (message?.type === 'metrics' && message.id === id) finish(message.metrics);
    };
    const onExit = () => finish([]);
    const timer = setTimeout(finish, METRICS_TIMEOUT, []);
    worker.on('message', onMessage).on('exit', onExit);
    sendMessage(worker, { type: 'request-metrics', id });
  });

export function createPrimaryMetrics(servingWorkers: { readonly size: number }) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'avatar_graphql_workers',
    help: 'Number of ready workers, if there are several.',
    registers,
    collect() {
      this.set(servingWorkers.size);
    },
  });
  const restarts = new Counter({
    name: 'avatar_graphql_worker_restarts_total',
    help: 'Worker replacements by reason: died, rolled (on request), or failed (did not start).',
    labelNames: ['reason'] as const,
    registers,
  });
  for (const reason of ['died', 'failed', 'rolled'] as const) restarts.inc({ reason }, 0);
  return { registry, restarts };
}

/** Returns the metrics of all workers, summed, and of the primary, in Prometheus's text format. */
export async function gatherMetrics(
  workers: Iterable<Worker>,
  primaryRegistry: Registry,
): Promise<string> {
  const workerMetrics = await Promise.all([...workers].map(requestMetrics));
  return AggregatorRegistry.aggregate([
    ...workerMetrics,
    await primaryRegistry.getMetricsAsJSON(),
  ]).metrics();
}
