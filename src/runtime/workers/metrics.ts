import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { z } from 'zod';
import type { WorkerQuestion } from './ipc-messages.ts';
import type { Peer } from './peer.ts';

/** How long a worker may take to report its metrics, in milliseconds. Slower workers are left out. */
const METRICS_TIMEOUT = 2_000;

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

const ProcessMetrics = z.array(z.looseObject({}));

/** Returns the metrics of all workers, summed, and of the primary, in Prometheus's text format. */
export async function gatherMetrics(
  workers: Iterable<Peer<WorkerQuestion>>,
  primaryRegistry: Registry,
): Promise<string> {
  const answers = await Promise.all(
    [...workers].map((worker) =>
      worker.ask({ ask: 'metrics' }, METRICS_TIMEOUT).catch(() => undefined),
    ),
  );
  return AggregatorRegistry.aggregate([
    ...answers.map((answer) => ProcessMetrics.safeParse(answer).data ?? []),
    await primaryRegistry.getMetricsAsJSON(),
  ]).metrics();
}
