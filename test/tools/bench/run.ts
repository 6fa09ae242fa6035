import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { growing, growthReport } from './growth.ts';
import { measure } from './measure.ts';
import { canPin, hasWrk, type Served } from './processes.ts';
import { bytesOf, timeOf } from './profile.ts';
import { report } from './report.ts';
import { governed, otherBuild, PROTOCOLS, profiled, program, sharing, targets } from './targets.ts';

// npm run bench -- --rounds 3 --seconds 4 --only Q1,M1 --targets avatar --latency 0,100 --connections 50,500 --profile
// --beside OTHER/dist/bin.js,... measures other builds of ours in the same run.
// --callers shared | keys | jwts, --credentials 1000, --protocol http | https | http2: how callers authenticate, and what
// the upstream speaks. --redis also measures our API with Redis at a distance, and --policy,
// with --callers jwts, with a policy.
// Prints medians and writes every sample to test/tools/bench/results/. --growth shows how our own API's cost grows with the
// work. --profile measures it with a profiler in it, and leaves a CPU and a heap profile there, to be opened in any
// browser's developer tools.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50,500' },
    latency: { type: 'string', default: '0,20,100,300' },
    callers: { type: 'string', default: 'keys' },
    credentials: { type: 'string', default: '1000' },
    protocol: { type: 'string', default: 'http' },
    redis: { type: 'boolean', default: false },
    policy: { type: 'boolean', default: false },
    beside: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    targets: { type: 'string', default: '' },
    warming: { type: 'string', default: '15' },
    warmup: { type: 'string', default: '2' },
    growth: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});

const words = (text: string) => text.split(',').filter((word) => word !== '');
const results = new URL('results/', import.meta.url).pathname;
mkdirSync(results, { recursive: true });

const wanted = words(values.targets);
const chosen = values.profile
  ? [profiled(results)]
  : values.growth
    ? [growing]
    : [
        ...targets.filter(
          ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
        ),
        ...words(values.beside).map(otherBuild),
        ...(values.redis ? sharing : []),
        ...(values.policy ? [governed] : []),
      ];

process.stdout.write(
  `Load by ${hasWrk ? 'wrk' : 'autocannon'}; ${canPin ? 'the target on a core of its own' : 'cores are shared'}. Ours is ${program}.\n`,
);
const callers = z.enum(['shared', 'keys', 'jwts']).parse(values.callers);
const protocol = z.enum(PROTOCOLS).parse(values.protocol);
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
    protocol,
    targets: chosen,
    only: words(values.only),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    warming: Number(values.warming),
    warmup: Number(values.warmup),
    ...(values.profile && { onLoad: (served: Served) => void served.child.kill('SIGUSR2') }),
  };
  const { samples, coldStarts } = await measure(plan);
  process.stdout.write(
    `\nUpstream latency ${plan.latency} ms by ${protocol}, ${plan.connections} connections, ${callers === 'shared' ? 'one key' : `${plan.credentials} ${callers}`}\n\n`,
  );
  process.stdout.write(values.growth ? growthReport(samples) : report(samples, coldStarts));
  const file = `${results}${values.growth ? 'growth' : 'bench'}-${plan.latency}ms-${plan.connections}.json`;
  writeFileSync(
    file,
    `${JSON.stringify({ node: process.version, ...plan, targets: undefined, samples, coldStarts }, null, 2)}\n`,
  );
}
if (values.profile) {
  process.stdout.write(`\n${timeOf(`${results}api.cpuprofile`)}`);
  process.stdout.write(`\n${bytesOf(`${results}api.heapprofile`)}`);
}
