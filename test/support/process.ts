import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onFinished } from './resources.ts';

/** A running command. */
export interface Run {
  readonly child: ChildProcess;
  /** Returns what it has printed so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Resolves when an output matches; rejects with all of it if the command ends before. */
  printed(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
  /** Sends a signal, by default SIGKILL, and waits until it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

interface RunOptions extends Omit<SpawnOptions, 'stdio'> {
  /** Registers what ends it. Default: at the end of the running test or file. */
  readonly onEnd?: (end: () => Promise<void>) => void;
}

/** Maximum characters that are kept of an output: the log of a load has more. */
const MAX_OUTPUT = 64_000_000;

/** Runs a command, by default with no environment variable but PATH. With `detached`, it ends with all that it started. */
export function runProcess(
  [command = '', ...words]: readonly string[],
  { onEnd = onFinished, env = {}, ...options }: RunOptions = {},
): Run {
  const child = spawn(command, words, {
    ...options,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (bytes) => {
      output[name] += bytes;
      if (output[name].length > MAX_OUTPUT) output[name] = output[name].slice(-MAX_OUTPUT / 2);
    });
  const closed: Promise<(number | string | null)[]> = once(child, 'close');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (!hasEnded()) child.kill(signal);
    await closed;
  };
  onEnd(async () => {
    if (options.detached && child.pid !== undefined) killGroup(child.pid);
    await kill();
  });
  return {
    child,
    kill,
    output: () => ({ ...output }),
    printed: async (pattern, stream = 'stdout') => {
      for (;;) {
        const found = pattern.exec(output[stream]);
        if (found) return found;
        const isOver = await Promise.race([
          once(child[stream], 'data').then(() => false),
          closed.then(() => true),
        ]);
        if (isOver && !pattern.test(output[stream]))
          throw new Error(`It ended without ${pattern}: ${output.stdout}${output.stderr}`);
      }
    },
    ended: async () => {
      const [code, signal] = await closed;
      return code ?? signal ?? 'unknown';
    },
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** A server of a test that can be ended and started again. */
export interface Restartable {
  /** Starts it if it does not run. */
  start(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a server by `launch`, which runs it, when it has printed `ready`. */
export async function startRestartable(
  launch: () => Run,
  ready: RegExp,
  stream?: 'stdout' | 'stderr',
): Promise<Restartable> {
  let run: Run | undefined;
  const isRunning = () => run?.child.exitCode === null && run.child.signalCode === null;
  const start = async () => {
    if (isRunning()) return;
    run = launch();
    await run.printed(ready, stream);
  };
  await start();
  return { start, stop: async (signal) => run?.kill(signal) };
}
