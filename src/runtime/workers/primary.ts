import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import { FromWorker, sendMessage } from './messages.ts';
import { createOwnMetrics, gatherMetrics } from './metrics.ts';

/** Milliseconds that a worker has to live for its death not to count as one of a series. */
const STEADY = 5_000;

/** Milliseconds before the next try, where workers die in series or do not start. */
const PAUSE = 1_000;

/** Milliseconds that requests under way have when a worker shall end, and beyond which it is killed. */
const GRACE = 10_000;
const OVERTIME = 5_000;

/** What a primary is told. */
export interface PrimaryOptions {
  readonly count: number;
  readonly log: Log;
  /** Milliseconds for which a worker still takes everything when it is told to end. */
  readonly notice: number;
}

/** Several processes that serve one address. */
export interface Workers {
  readonly url: string;
  readonly summary: readonly string[];
  /** Puts a new worker in the place of each, one after the other; no request is lost. */
  roll(): Promise<void>;
  /** Lets requests under way finish, for `grace` milliseconds (default 10,000), and ends all workers. */
  close(grace?: number): Promise<void>;
}

type Greeting = Extract<FromWorker, { type: 'serving' }>;

/**
 * Runs this program `count` times over, as workers that share its address, and puts a new one where one dies.
 * @throws Error where a worker does not come to serve in the beginning; it has said why on standard error.
 */
export async function startWorkers({ count, log, notice }: PrimaryOptions): Promise<Workers> {
  const serving = new Set<Worker>();
  const leaving = new Set<Worker>();
  const { registry, restarts } = createOwnMetrics(serving);
  let isClosing = false;

  /** Forks a worker; resolves when it serves. */
  const begin = async (): Promise<Greeting> => {
    const worker = cluster.fork();
    const began = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Greeting>();
    worker.on('message', (given: unknown) => {
      const message = FromWorker.safeParse(given).data;
      if (message?.type === 'serving') {
        serving.add(worker);
        resolve(message);
      } else if (message?.type === 'asks for all metrics') {
        gatherMetrics(serving, registry).then((text) =>
          sendMessage(worker, { type: 'all metrics', text }),
        );
      }
    });
    worker.once('exit', (code, signal) => {
      reject(new Error(`A worker ended before it served: ${signal ?? code}.`));
      if (!serving.delete(worker) || leaving.has(worker) || isClosing) return;
      log.error({ worker: worker.process.pid, code, signal }, 'a worker died');
      restarts.inc({ why: 'died' });
      void replace(performance.now() - began < STEADY);
    });
    return promise;
  };

  const replace = async (isSeries: boolean) => {
    if (isSeries) await delay(PAUSE);
    while (!isClosing) {
      try {
        await begin();
        return;
      } catch (error) {
        log.error({ err: error }, 'a worker does not start');
        restarts.inc({ why: 'failed' });
        await delay(PAUSE);
      }
    }
  };

  const retire = async (worker: Worker, grace = GRACE) => {
    leaving.add(worker);
    const ended = once(worker, 'exit');
    const kill = setTimeout(() => worker.process.kill('SIGKILL'), notice + grace + OVERTIME);
    sendMessage(worker, { type: 'end', grace });
    await ended;
    clearTimeout(kill);
    leaving.delete(worker);
  };

  const rollOnce = async () => {
    for (const worker of [...serving]) {
      if (isClosing) return;
      try {
        await begin();
      } catch (error) {
        log.error({ err: error }, 'a new worker does not start, so the old ones stay');
        restarts.inc({ why: 'failed' });
        return;
      }
      if (serving.has(worker)) await retire(worker);
      restarts.inc({ why: 'rolled' });
    }
    log.warn({ workers: serving.size }, 'all workers are new');
  };

  const close = async (grace?: number) => {
    isClosing = true;
    await Promise.all([...serving].map((worker) => retire(worker, grace)));
  };

  const beginning = await Promise.allSettled(Array.from({ length: count }, begin));
  const failed = beginning.find((result) => result.status === 'rejected');
  if (failed) {
    await close(0);
    throw failed.reason;
  }
  const [first] = beginning.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  let rolling = Promise.resolve();
  return {
    url: first?.url ?? '',
    summary: [
      ...(first?.summary ?? []),
      `Workers   ${count}, each replaced when it dies, and all of them by SIGHUP to ${process.pid}`,
    ],
    roll: () => {
      rolling = rolling.then(rollOnce);
      return rolling;
    },
    close,
  };
}
