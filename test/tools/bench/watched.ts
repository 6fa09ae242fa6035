import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { commandLine } from './processes.ts';
import type { Surroundings, Target } from './targets.ts';
import type { Operation } from './workloads.ts';

/** What stands before a reading in its line. */
const PREFIX = 'READING ';

/** What `watch-heap.js` reads. */
export interface HeapReading {
  /** Bytes in use. */
  readonly alive: number;
  /** Bytes allocated so far. */
  readonly allocated: number;
  /** CPU time so far, in microseconds. */
  readonly micros: number;
}

/**
 * Starts a target with a watcher, which prints a reading as JSON on SIGUSR2, on its port or another one. It keeps up to
 * `concurrency` connections.
 * @param options.watcher the watcher's file, whose readings are of the type `Reading`. Default: that of the heap.
 * @param options.core the core that it is kept to, where that can be had. Default: any.
 * @param options.collectsGarbage whether a reading collects all garbage first, which also drops optimized code.
 */
export async function startWatched<Reading = HeapReading>(
  target: Target,
  surroundings: Surroundings,
  concurrency: number,
  {
    port = target.port,
    collectsGarbage = false,
    watcher = 'watch-heap.js',
    core,
  }: { port?: number; collectsGarbage?: boolean; watcher?: string; core?: number } = {},
) {
  const program = target.program(surroundings);
  const { command, args } = program;
  const line = core === undefined ? [command, ...args] : commandLine(program, core);
  const child = spawn(line[0] ?? command, line.slice(1), {
    env: {
      PATH: process.env.PATH ?? '',
      ...program.env,
      PORT: String(port),
      NODE_OPTIONS: `${collectsGarbage ? '--expose-gc ' : ''}--import ${new URL(watcher, import.meta.url).href}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  return {
    name: target.name,
    /** Sends an operation. @throws Error unless the status is 200. */
    async send(operation: Operation | undefined, authorization = ''): Promise<void> {
      const body = JSON.stringify(operation);
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization,
      };
      const options = { host: '127.0.0.1', port, path: '/graphql', method: 'POST', agent, headers };
      const [response] = await once(request(options).end(body), 'response');
      await once(response.resume(), 'end');
      if (response.statusCode !== 200) throw new Error(`${target.name}: ${response.statusCode}`);
    },
    async read(): Promise<Reading> {
      const reading = new Promise<Reading>((resolve) => {
        lines.on('line', function onLine(printed: string) {
          if (!printed.startsWith(PREFIX)) return;
          lines.off('line', onLine);
          resolve(JSON.parse(printed.slice(PREFIX.length)));
        });
      });
      child.kill('SIGUSR2');
      return reading;
    },
    async stop(): Promise<void> {
      agent.destroy();
      child.kill();
      await once(child, 'exit');
    },
  };
}
