import cluster from 'node:cluster';
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { isRunByNpm, processEnvironment } from '../config/environment.ts';
import { findSuspiciousSettings } from '../config/suspicious-settings.ts';
import type { Running, StartOptions } from '../running.ts';
import type { Log } from '../telemetry/log.ts';
import { fail, print, readServerSettings } from './terminal.ts';

/** Milliseconds between two checks whether npm's shell has ended. */
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

/** Runs until a signal, then drains. A second signal exits immediately. SIGHUP reloads. */
async function runUntilSignalled(begin: Begin, workers: number) {
  const settings = readServerSettings();
  let running: Program | undefined;
  let isDraining = false;
  const stop = () => {
    // Signals from a terminal reach a worker twice: its primary passes them on.
    if (cluster.isWorker && isDraining) return;
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
  if (cluster.isWorker) {
    const { reportServing } = await import('../workers.ts');
    const started = await begin(settings, { readEnvironment: processEnvironment });
    running = started;
    process.on('SIGTERM', stop).on('SIGINT', stop);
    reportServing(started);
    return;
  }
  const { createLog } = await import('../telemetry/log.ts');
  const log = createLog(settings.observability.logLevel);
  for (const sentence of findSuspiciousSettings(processEnvironment())) log.warn({}, sentence);
  running =
    workers > 1
      ? await startWorkerPool(workers, log, settings)
      : await begin(settings, { readEnvironment: processEnvironment });
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (isRunByNpm()) stopWithShell(stop);
  printSummary(running);
}

/** Stops when npm's shell ends: npm sends signals to it, and it ends without passing them on. */
function stopWithShell(stop: () => void) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, SHELL_INTERVAL).unref();
}

async function startWorkerPool(count: number, log: Log, { listener }: Config): Promise<Program> {
  const { startWorkers } = await import('../workers.ts');
  // The worker that failed to start has printed the reason.
  return startWorkers(count, log, listener.drainNotice).catch(() => process.exit(1));
}

/**
 * Starts the API, in workers if there are several.
 * @throws ConfigError in production, if workers would each have limits of their own.
 */
async function startGraph({ workers }: { readonly workers: number }): Promise<void> {
  const { operations, redis } = readServerSettings();
  const isAlone = workers === 1 || redis !== undefined;
  if (!isAlone && operations.environment === 'production') {
    throw new ConfigError(
      'In production, --workers requires REDIS_URL, because workers share rate limits and the counters of a policy in Redis.',
    );
  }
  await runUntilSignalled(async (...given) => {
    const running = await (await import('../start-api.ts')).startApi(...given);
    const line = 'Limits    of each worker alone, and no cache (REDIS_URL is not set)';
    return isAlone ? running : { ...running, summary: [...running.summary, line] };
  }, workers);
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

export function addStartCommands(program: Command): void {
  program
    .command('start', { isDefault: true })
    .description('Start the GraphQL API, the console and the explorer (default).')
    .addOption(workersOption())
    .action(startGraph);

  program
    .command('service')
    .description('Start only the built-in avatar service, a REST API on PORT.')
    .addOption(workersOption())
    .action(({ workers }: { workers: number }) =>
      runUntilSignalled(
        async (...given) =>
          (await import('../start-avatar-service.ts')).startAvatarService(...given),
        workers,
      ),
    );
}
