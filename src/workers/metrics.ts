import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { FromWorker, tell } from './messages.ts';

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
    tell(worker, { type: 'tell own metrics', id });
  });

/** The metrics of all workers added up, in Prometheus's text format. */
export async function gatherMetrics(workers: Iterable<Worker>): Promise<string> {
  const told = await Promise.all([...workers].map(metricsOf));
  return AggregatorRegistry.aggregate(told).metrics();
}
