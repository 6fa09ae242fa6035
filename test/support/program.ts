import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import packageJson from '../../package.json' with { type: 'json' };
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { onFinished } from './resources.ts';
import { COMPILE_CACHE, locateProgram } from './setup/programs.ts';
import { type Calls, createCallsBySettings } from './start.ts';
import { placeSettings, tempStoreFolder } from './stores.ts';

/**
 * Waits until a server has printed a line that matches `pattern`.
 * @throws Error with the output, if the process ends before.
 */
export async function waitForOutput(
  name: string,
  child: ChildProcess,
  stream: Readable,
  pattern: RegExp,
): Promise<void> {
  let printed = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stream.on('data', (bytes) => {
    printed += bytes;
    if (pattern.test(printed)) resolve();
  });
  child.once('close', () => reject(new Error(`${name} did not start: ${printed}`)));
  await promise;
}

/** Kills a process at the end of the running test. Resolves with the arguments of its event `close`. */
export function killAfterTest(child: ChildProcess): Promise<(number | string | null)[]> {
  const closed: Promise<(number | string | null)[]> = once(child, 'close');
  onFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return closed;
}

/** A run of the program. */
export interface Run {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output matches; rejects if the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

const PROGRAM = locateProgram('bin');

/** The options of Node.js with which `npm start` starts the program. */
const FLAGS = packageJson.scripts.start.split(' ').slice(1, -1);

/** The program to run and its working directory. Default: the bundle of the sources, in the current directory. */
interface ProgramLocation {
  readonly cwd?: string;
  readonly program?: string;
  /** The beginning of the command line. */
  readonly within?: readonly string[];
}

/** Runs `avatar-graphql` with these arguments and settings, and no other environment variables, for the running test. */
export function runProgram(
  commandLine: readonly string[],
  settings: Record<string, string> = {},
  { cwd, program = PROGRAM, within = [] }: ProgramLocation = {},
): Run {
  const [command = '', ...words] = [...within, process.execPath, ...FLAGS, program, ...commandLine];
  const child = spawn(command, words, {
    env: {
      PATH: process.env.PATH ?? '',
      ...(program === PROGRAM && COMPILE_CACHE),
      ...settings,
    },
    ...(cwd && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  const closed = killAfterTest(child);
  return {
    child,
    output: () => ({ stdout, stderr }),
    printed: async (pattern) => {
      for (;;) {
        const found = pattern.exec(stdout);
        if (found) return found;
        const hasEnded = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          closed.then(() => true),
        ]);
        if (hasEnded && !pattern.test(stdout))
          throw new Error(`It ended without ${pattern}: ${stdout}${stderr}`);
      }
    },
    ended: async () => {
      const [code, signal] = await closed;
      return code ?? signal ?? 'unknown';
    },
  };
}

/** A running program. */
export interface RunningProgram extends Run, Calls {
  readonly url: string;
  /** DATA_DIR. */
  readonly folder: string;
  /** Returns the log lines so far. A line may arrive after the response of its operation. */
  logged(): Record<string, unknown>[];
  /** Sends SIGTERM, and resolves when the program has ended. */
  stop(): Promise<number | string>;
}

/** Headers of a connection that ends with its request: a server that ends waits a second for those that are idle. */
export const ONE_REQUEST = { connection: 'close' };

/** Runs `avatar-graphql` on a free port, by default with its own store of sample data, for the running test. */
export async function startProgram(
  settings: Record<string, string> = {},
  commandLine: string[] = [],
): Promise<RunningProgram> {
  const folder = settings.DATA_DIR ?? (await tempStoreFolder());
  const run = runProgram(commandLine, { PORT: '0', DATA_DIR: folder, ...settings });
  const [, url = ''] = await run.printed(
    /(?:Explorer|Service) +(http:\S+?)\/(?:graphql|v1)\n(?:.*\n){2}/,
  );
  return {
    ...run,
    url,
    folder,
    ...createCallsBySettings(url, settings, ONE_REQUEST),
    logged: () =>
      run
        .output()
        .stderr.split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    stop: () => {
      run.child.kill('SIGTERM');
      return run.ended();
    },
  };
}

/** The avatar service in its own process, which can be killed. */
export interface ServiceProcess {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** Kills the process with SIGKILL, so that none of its handlers run. */
  kill(): Promise<void>;
}

/** Sends a request with a key, and with a form or JSON. */
export const sendTo = (
  { url, key }: Pick<ServiceProcess, 'url' | 'key'>,
  method: string,
  path: string,
  body?: object,
): Promise<Response> => {
  const isForm = body instanceof FormData;
  return fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
};

/**
 * Starts the service over the store at `place`, for the running test. Rejects with its output if it does not start.
 * `within` is a command that runs the command in its arguments, for example with fewer permissions.
 */
export async function startServiceProcess(
  place: StoreLocation,
  within: readonly string[] = [],
): Promise<ServiceProcess> {
  const program = locateProgram('service-child');
  const settings = { ...COMPILE_CACHE, ...placeSettings(place) };
  const { child, printed, ended } = runProgram([], settings, { program, within });
  const [, url = '', key = ''] = await printed(/^(http\S+) (\S+)\n/);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended();
  };
  return { url, key, pid: child.pid ?? 0, kill };
}
