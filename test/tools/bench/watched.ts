import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Agent } from 'undici';
import { z } from 'zod';
import type { Surroundings, Target } from './targets.ts';
import type { Operation } from './workloads.ts';

/** What `watch-heap.js` prints: bytes in use, bytes allocated so far, and CPU time so far in microseconds. */
const Reading = z.object({ alive: z.number(), allocated: z.number(), micros: z.number() });

/**
 * Starts a target with the watcher, on its port or another one. It keeps up to `concurrency` connections.
 * @param options.collectsGarbage whether a reading collects all garbage first, which also drops optimized code.
 */
export async function startWatched(
  target: Target,
  surroundings: Surroundings,
  concurrency: number,
  { port = target.port, collectsGarbage = false } = {},
) {
  const { command, args, env } = target.program(surroundings);
  const watcher = new URL('watch-heap.js', import.meta.url).href;
  const child = spawn(command, args, {
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
  const agent = new Agent({ connections: concurrency, pipelining: 1 });
  return {
    name: target.name,
    /** Sends an operation. @throws Error unless the status is 200. */
    async send(operation: Operation | undefined, authorization = ''): Promise<void> {
      const { statusCode, body } = await agent.request({
        origin: `http://127.0.0.1:${port}`,
        path: target.path,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', authorization },
        body: JSON.stringify(operation),
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${target.name}: ${statusCode}`);
    },
    async read() {
      child.kill('SIGUSR2');
      for (;;) {
        const [line] = await once(lines, 'line');
        const [, reading] = /^READING (.*)/.exec(line) ?? [];
        if (reading) return Reading.parse(JSON.parse(reading));
      }
    },
    async stop(): Promise<void> {
      await agent.close();
      child.kill();
      await once(child, 'exit');
    },
  };
}
