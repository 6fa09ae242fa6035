import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { z } from 'zod';
import { makeCallers } from './callers.ts';
import { OTHER_CORE, serve } from './processes.ts';
import { median, table } from './report.ts';
import { otherBuild, ourselves, type Target, upstream } from './targets.ts';
import { type Operation, WORKLOADS } from './workloads.ts';

// Measures the bytes that a request allocates, which are nearly the same in each run, and its CPU time:
// npm run bench:allocations -- OTHER/dist/bin.js ... --at-once 100 --requests 2000 --rounds 3 --latency 10
// Builds take turns, so that other work on the machine falls on all of them alike.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'at-once': { type: 'string', default: '100' },
    requests: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    latency: { type: 'string', default: '10' },
  },
});
const concurrency = Number(values['at-once']);
const requests = Number(values.requests);

const { authorizations, settings } = await makeCallers('keys', 1_000, '');
const source = upstream(Number(values.latency));
const behind = await serve(source, OTHER_CORE);

/** What `watch-heap.js` prints: bytes allocated and CPU time in microseconds so far. */
const Reading = z.object({ allocated: z.number(), micros: z.number() });

/** Starts a build on a port with the watcher. */
async function startWatched(target: Target, port: number) {
  const { command, args, env } = target.program({ upstreamUrl: source.url, settings });
  const watcher = new URL('watch-heap.js', import.meta.url).href;
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH ?? '',
      ...env,
      PORT: String(port),
      NODE_OPTIONS: `--import ${watcher}`,
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

const builds = await Promise.all(
  [ourselves, ...positionals.map(otherBuild)].map((target, n) =>
    startWatched(target, target.port + 10 + n),
  ),
);

let turn = 0;
async function load(
  build: (typeof builds)[number],
  operations: readonly Operation[],
  count: number,
) {
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      turn += 1;
      await build.send(
        operations[turn % operations.length],
        authorizations[turn % authorizations.length],
      );
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

for (const build of builds)
  for (const { operations } of WORKLOADS) await load(build, operations, 2_500);
const rows: string[][] = [];
for (const { name, operations } of WORKLOADS) {
  const samples = builds.map(() => ({ kilobytes: [] as number[], micros: [] as number[] }));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // In alternating order: what runs after another build finds the upstream and the caches in another state.
    const turns = [...builds.entries()];
    for (const [n, build] of round % 2 === 0 ? turns : turns.toReversed()) {
      const before = await build.read();
      await load(build, operations, requests);
      const after = await build.read();
      samples[n]?.kilobytes.push((after.allocated - before.allocated) / requests / 1_000);
      samples[n]?.micros.push((after.micros - before.micros) / requests);
    }
  }
  for (const [n, { kilobytes, micros }] of samples.entries()) {
    rows.push([
      name,
      builds[n]?.name ?? '',
      median(kilobytes).toFixed(1),
      median(micros).toFixed(0),
    ]);
  }
}
process.stdout.write(`${table(['load', 'target', 'KB', 'cpu us'], rows)}\n`);
await Promise.all(builds.map((build) => build.stop()));
await behind.stop();
