import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { type Run, runProcess } from './process.ts';
import { COMPILE_CACHE, locateProgram } from './setup/programs.ts';
import { type Calls, createCallsBySettings } from './start.ts';
import { placeSettings, tempStoreFolder } from './stores.ts';

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
export const runProgram = (
  commandLine: readonly string[],
  settings: Record<string, string> = {},
  { cwd, program = PROGRAM, within = [] }: ProgramLocation = {},
): Run =>
  runProcess([...within, process.execPath, ...FLAGS, program, ...commandLine], {
    env: { ...(program === PROGRAM && COMPILE_CACHE), ...settings },
    ...(cwd && { cwd }),
  });

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
  cwd = '.',
): Promise<RunningProgram> {
  const folder = settings.DATA_DIR ?? (await tempStoreFolder());
  const run = runProgram(commandLine, { PORT: '0', DATA_DIR: folder, ...settings }, { cwd });
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

const Figures = z.object({
  /** Bytes that were ever allocated on the heap; 0 where Node.js does not count them. */
  allocated: z.number(),
  /**
   * Upper bound of the longest task of the main thread since the last measurement, in milliseconds: the longest time for
   * which the event loop stood still, or all processor time if that is less, because other processes interrupt this one.
   */
  blocked: z.number(),
  /** Bytes of memory of the whole process, and the most since the last measurement. */
  rss: z.number(),
  peak: z.number(),
  /** Bytes that objects, and objects and buffers, need after garbage collection. */
  heap: z.number(),
  held: z.number(),
  /** Abort signals on the heap, if the environment has COUNT_ABORT_SIGNALS; else 0. */
  signals: z.number(),
  /** Sockets, servers, timers and whatever else keeps the process alive. */
  handles: z.number(),
  /** Open file descriptors, sockets among them; 0 where the system does not say. */
  files: z.number(),
});

/** What a program holds, and what it used since it was last measured. */
export type Figures = z.output<typeof Figures>;

/** A running program that can be measured. */
export interface MeasuredProgram extends RunningProgram {
  measure(): Promise<Figures>;
}

/** Runs `avatar-graphql` as \`startProgram\` does, with a module that measures it. */
export async function startMeasured(
  settings: Record<string, string>,
  commandLine: string[] = [],
): Promise<MeasuredProgram> {
  const NODE_OPTIONS = `--import ${new URL('measure.js', import.meta.url).href}`;
  const program = await startProgram({ NODE_OPTIONS, ...settings }, commandLine);
  let count = 0;
  const measure = async () => {
    count += 1;
    program.child.kill('SIGUSR2');
    const [, text = ''] = await program.printed(new RegExp(`^FIGURES ${count} (.*)\\n`, 'm'));
    return Figures.parse(JSON.parse(text));
  };
  return { ...program, measure };
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
  const { child, printed, kill } = runProgram([], settings, { program, within });
  const [, url = '', key = ''] = await printed(/^(http\S+) (\S+)\n/);
  return { url, key, pid: child.pid ?? 0, kill };
}
