import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { measure } from './bench/measure.ts';
import { canPin } from './bench/processes.ts';
import { report } from './bench/report.ts';
import { governed, otherBuild, profiled, program, targets } from './bench/targets.ts';
import { WORKLOADS } from './bench/workloads.ts';

// npm run bench -- --rounds 3 --seconds 4 --only Q1v,M1 --targets avatar --latency 0,100 --connections 50,500
// --beside OTHER/dist/bin.js,... measures other builds of ours in the same run. --policy, with --callers jwts, also measures
// our API with a policy. --callers keys | jwts and --credentials 1000 are how callers authenticate. It needs wrk.
// Prints medians and writes every sample to test/tools/bench/results/. --profile measures our API with V8's profiler, and
// leaves a CPU profile there, to be opened in any browser's developer tools.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50,500' },
    latency: { type: 'string', default: '0,20,100,300' },
    callers: { type: 'string', default: 'keys' },
    credentials: { type: 'string', default: '1000' },
    policy: { type: 'boolean', default: false },
    beside: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    targets: { type: 'string', default: '' },
    warming: { type: 'string', default: '15' },
    warmup: { type: 'string', default: '2' },
    profile: { type: 'boolean', default: false },
  },
});

const words = (text: string) => text.split(',').filter((word) => word !== '');
const results = new URL('bench/results/', import.meta.url).pathname;
mkdirSync(results, { recursive: true });

const isWanted = (chosen: readonly string[], name: string) =>
  chosen.length === 0 || chosen.some((word) => name.includes(word));
const chosen = values.profile
  ? [profiled(results)]
  : [
      ...targets.filter(({ name }) => isWanted(words(values.targets), name)),
      ...words(values.beside).map(otherBuild),
      ...(values.policy ? [governed] : []),
    ];

process.stdout.write(
  `${canPin ? 'The target has a core of its own' : 'Cores are shared'}. Ours is ${program}.\n`,
);
const callers = z.enum(['keys', 'jwts']).parse(values.callers);
const grid = words(values.latency).flatMap((latency) =>
  words(values.connections).map((connections) => ({
    latency: Number(latency),
    connections: Number(connections),
  })),
);
for (const place of grid) {
  const plan = {
    ...place,
    callers,
    credentials: Number(values.credentials),
    targets: chosen,
    workloads: WORKLOADS.filter(({ name }) => isWanted(words(values.only), name)),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    warming: Number(values.warming),
    warmup: Number(values.warmup),
  };
  const { samples, coldStarts } = await measure(plan);
  process.stdout.write(
    `\nUpstream latency ${plan.latency} ms, ${plan.connections} connections, ${plan.credentials} ${callers}\n\n`,
  );
  process.stdout.write(report(samples, coldStarts));
  const { targets: _, workloads: __, ...settings } = plan;
  const text = JSON.stringify({ node: process.version, ...settings, samples, coldStarts }, null, 2);
  writeFileSync(`${results}bench-${plan.latency}ms-${plan.connections}.json`, `${text}\n`);
}
