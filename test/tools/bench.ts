import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { type Callers, makeJwtCallers, makeKeyCallers, type Outcome, send } from './bench/load.ts';
import {
  canPin,
  MEASURED_CORE,
  OTHER_CORE,
  type Program,
  type Served,
  serve,
} from './bench/processes.ts';
import { WORKLOADS, type Workload } from './bench/workloads.ts';
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

const UPSTREAM_PORT = 4280;
const UPSTREAM_URL = `http://127.0.0.1:${UPSTREAM_PORT}`;

/** Where the upstream counts calls and serves the issuer's key set. */
const UPSTREAM_ASIDE = `http://127.0.0.1:${UPSTREAM_PORT + 1}`;

/** How many calls came to the upstream since this was last asked. */
const takeCalls = async () => Number(await (await fetch(`${UPSTREAM_ASIDE}/calls`)).text());

const upstream = (latency: number, KEY_SET = ''): Program => ({
  args: [file('bench/upstream.ts')],
  env: { PORT: String(UPSTREAM_PORT), LATENCY: String(latency), KEY_SET },
  port: UPSTREAM_PORT + 1,
  path: '/calls',
});

const PORT = 4291;
const ENVIRONMENT = { PORT: String(PORT), UPSTREAM_URL, NODE_ENV: 'production' };

/** Something to measure. */
interface Target {
  readonly name: string;
  readonly program: Program;
}

/** What is published, where it is built; else the sources, which start slower and hold more. */
const built = file('../../dist/bin.js');
const bin = existsSync(built) ? built : file('../../src/bin.js');

/** A build of our API, with the options of Node.js with which `npm start` starts it. */
const facade = (name: string, path = name, env: Readonly<Record<string, string>> = {}): Target => ({
  name,
  program: {
    args: [...packageJson.scripts.start.split(' ').slice(1, -1), path, 'start'],
    env: { ...ENVIRONMENT, ...callers.settings, ...env },
    port: PORT,
    path: '/graphql',
  },
});

const peer = (name: string, RIVAL: string): Target => ({
  name,
  program: {
    args: [file('bench/rivals.ts')],
    env: { ...ENVIRONMENT, RIVAL },
    port: PORT,
    path: '/graphql',
  },
});

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

const address = `http://127.0.0.1:${PORT}/graphql`;

/** @throws Error where a target answers a load's first operation with less than its data: no such rate says anything. */
async function expectData(target: string, { name, operations }: Workload): Promise<void> {
  const [authorization = ''] = callers.authorizations;
  const response = await fetch(address, {
    method: 'POST',
    // A kept connection may end just when the next load begins.
    headers: { 'content-type': 'application/json', connection: 'close', authorization },
    body: JSON.stringify(operations[0]),
  });
  const text = await response.text();
  if (response.status === 200 && !/"errors":|"data":null/.test(text)) return;
  throw new Error(`${target} cannot serve ${name}: ${response.status} ${text.slice(0, 200)}`);
}

/** Sends one load and reads every meter around it. */
async function sample(
  served: Served,
  target: string,
  workload: Workload,
  { latency, connections }: { readonly latency: number; readonly connections: number },
): Promise<Sample> {
  await expectData(target, workload);
  const { authorizations } = callers;
  const load = { url: address, operations: workload.operations, authorizations, connections };
  await send({ ...load, seconds: WARMUP });
  await delay(SETTLING);
  await takeCalls();
  const before = served.cpuSeconds();
  const outcome = await send({ ...load, seconds });
  const cpu = served.cpuSeconds() - before;
  return {
    ...outcome,
    target,
    workload: workload.name,
    floor: latency * (workload.calls ?? 1),
    cpuMicros: (cpu * 1e6) / outcome.requests,
    upstreamCalls: (await takeCalls()) / outcome.requests,
    memory: served.residentMegabytes(),
  };
}

/** Measures every load on every target, one after the other and so often over, so that what else the machine does falls on all. */
async function measure(latency: number, connections: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const { authorizations } = callers;
  const mixed = Array.from({ length: CALLERS }, (_, n) =>
    workloads.flatMap(({ operations }) => operations[n % operations.length] ?? []),
  ).flat();
  const behind = await serve(upstream(latency, callers.keySet), OTHER_CORE);
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const { name, program } of targets) {
        const served = await serve(program, MEASURED_CORE);
        try {
          const warming = { operations: mixed, authorizations, connections, seconds: WARMING };
          await send({ url: address, ...warming });
          for (const workload of workloads)
            samples.push(await sample(served, name, workload, { latency, connections }));
        } finally {
          await served.stop();
        }
      }
  } finally {
    await behind.stop();
  }
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

const callers: Callers = await (values.policy
  ? makeJwtCallers(CALLERS, `${UPSTREAM_ASIDE}/keys`)
  : makeKeyCallers(CALLERS));

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
