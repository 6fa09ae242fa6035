import { existsSync } from 'node:fs';
import type { Program } from './processes.ts';
import { type Workload, workloads } from './workloads.ts';

/** Something to measure: how to start it before the upstream, where it answers, and the loads in its own words. */
export interface Target {
  readonly name: string;
  readonly program: (upstreamUrl: string) => Program;
  readonly path: string;
  readonly workloads: readonly Workload[];
}

const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Where peers.ts puts the peers; nothing of the package depends on them. */
export const PEERS: string = file('.peers');

const UPSTREAM_PORT = 4290;

/** The upstream of the bench, answering `latency` milliseconds late. */
export const upstream = (latency: number): Program => ({
  command: process.execPath,
  args: [file('upstream.ts')],
  env: { PORT: String(UPSTREAM_PORT), LATENCY: String(latency) },
  port: UPSTREAM_PORT,
  probe: '/calls',
});

const nodeTarget = (name: string, script: string, path = '/'): Target => ({
  name,
  path,
  workloads: workloads(),
  program: (url) => ({
    command: process.execPath,
    args: [file(script)],
    env: { PORT: '4291', UPSTREAM_URL: url },
    port: 4291,
  }),
});

/** What is published, where it is built; else the sources, which start slower and hold more. */
const built = file('../../dist/bin.js');
const program = existsSync(built) ? built : file('../../src/bin.js');

const facade = (
  name: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Target => ({
  name,
  path: '/graphql',
  workloads: workloads(),
  program: (url) => ({
    command: process.execPath,
    args: [...flags, program],
    env: { PORT: '4291', UPSTREAM_URL: url, UPSTREAM_API_KEY: 'bench-key', ...env },
    port: 4291,
    probe: '/health',
  }),
});

const tailcall: Target = {
  name: 'tailcall',
  path: '/graphql',
  workloads: workloads({ items: 'data' }),
  program: () => ({
    command: `${PEERS}/node_modules/.bin/tailcall`,
    args: ['start', file('peers/tailcall.graphql')],
    env: { TAILCALL_TRACKER: 'false', TAILCALL_LOG_LEVEL: 'error' },
    port: 4292,
  }),
};

const hive: Target = {
  name: 'hive gateway',
  path: '/graphql',
  workloads: workloads({
    items: 'data',
    id: 'String',
    inputType: 'CreateSessionTokenInput_Input',
  }),
  program: () => ({
    command: `${PEERS}/hive/node_modules/.bin/hive-gateway`,
    args: ['supergraph', `${PEERS}/hive/supergraph.graphql`, '--host', '127.0.0.1', '-p', '4293'],
    env: { NODE_ENV: 'production' },
    port: 4293,
    probe: '/healthcheck',
  }),
};

const openapiToGraphql: Target = {
  name: 'openapi-to-graphql',
  path: '/',
  // Its links lead from an answer, not from each persona of a list to its avatar.
  workloads: workloads({
    items: 'data',
    id: 'String',
    filter: 'search',
    input: 'createSessionTokenInput',
  }).filter(({ name }) => name !== 'Q2' && name !== 'mix'),
  program: () => ({
    command: process.execPath,
    args: [`${PEERS}/openapi-to-graphql/openapi-to-graphql.cjs`],
    env: { NODE_ENV: 'production' },
    port: 4294,
  }),
};

/** The peers, each with the file that is there once it is installed. */
const peers: readonly [Target, string][] = [
  [tailcall, 'node_modules/.bin/tailcall'],
  [hive, 'hive/supergraph.graphql'],
  [openapiToGraphql, 'openapi-to-graphql/openapi-to-graphql.cjs'],
];

/** Our API as it is. */
export const ourselves: Target = facade('avatar-graphql');

/** Our API with a profiler in it, which writes to `folder`. */
export const profiled = (folder: string): Target =>
  facade('avatar-graphql, profiled', { BENCH_PROFILES: folder }, ['--import', file('profiler.ts')]);

/** What can be measured here: ourselves, the ceilings, and the peers that are installed. */
export const targets: readonly Target[] = [
  ourselves,
  nodeTarget('ceiling: proxy', 'ceiling-proxy.ts'),
  nodeTarget('ceiling: compiled', 'ceiling-compiled.ts'),
  ...peers.flatMap(([peer, installed]) => (existsSync(`${PEERS}/${installed}`) ? [peer] : [])),
];
