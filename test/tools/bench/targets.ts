import { existsSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };
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

const UPSTREAM_PORT = 4280;

/** Where the upstream counts calls and serves the issuer's key set. */
export const UPSTREAM_ASIDE: string = `http://127.0.0.1:${UPSTREAM_PORT + 1}`;

/** How many calls came to the upstream since this was last asked. */
export const takeCalls = async (): Promise<number> =>
  Number(await (await fetch(`${UPSTREAM_ASIDE}/calls`)).text());

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

const rival = (name: string, kind: 'ceiling' | 'yoga'): Target => ({
  name,
  path: kind === 'yoga' ? '/graphql' : '/',
  port: PORT,
  program: ({ upstreamUrl }) => ({
    command: process.execPath,
    args: [file('rivals.ts')],
    env: { PORT: String(PORT), UPSTREAM_URL: upstreamUrl, NODE_ENV: 'production', RIVAL: kind },
    port: PORT,
  }),
});

/** What is published, where it is built; else the sources, which start slower and hold more. */
const built = file('../../../dist/bin.js');
export const program: string = existsSync(built) ? built : file('../../../src/bin.js');

/** The options of Node.js with which `npm start` starts the program. */
const FLAGS = packageJson.scripts.start.split(' ').slice(1, -1);

interface Changes {
  readonly flags?: readonly string[];
  readonly env?: Record<string, string>;
}

const facade = (name: string, bin: string, { flags = [], env }: Changes = {}): Target => ({
  name,
  path: '/graphql',
  port: PORT,
  program: (surroundings) => ({
    command: process.execPath,
    args: [...FLAGS, ...flags, bin, 'start'],
    env: {
      PORT: String(PORT),
      UPSTREAM_URL: surroundings.upstreamUrl,
      NODE_ENV: 'production',
      ...surroundings.settings,
      ...env,
    },
    port: PORT,
    probe: '/health',
  }),
});

/** Our API as it is. */
const ourselves: Target = facade('avatar-graphql', program);

/** Another build of our API, by its bin.js. */
export const otherBuild = (bin: string): Target => facade(bin, bin);

/** Our API with a policy whose limits no caller reaches. */
export const governed: Target = facade('avatar-graphql, policy', program, {
  env: { POLICY: file('policy.json') },
});

/** Our API with V8's profiler of CPU time, which writes to `folder` when it ends. */
export const profiled = (folder: string): Target =>
  facade('avatar-graphql, profiled', program, {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });

/** What can be measured here: ourselves, the ceiling, and Yoga. */
export const targets: readonly Target[] = [
  ourselves,
  rival('ceiling', 'ceiling'),
  rival('plain yoga', 'yoga'),
];
