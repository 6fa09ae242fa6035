import { parseArgs } from 'node:util';
import { makeCallers } from './callers.ts';
import { OTHER_CORE, serve } from './processes.ts';
import { median, table } from './report.ts';
import { otherBuild, ourselves, upstream } from './targets.ts';
import { startWatched } from './watched.ts';
import { type Operation, WORKLOADS } from './workloads.ts';

// Measures the bytes that a request allocates, which are nearly the same in each run, and its CPU time:
// npm run bench -- allocations OTHER/dist/bin.js ... --at-once 100 --requests 2000 --rounds 3 --latency 10
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

const builds = await Promise.all(
  [ourselves, ...positionals.map(otherBuild)].map((target, n) =>
    startWatched(target, { upstreamUrl: source.url, settings }, concurrency, {
      port: target.port + 10 + n,
    }),
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
