import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measure } from './measure.ts';
import { canPin, hasWrk } from './processes.ts';
import { hottest } from './profile.ts';
import { report } from './report.ts';
import { targets } from './targets.ts';

// npm run bench -- --rounds 3 --seconds 4 --only Q1,M1 --targets avatar --latency 0,20 --connections 50 --profile
// Prints medians and writes every sample to test/bench/results/. --profile measures our own API alone, and leaves a CPU
// profile there, to be opened in any browser's developer tools.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
    latency: { type: 'string', default: '0,20' },
    only: { type: 'string', default: '' },
    targets: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
});

const words = (text: string) => text.split(',').filter((word) => word !== '');
const results = new URL('results/', import.meta.url).pathname;
mkdirSync(results, { recursive: true });

const wanted = words(values.profile ? 'avatar' : values.targets);
const chosen = targets.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
const isProfile = (file: string) => file.endsWith('.cpuprofile');
if (values.profile) {
  for (const file of readdirSync(results).filter(isProfile)) rmSync(`${results}${file}`);
}
if (values.profile) process.env.BENCH_NODE_FLAGS = `--cpu-prof --cpu-prof-dir=${results}`;

process.stdout.write(
  `Load by ${hasWrk ? 'wrk' : 'autocannon'}; ${canPin ? 'the target on a core of its own' : 'cores are shared'}.\n`,
);
for (const latency of words(values.latency).map(Number)) {
  const plan = {
    targets: chosen,
    only: words(values.only),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    latency,
  };
  const { samples, coldStarts } = await measure(plan);
  process.stdout.write(`\nUpstream latency ${latency} ms, ${plan.connections} connections\n\n`);
  process.stdout.write(`${report(samples, coldStarts)}`);
  const file = `${results}bench-${latency}ms.json`;
  writeFileSync(
    file,
    `${JSON.stringify({ node: process.version, ...plan, targets: undefined, samples, coldStarts }, null, 2)}\n`,
  );
}
for (const file of values.profile ? readdirSync(results).filter(isProfile) : []) {
  process.stdout.write(`\n${hottest(`${results}${file}`)}`);
}
