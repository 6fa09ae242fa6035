import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, Counter, Registry } from 'prom-client';
import { z } from 'zod';
import { GRACE_PERIOD } from '../listener/drain.ts';
import { getEnvironmentOfChildren } from './config/environment.ts';
import type { Running } from './running.ts';
import type { Log } from './telemetry/log.ts';

/** A worker that exits before this age is replaced after a delay. Both in milliseconds. */
const MIN_STABLE_LIFETIME = 5_000;
const RESTART_DELAY = 1_000;

/** Milliseconds after the grace period, before a worker is killed. */
const KILL_DELAY = 5_000;

/** How long a worker waits for the metrics of all, in milliseconds. */
const METRICS_TIMEOUT = 10_000;

/** A worker serves, or asks for the metrics of all workers. */
const FromWorker = z.union([
  z.object({ summary: z.array(z.string()) }),
  z.object({ asks: z.literal('metrics') }),
]);

const FromPrimary = z.object({ metrics: z.string() });

/**
 * Starts `count` workers of this program that share one port, and replaces workers that exit.
 * @param notice milliseconds during which a stopping worker still accepts requests.
 * @throws Error if a worker fails to start. It has logged the reason to standard error.
 */
export async function startWorkers(
  count: number,
  log: Log,
  notice: number,
): Promise<Omit<Running, 'url'>> {
  const serving = new Set<Worker>();
  const aggregator = new AggregatorRegistry();
  const registry = new Registry();
  const restarts = new Counter({
    name: 'avatar_graphql_worker_restarts_total',
    help: 'Workers that died or failed to start, and were replaced.',
    registers: [registry],
  });
  let isClosing = false;

  const sendMetrics = async (worker: Worker) => {
    const texts = await Promise.all([aggregator.clusterMetrics(), registry.metrics()]);
    if (worker.isConnected()) worker.send({ metrics: texts.join('') }, () => undefined);
  };

  /** Forks a worker. Resolves with its summary when it is serving. */
  const startWorker = (): Promise<readonly string[]> => {
    const worker = cluster.fork(getEnvironmentOfChildren());
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    worker.on('message', (received: unknown) => {
      const message = FromWorker.safeParse(received).data;
      if (!message) return;
      // The worker that asked responds with 500 if another one does not answer.
      if ('asks' in message) return void sendMetrics(worker).catch(() => undefined);
      serving.add(worker);
      resolve(message.summary);
    });
    worker.once('exit', (code, signal) => {
      reject(new Error(`A worker exited before it was ready: ${signal ?? code}.`));
      if (!serving.delete(worker) || isClosing) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker died');
      void replaceWorker(performance.now() - startedAt < MIN_STABLE_LIFETIME);
    });
    return promise;
  };

  const replaceWorker = async (hasDiedEarly: boolean): Promise<void> => {
    restarts.inc();
    if (hasDiedEarly) await delay(RESTART_DELAY);
    if (isClosing) return;
    await startWorker().catch((error: unknown) => {
      if (isClosing) return undefined;
      log.error({ err: error }, 'a worker failed to start');
      return replaceWorker(true);
    });
  };

  const stopWorker = async (worker: Worker, grace: number) => {
    if (worker.isDead()) return;
    const exited = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), notice + grace + KILL_DELAY);
    await exited;
    clearTimeout(timer);
  };

  const close = async (grace = GRACE_PERIOD) => {
    isClosing = true;
    const workers = Object.values(cluster.workers ?? {});
    await Promise.all(workers.map((worker) => worker && stopWorker(worker, grace)));
  };

  try {
    const [summary = []] = await Promise.all(Array.from({ length: count }, startWorker));
    return {
      summary: [...summary, `Workers   ${count}`],
      reload: async () => {
        for (const worker of serving) worker.process.kill('SIGHUP');
      },
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** Sends a message of this worker to its primary. The channel may be closed, because the primary is gone. */
const sendToPrimary = (message: z.input<typeof FromWorker>) =>
  process.send?.(message, undefined, undefined, () => undefined);

/** Tells the primary that this worker is serving. */
export const reportServing = ({ summary }: Pick<Running, 'summary'>): void =>
  void sendToPrimary({ summary: [...summary] });

/** Makes the primary find the metrics of this worker, and returns a function that asks it for those of all workers. */
export function shareMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry);
  // It answers the primary.
  new AggregatorRegistry();
  return async () => {
    const signal = AbortSignal.timeout(METRICS_TIMEOUT);
    sendToPrimary({ asks: 'metrics' });
    for (;;) {
      const [received] = await once(process, 'message', { signal });
      const message = FromPrimary.safeParse(received).data;
      if (message) return message.metrics;
    }
  };
}
