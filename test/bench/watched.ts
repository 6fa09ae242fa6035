import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Surroundings, Target } from './targets.ts';
import type { Operation } from './workloads.ts';

const watcher = new URL('watch-heap.js', import.meta.url).href;

/** What a build says of itself. */
export interface Reading {
  /** Bytes in use. */
  readonly alive: number;
  /** Bytes allocated so far. */
  readonly allocated: number;
  /** CPU time so far, in microseconds. */
  readonly micros: number;
}

/**
 * Starts a target with a watcher of its heap, on its port or another one. It keeps up to `concurrency` connections.
 * @param options.collectsGarbage whether a reading collects all garbage first, which also drops optimized code.
 */
export async function startWatched(
  target: Target,
  surroundings: Surroundings,
  concurrency: number,
  { port = target.port, collectsGarbage = false } = {},
) {
  const { command, args, env } = target.program(surroundings);
  const child = spawn(command, [...args], {
    env: {
      PATH: process.env.PATH ?? '',
      ...env,
      PORT: String(port),
      NODE_OPTIONS: `${collectsGarbage ? '--expose-gc ' : ''}--import ${watcher}`,
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
        lines.on('line', function onLine(line: string) {
          const [, alive, allocated, micros] = /^HEAP (\d+) (\d+) (\d+)$/.exec(line) ?? [];
          if (alive === undefined) return;
          lines.off('line', onLine);
          resolve({
            alive: Number(alive),
            allocated: Number(allocated),
            micros: Number(micros),
          });
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
