import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { type Run, runProcess } from '../support/process.ts';
import { finishFile } from '../support/resources.ts';
import {
  type Callers,
  canPin,
  MEASURED_CORE,
  makeJwtCallers,
  makeKeyCallers,
  OTHER_CORE,
  type Outcome,
  pinTo,
  send,
  WORKLOADS,
  type Workload,
} from './bench/load.ts';
import { median, table } from './table.ts';

// npm run bench -- --rounds 3 --seconds 4 --only Q1v,M1 --latency 0,100 --connections 50,500
// Measures our API, and with --peers the same graph without protections; --beside OTHER/dist/bin.js,... adds other builds of
// ours. --policy measures our API with JWTs, with a policy and without one. It needs wrk. Prints medians of the rounds.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50,500' },
    latency: { type: 'string', default: '0,20,100,300' },
    only: { type: 'string', default: '' },
    beside: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
    policy: { type: 'boolean', default: false },
  },
});

const words = (text: string) => text.split(',').filter((word) => word !== '');
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const workloads = WORKLOADS.filter(
  ({ name }) => values.only === '' || words(values.only).includes(name),
);

/** Seconds of the mixed loads that a process has before anything is counted: the engine compiles what is hot bit by bit, over some 30,000 requests. */
const WARMING = 15;

/** Seconds of the same load before each that is counted. */
const WARMUP = 2;

/** Milliseconds in which a target ends the requests whose clients left when the warm-up ended. */
const SETTLING = 1_000;

const CALLERS = 1_000;

const file = (name: string) => new URL(name, import.meta.url).pathname;

/** A program of Node.js that prints the address at which it serves. */
interface Target {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What is published, where it is built; else the sources, which start slower and hold more. */
const built = file('../../dist/bin.js');
const bin = existsSync(built) ? built : file('../../src/bin.js');

/** A build of our API, with the options of Node.js with which `npm start` starts it. */
const facade = (name: string, path = name, env: Target['env'] = {}): Target => ({
  name,
  args: [...packageJson.scripts.start.split(' ').slice(1, -1), path, 'start'],
  env,
});

const peer = (name: string, RIVAL: string): Target => ({
  name,
  args: [file('bench/rivals.ts')],
  env: { RIVAL },
});

/** Runs a program on a core where that can be had, and returns its address. */
async function serve({ args, env }: Omit<Target, 'name'>, core: number, address: RegExp) {
  const run = runProcess([...pinTo(core), process.execPath, ...args], {
    env: { HOME: process.env.HOME, PORT: '0', NODE_ENV: 'production', ...env },
  });
  const [url] = await run.printed(address);
  return { run, url };
}

const readProc = ({ child }: Run, name: string) => {
  const path = `/proc/${child.pid}/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Ticks a second in /proc/PID/stat: 100 on every Linux that one meets. */
const TICKS = 100;

/** Seconds of processor time that a process has had so far; 0 where the system does not say. */
function readCpuSeconds(run: Run): number {
  const fields = readProc(run, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

/** Megabytes of memory that a process holds now; 0 where the system does not say. */
const readMegabytes = (run: Run): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readProc(run, 'status'))?.[1] ?? 0) / 1024;

/** One load on one target, in one round. */
interface Sample extends Outcome {
  readonly target: string;
  readonly workload: string;
  /** Milliseconds that the upstream itself takes for it. */
  readonly floor: number;
  /** Microseconds of processor time for each request: what other work on the machine changes least. */
  readonly cpuMicros: number;
  /** Calls that reached the upstream for each request. */
  readonly upstreamCalls: number;
  /** Megabytes held when the load ended. */
  readonly memory: number;
}

/** @throws Error where a target answers a load's first operation with less than its data: no such rate says anything. */
async function expectData(
  target: string,
  url: string,
  { name, operations }: Workload,
): Promise<void> {
  const [authorization = ''] = callers.authorizations;
  const response = await fetch(url, {
    method: 'POST',
    // A kept connection may end just when the next load begins.
    headers: { 'content-type': 'application/json', connection: 'close', authorization },
    body: JSON.stringify(operations[0]),
  });
  const text = await response.text();
  if (response.status === 200 && !/"errors":|"data":null/.test(text)) return;
  throw new Error(`${target} cannot serve ${name}: ${response.status} ${text.slice(0, 200)}`);
}

/** Measures every load on every target, one after the other and so often over, so that what else the machine does falls on all. */
async function measure(latency: number, connections: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const mixed = Array.from({ length: CALLERS }, (_, n) =>
    workloads.flatMap(({ operations }) => operations[n % operations.length] ?? []),
  ).flat();
  const KEY_SET = callers.keySet === undefined ? {} : { KEY_SET: callers.keySet };
  const upstream = await serve(
    { args: [file('bench/upstream.ts')], env: { LATENCY: String(latency), ...KEY_SET } },
    OTHER_CORE,
    /http:\S+(?=\n)/,
  );
  const takeCalls = async () => Number(await (await fetch(`${upstream.url}/calls`)).text());
  const settings = { UPSTREAM_URL: upstream.url, ...callers.createSettings(upstream.url) };
  for (let round = 0; round < rounds; round += 1)
    for (const { name: target, args, env } of targets) {
      const { run, url } = await serve(
        { args, env: { ...settings, ...env } },
        MEASURED_CORE,
        /http:\S+\/graphql\b/,
      );
      const load = { url, authorizations: callers.authorizations, connections };
      await send({ ...load, operations: mixed, seconds: WARMING });
      for (const workload of workloads) {
        const { name, operations, calls = 1 } = workload;
        await expectData(target, url, workload);
        await send({ ...load, operations, seconds: WARMUP });
        await delay(SETTLING);
        await takeCalls();
        const before = readCpuSeconds(run);
        const outcome = await send({ ...load, operations, seconds });
        samples.push({
          ...outcome,
          target,
          workload: name,
          floor: latency * calls,
          cpuMicros: ((readCpuSeconds(run) - before) * 1e6) / outcome.requests,
          upstreamCalls: (await takeCalls()) / outcome.requests,
          memory: readMegabytes(run),
        });
      }
      await run.kill('SIGTERM');
    }
  await upstream.run.kill();
  return samples;
}

const HEAD = 'load,target,answers/s,refused,ours,p50 +ms,p99 +ms,cpu us,calls,MB'.split(',');

/** A row of medians, with the answers of our API as a ratio to the target's. Latencies are what is added to the upstream's. */
function formatRow(own: readonly Sample[], ours: readonly Sample[]): string[] {
  const [{ workload = '', target = '' } = {}] = own;
  const of = (read: (sample: Sample) => number, samples = own) => median(samples.map(read));
  const rate = (samples: readonly Sample[]) => of((s) => s.answeredPerSecond, samples);
  const failed = of((s) => s.failures);
  return [
    workload,
    failed > 0 ? `${target} (${failed} FAILED)` : target,
    rate(own).toFixed(0),
    `${(100 * of((s) => s.refused / s.requests)).toFixed(1)}%`,
    `${(rate(ours) / rate(own)).toFixed(2)}x`,
    of((s) => s.median - s.floor).toFixed(1),
    of((s) => s.p99 - s.floor).toFixed(1),
    of((s) => s.cpuMicros).toFixed(0),
    of((s) => s.upstreamCalls).toFixed(2),
    of((s) => s.memory).toFixed(0),
  ];
}

const callers: Callers = values.policy ? await makeJwtCallers(CALLERS) : makeKeyCallers(CALLERS);

const targets: readonly Target[] = [
  facade('avatar-graphql', bin),
  ...(values.policy
    ? [facade('avatar-graphql, policy', bin, { POLICY: file('bench/policy.json') })]
    : []),
  ...words(values.beside).map((path) => facade(path)),
  ...(values.peers ? [peer('plain yoga', 'yoga'), peer('ceiling', 'ceiling')] : []),
];

process.stdout.write(
  `${canPin ? 'The target has a core of its own' : 'Cores are shared'}. Ours is ${bin}.\n`,
);
try {
  for (const latency of words(values.latency).map(Number))
    for (const connections of words(values.connections).map(Number)) {
      const samples = await measure(latency, connections);
      const of = (workload: string, target: string | undefined) =>
        samples.filter((s) => s.workload === workload && s.target === target);
      const rows = workloads.flatMap(({ name }) =>
        targets.map((target) => formatRow(of(name, target.name), of(name, targets[0]?.name))),
      );
      const title = `Upstream latency ${latency} ms, ${connections} connections`;
      process.stdout.write(`\n${title}\n\n${table(HEAD, rows)}\n`);
    }
} finally {
  await finishFile();
}
