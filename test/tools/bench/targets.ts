import { existsSync } from 'node:fs';
import type { Program } from './processes.ts';

/** What stands behind and before a target. */
interface Surroundings {
  /** Base address of the upstream. */
  readonly upstreamUrl: string;
  /** Settings for the callers of the load, which only our API has. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Something to measure: how to start it, and where it answers. */
export interface Target {
  readonly name: string;
  readonly program: (surroundings: Surroundings) => Program;
  readonly port: number;
  readonly path: string;
}

const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Where peers.ts puts the packages of the careful Yoga; nothing of the package depends on them. */
export const PEERS: string = file('.peers');

const UPSTREAM_PORT = 4280;

/** Where the upstream counts calls and serves the issuer's key set. */
export const UPSTREAM_ASIDE: string = `http://127.0.0.1:${UPSTREAM_PORT + 1}`;

/** The upstream of the bench, answering `latency` milliseconds late. */
export const upstream = (latency: number, keySet = ''): Program & { readonly url: string } => ({
  url: `http://127.0.0.1:${UPSTREAM_PORT}`,
  command: process.execPath,
  args: [file('upstream.ts')],
  env: { PORT: String(UPSTREAM_PORT), LATENCY: String(latency), KEY_SET: keySet },
  port: UPSTREAM_PORT + 1,
  probe: '/calls',
});

const PORT = 4291;

const nodeTarget = (
  name: string,
  script: string,
  path: string,
  env: Record<string, string> = {},
): Target => ({
  name,
  path,
  port: PORT,
  program: ({ upstreamUrl }) => ({
    command: process.execPath,
    args: [file(script)],
    env: { PORT: String(PORT), UPSTREAM_URL: upstreamUrl, NODE_ENV: 'production', ...env },
    port: PORT,
  }),
});

/** What is published, where it is built; else the sources, which start slower and hold more. */
const built = file('../../../dist/bin.js');
export const program: string = existsSync(built) ? built : file('../../../src/bin.js');

interface Changes {
  readonly flags?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

const facade = (
  name: string,
  bin: string,
  { flags = [], args = [], env }: Changes = {},
): Target => ({
  name,
  path: '/graphql',
  port: PORT,
  program: ({ upstreamUrl, settings }) => ({
    command: process.execPath,
    args: [...flags, bin, 'start', ...args],
    env: {
      PORT: String(PORT),
      UPSTREAM_URL: upstreamUrl,
      NODE_ENV: 'production',
      ...settings,
      ...env,
    },
    port: PORT,
    probe: '/health',
  }),
});

/** Our API as it is. */
export const ourselves: Target = facade('avatar-graphql', program);

/** Another build of our API, by its bin.js. */
export const otherBuild = (bin: string): Target => facade(bin, bin);

/** Our API with two workers, of which each would have a core. */
export const doubled: Target = facade('avatar-graphql, 2 workers', program, {
  args: ['--workers', '2'],
});

/** Our API with a policy whose limits no caller reaches. */
export const governed: Target = facade('avatar-graphql, policy', program, {
  env: { POLICY: file('policy.json') },
});

/** Our API with V8's profiler of CPU time, which writes to `folder` when it ends. */
export const profiled = (folder: string): Target =>
  facade('avatar-graphql, profiled', program, {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });

const isCarefulInstalled = existsSync(`${PEERS}/node_modules/cockatiel`);

/** What can be measured here: ourselves, the ceiling, Yoga, and Yoga with protections if they are installed. */
export const targets: readonly Target[] = [
  ourselves,
  nodeTarget('ceiling', 'ceiling.ts', '/'),
  nodeTarget('plain yoga', 'yoga.ts', '/graphql'),
  ...(isCarefulInstalled
    ? [nodeTarget('careful yoga', 'yoga.ts', '/graphql', { PROTECTED: 'true' })]
    : []),
];
