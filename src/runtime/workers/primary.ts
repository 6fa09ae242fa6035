import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { GRACE_PERIOD } from '../../listener/drain.ts';
import type { RateLimiter } from '../../server/limits/rate-limits.ts';
import { getEnvironmentOfChildren } from '../config/environment.ts';
import type { Log } from '../telemetry/log.ts';
import { FromWorker, sendToWorker, type WorkerQuestion } from './ipc-messages.ts';
import { createPrimaryMetrics, gatherMetrics } from './metrics.ts';
import { Peer } from './peer.ts';
import { WorkerGroup } from './worker-group.ts';

/** A worker that exits before this age, in milliseconds, is restarted with a delay. */
const MIN_STABLE_LIFETIME = 5_000;

/** Delay before a retry, in milliseconds. */
const RETRY_DELAY = 1_000;

/** Milliseconds after the grace period, before a worker is killed. */
const KILL_DELAY = 5_000;

export interface PrimaryOptions {
  readonly count: number;
  readonly log: Log;
  /** Milliseconds during which a stopping worker still accepts requests. */
  readonly notice: number;
  /** Counts the requests of all workers. Default: each counts its own, or Redis does. */
  readonly rateLimiter?: RateLimiter | undefined;
}

export interface Workers {
  readonly summary: readonly string[];
  /** Restarts all workers, one after the other, without losing a request. */
  roll(): Promise<void>;
  /** Stops all workers. Requests have `grace` milliseconds to finish (default 10,000). */
  close(grace?: number): Promise<void>;
}

type ServingMessage = Extract<FromWorker, { type: 'serving' }>;

/**
 * Starts `count` workers of this program that share one port, and replaces workers that exit.
 * @throws Error if a worker fails to start. It has logged the reason to standard error.
 */
export async function startWorkers({
  count,
  log,
  notice,
  rateLimiter,
}: PrimaryOptions): Promise<Workers> {
  const servingWorkers = new Map<Worker, Peer<WorkerQuestion>>();
  const stoppingWorkers = new Set<Worker>();
  const { registry, restarts } = createPrimaryMetrics(servingWorkers);
  const group = new WorkerGroup(rateLimiter, () =>
    gatherMetrics(servingWorkers.values(), registry),
  );
  let isClosing = false;
  /** The worker whose replacement is starting on request. */
  let rollingWorker: Worker | undefined;

  /** Forks a worker. Resolves when it is serving. */
  const startWorker = async (): Promise<ServingMessage> => {
    const worker = cluster.fork(getEnvironmentOfChildren());
    const peer = new Peer<WorkerQuestion>((message) => sendToWorker(worker, message));
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<ServingMessage>();
    worker.on('message', (received: unknown) => {
      const message = FromWorker.safeParse(received).data;
      if (message?.type === 'serving') {
        servingWorkers.set(worker, peer);
        resolve(message);
      } else if (message) peer.receive(message, (question) => group.answer(peer, question));
    });
    worker.once('exit', (code, signal) => {
      group.remove(peer);
      peer.close();
      reject(new Error(`A worker exited before it was ready: ${signal ?? code}.`));
      if (!servingWorkers.delete(worker) || stoppingWorkers.has(worker) || isClosing) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker died');
      restarts.inc({ reason: 'died' });
      if (worker === rollingWorker) return;
      void replaceWorker(performance.now() - startedAt < MIN_STABLE_LIFETIME);
    });
    return promise;
  };

  const replaceWorker = async (hasDiedEarly: boolean) => {
    if (hasDiedEarly) await delay(RETRY_DELAY);
    while (!isClosing) {
      try {
        await startWorker();
        return;
      } catch (error) {
        log.error({ err: error }, 'a worker failed to start');
        restarts.inc({ reason: 'failed' });
        await delay(RETRY_DELAY);
      }
    }
  };

  const stopWorker = async (worker: Worker, grace = GRACE_PERIOD) => {
    stoppingWorkers.add(worker);
    const exited = once(worker, 'exit');
    const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), notice + grace + KILL_DELAY);
    sendToWorker(worker, { type: 'end', grace });
    await exited;
    clearTimeout(killTimer);
    stoppingWorkers.delete(worker);
  };

  const replaceAllWorkers = async () => {
    for (const worker of [...servingWorkers.keys()]) {
      if (isClosing) return;
      // If it has died, its replacement is new.
      if (!servingWorkers.has(worker)) continue;
      rollingWorker = worker;
      try {
        await startWorker();
      } catch (error) {
        log.error({ err: error }, 'a new worker failed to start; the old workers keep running');
        restarts.inc({ reason: 'failed' });
        if (!servingWorkers.has(worker)) void replaceWorker(true);
        return;
      } finally {
        rollingWorker = undefined;
      }
      if (servingWorkers.has(worker)) await stopWorker(worker);
      restarts.inc({ reason: 'rolled' });
    }
    log.warn({ workers: servingWorkers.size }, 'all workers were replaced');
  };

  const close = async (grace?: number) => {
    isClosing = true;
    await Promise.all([...servingWorkers.keys()].map((worker) => stopWorker(worker, grace)));
  };

  const startResults = await Promise.allSettled(Array.from({ length: count }, startWorker));
  const failed = startResults.find((result) => result.status === 'rejected');
  if (failed) {
    await close(0);
    throw failed.reason;
  }
  const [firstWorker] = startResults.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  let currentRoll = Promise.resolve();
  return {
    summary: [
      ...(firstWorker?.summary ?? []),
      `Workers   ${count}; send SIGHUP to ${process.pid} to replace them`,
    ],
    roll: () => {
      currentRoll = currentRoll.then(replaceAllWorkers);
      return currentRoll;
    },
    close,
  };
}
