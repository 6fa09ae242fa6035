import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { FromWorker, sendMessage } from './messages.ts';

/** Milliseconds that a worker has to tell its metrics; those of one that is too busy are left out. */
const TIMEOUT = 2_000;

let lastId = 0;

const metricsOf = (worker: Worker): Promise<object[]> =>
  new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const finish = (metrics: object[]) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(metrics);
    };
    const onMessage = (given: unknown) => {
      const message = FromWorker.safeParse(given).data;
      if (message?.type === 'own metrics' && message.id === id) finish(message.metrics);
    };
    const onExit = () => finish([]);
    const timer = setTimeout(finish, TIMEOUT, []);
    worker.on('message', onMessage).on('exit', onExit);
    sendMessage(worker, { type: 'tell own metrics', id });
  });

/** What the primary itself counts; `serving` are the workers that serve now. */
export function createOwnMetrics(serving: { readonly size: number }) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'avatar_graphql_workers',
    help: 'Workers that serve; only where there are several.',
    registers,
    collect() {
      this.set(serving.size);
    },
  });
  const restarts = new Counter({
    name: 'avatar_graphql_worker_restarts_total',
    help: 'Workers in whose place another was put, by why: died, or rolled where that was asked for; or that failed to start and were tried again.',
    labelNames: ['why'] as const,
    registers,
  });
  for (const why of ['died', 'failed', 'rolled'] as const) restarts.inc({ why }, 0);
  return { registry, restarts };
}

/** The metrics of all workers added up, and those of the primary, in Prometheus's text format. */
export async function gatherMetrics(workers: Iterable<Worker>, own: Registry): Promise<string> {
  const told = await Promise.all([...workers].map(metricsOf));
  return AggregatorRegistry.aggregate([...told, await own.getMetricsAsJSON()]).metrics();
}
