import cluster from 'node:cluster';
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Command, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { isRunByNpm, processEnvironment } from '../config/environment.ts';
import { findSuspiciousSettings } from '../config/suspicious-settings.ts';
import type { Running, StartOptions } from '../process.ts';
import { fail, print, readServerSettings } from './terminal.ts';

/** Interval of the check whether npm's shell has exited, in milliseconds. */
const SHELL_INTERVAL = 500;

type Begin = (config: Config, options: StartOptions) => Promise<Running>;

const printSummary = ({ summary }: { readonly summary: readonly string[] }) =>
  print(`avatar-graphql ${packageJson.version}`, ...summary.map((line) => `  ${line}`));

/** What runs: this process, or a pool of workers. */
type Program = Pick<Running, 'summary' | 'close' | 'reload'>;

/** Whether the terminal of this process is closed. SIGHUP says so, too. */
function isTerminalGone(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

/** The option of V8 for how much the heap grows between two collections, in percent of what is alive. */
const HEAP_GROWTH = '--heap-growing-percent';

/**
 * Keeps the memory of a process that serves small: the heap does not grow fourfold, and the spool collects the buffers of
 * uploads, which wait in front of another upstream. As options of the process, these would make Node compile its own
 * modules instead of loading them from its code cache.
 */
function limitMemory({ upstream }: Config): void {
  if (!process.execArgv.some((option) => option.startsWith(HEAP_GROWTH)))
    setFlagsFromString(`${HEAP_GROWTH}=${upstream ? 100 : 30}`);
  if (upstream) return;
  setFlagsFromString('--expose-gc');
  globalThis.gc = runInNewContext('gc');
}

/** Runs until a signal, then drains. A second signal exits immediately. SIGHUP reloads. */
async function runUntilSignalled(begin: Begin, { workers }: { readonly workers: number }) {
  if (cluster.isWorker) return runAsWorker(begin);
  const settings = readServerSettings();
  await warnOfSettings(settings);
  let running: Program | undefined;
  let isDraining = false;
  const stop = () => {
    if (isDraining || !running) process.exit(1);
    isDraining = true;
    running.close().then(() => process.exit(0), fail);
  };
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  // Before the start: the first worker may serve long before the last, and SIGHUP would end the process.
  process.on('SIGHUP', () => {
    if (hasTerminal && isTerminalGone()) stop();
    else void running?.reload?.();
  });
  running =
    workers > 1
      ? await startWorkerPool(workers, settings)
      : await begin(settings, { readEnvironment: processEnvironment });
  limitMemory(settings);
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (isRunByNpm()) stopWithShell(stop);
  printSummary(running);
}

/**
 * Stops when the shell ends that npm runs scripts in: npm sends it the signals, and it ends without passing them on.
 * Workers are stopped by their primary.
 */
function stopWithShell(stop: () => void) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, SHELL_INTERVAL);
  timer.unref();
}

/** Logs variables that look like settings but are not. */
async function warnOfSettings({ observability }: Config) {
  const suspicions = findSuspiciousSettings(processEnvironment());
  if (suspicions.length === 0) return;
  const { createLog } = await import('../telemetry/log.ts');
  const log = createLog(observability.logLevel);
  for (const sentence of suspicions) log.warn({}, sentence);
}

/** Starts workers. A reload checks the settings, then replaces the workers, which read everything again. */
async function startWorkerPool(
  count: number,
  { observability, listener, rates, redis }: Config,
): Promise<Program> {
  const { startWorkers } = await import('../workers/primary.ts');
  const { createLog } = await import('../telemetry/log.ts');
  const { ReloadableSettings } = await import('../access/reload.ts');
  const { createRateLimiter } = await import('../../server/limits/rate-limits.ts');
  const log = createLog(observability.logLevel);
  const reloadable = new ReloadableSettings(processEnvironment, log);
  // The worker that failed to start has printed the reason.
  const pool = await startWorkers({
    count,
    log,
    notice: listener.drainNotice,
    rateLimiter: redis ? undefined : createRateLimiter(rates),
  }).catch(() => process.exit(1));
  const reload = () =>
    reloadable.reload(async () => {
      void pool.roll();
      return {};
    });
  return { ...pool, reload };
}

/** Runs as a worker, until the primary ends it. Signals from a terminal also reach the worker itself. */
async function runAsWorker(begin: Begin) {
  const { joinWorkers } = await import('../workers/worker.ts');
  const settings = readServerSettings();
  const worker = await joinWorkers();
  const running = await begin(settings, { group: worker, readEnvironment: processEnvironment });
  limitMemory(settings);
  let isDraining = false;
  const end = (grace?: number) => {
    if (isDraining) return;
    isDraining = true;
    running.close(grace).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', () => end()).on('SIGINT', () => end());
  worker.serve(running, end);
}

const workersOption = () =>
  new Option('--workers <count>', 'number of worker processes; auto starts one per CPU core')
    .default(1)
    .argParser((text) => {
      // As many as the container may use.
      const count = text === 'auto' ? availableParallelism() : Number(text);
      if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
      throw new InvalidArgumentError('It must be auto, or an integer from 1 to 256.');
    });

/** Adds `start` and `service`. @returns `start`. */
export function addStartCommands(program: Command): Command {
  const start = program
    .command('start')
    .description('Start the GraphQL API, the console and the explorer (default).')
    .addOption(workersOption())
    .action((options) =>
      runUntilSignalled(
        async (...given) => (await import('../start-api.ts')).startApi(...given),
        options,
      ),
    );

  program
    .command('service')
    .description('Start only the built-in avatar service, a REST API on PORT.')
    .addOption(workersOption())
    .action((options) =>
      runUntilSignalled(
        async (...given) =>
          (await import('../start-avatar-service.ts')).startAvatarService(...given),
        options,
      ),
    );
  return start;
}
