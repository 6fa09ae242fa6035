import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Program } from './processes.ts';
import { THEIRS, type Workload, workloads } from './workloads.ts';

/** What stands behind and before a target. */
export interface Surroundings {
  /** Base address of the upstream. */
  readonly upstreamUrl: string;
  /** File of the certificate that the upstream shows; undefined where it speaks plain HTTP. */
  readonly certificate?: string | undefined;
  /** Settings for the callers of the load, which only our API has. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Something to measure: how to start it, where it answers, and the loads in its own words. */
export interface Target {
  readonly name: string;
  readonly program: (surroundings: Surroundings) => Program;
  readonly port: number;
  readonly path: string;
  readonly workloads: readonly Workload[];
  /** A program that has to run beside it. */
  readonly needs?: Program;
}

const file = (name: string) => new URL(name, import.meta.url).pathname;

/** Where peers.ts puts the peers; nothing of the package depends on them. */
export const PEERS: string = file('.peers');

const UPSTREAM_PORT = 4280;

/** Where the upstream counts calls and serves the issuer's key set. */
export const UPSTREAM_ASIDE: string = `http://127.0.0.1:${UPSTREAM_PORT + 1}`;

/** A certificate for localhost that nobody but this bench knows. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** File of the certificate, for those who are to trust it. */
  readonly file: string;
  remove(): void;
}

/** Makes one. */
export async function makeCertificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const path = join(folder, 'certificate.pem');
  writeFileSync(path, cert);
  return { cert, key, file: path, remove: () => rmSync(folder, { recursive: true }) };
}

/** What the upstream speaks: HTTP/1.1 in the clear, HTTP/1.1 over TLS, or HTTP/2 over TLS. */
export const PROTOCOLS = ['http', 'https', 'http2'] as const;

/** One of them. */
export type Protocol = (typeof PROTOCOLS)[number];

/** The upstream of the bench, answering `latency` milliseconds late, by TLS where there is a certificate for it. */
export function upstream(
  latency: number,
  keySet = '',
  protocol: Protocol = 'http',
  tls?: Certificate,
): Program & { readonly url: string } {
  return {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${UPSTREAM_PORT}`,
    command: process.execPath,
    args: [file('upstream.ts')],
    env: {
      PORT: String(UPSTREAM_PORT),
      LATENCY: String(latency),
      KEY_SET: keySet,
      PROTOCOL: protocol,
      ...(tls && { KEY: tls.key, CERTIFICATE: tls.cert }),
    },
    port: UPSTREAM_PORT + 1,
    probe: '/calls',
  };
}

const REDIS_PORT = 4284;

/** A Redis server to which a command and its reply take two milliseconds. */
const distantRedis: Program = {
  command: process.execPath,
  args: [file('distant-redis.ts')],
  env: { PORT: String(REDIS_PORT), DELAY: '1' },
  port: REDIS_PORT + 1,
};

const trust = ({ certificate }: Surroundings) =>
  certificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificate };

const nodeTarget = (name: string, script: string, path = '/'): Target => ({
  name,
  path,
  port: 4291,
  workloads: workloads(),
  program: (surroundings) => ({
    command: process.execPath,
    args: [file(script)],
    env: {
      PORT: '4291',
      UPSTREAM_URL: surroundings.upstreamUrl,
      NODE_ENV: 'production',
      ...trust(surroundings),
    },
    port: 4291,
  }),
});

/** What is published, where it is built; else the sources, which start slower and hold more. */
const built = file('../../../dist/bin.js');
export const program: string = existsSync(built) ? built : file('../../../src/bin.js');

const facade = (
  name: string,
  bin: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Target => ({
  name,
  path: '/graphql',
  port: 4291,
  workloads: workloads(),
  program: (surroundings) => ({
    command: process.execPath,
    args: [...flags, bin],
    env: {
      PORT: '4291',
      UPSTREAM_URL: surroundings.upstreamUrl,
      NODE_ENV: 'production',
      ...surroundings.settings,
      ...trust(surroundings),
      ...env,
    },
    port: 4291,
    probe: '/health',
  }),
});

const tailcall: Target = {
  name: 'tailcall',
  path: '/graphql',
  port: 4292,
  workloads: workloads(THEIRS),
  program: () => ({
    command: `${PEERS}/node_modules/.bin/tailcall`,
    args: ['start', file('peers/tailcall.graphql')],
    env: { TAILCALL_TRACKER: 'false', TAILCALL_LOG_LEVEL: 'error' },
    port: 4292,
  }),
};

/** The peers, each with the file that is there once it is installed. */
const peers: readonly [Target, string][] = [
  [tailcall, 'node_modules/.bin/tailcall'],
  [nodeTarget('mercurius', 'peers/mercurius.ts', '/graphql'), 'mercurius/node_modules/mercurius'],
  [
    nodeTarget('careful yoga', 'peers/careful-yoga.ts', '/graphql'),
    'careful-yoga/node_modules/cockatiel',
  ],
];

/** Our API as it is. */
export const ourselves: Target = facade('avatar-graphql', program);

/** Another build of our API, by its bin.js. */
export const otherBuild = (bin: string): Target => facade(bin, bin);

const LIMITS = { RATE_LIMIT: '1000000', RATE_LIMIT_MINTS: '1000000' };
const REDIS = {
  REDIS_URL: `redis://127.0.0.1:${REDIS_PORT}`,
  REDIS_SECRET: 'only-for-this-benchmark-on-loopback',
};

/** Our API with limits that no caller reaches, in its memory and in Redis, and with cached responses in Redis as well. */
export const sharing: readonly Target[] = [
  facade('limits in memory', program, LIMITS),
  { ...facade('limits in Redis', program, { ...LIMITS, ...REDIS }), needs: distantRedis },
  {
    ...facade('limits and responses in Redis', program, {
      ...LIMITS,
      ...REDIS,
      RESPONSE_CACHE_SECONDS: '60',
    }),
    needs: distantRedis,
  },
];

/** Our API with a policy whose limits no caller reaches. */
export const governed: Target = facade('avatar-graphql, policy', program, {
  POLICY: file('policy.json'),
});

/** Our API with a profiler in it, which writes to `folder`. */
export const profiled = (folder: string): Target =>
  facade('avatar-graphql, profiled', program, { BENCH_PROFILES: folder }, [
    '--import',
    file('profiler.ts'),
  ]);

/** What can be measured here: ourselves, the ceilings, and the peers that are installed. */
export const targets: readonly Target[] = [
  ourselves,
  nodeTarget('ceiling: proxy', 'ceiling-proxy.ts'),
  nodeTarget('ceiling: compiled', 'ceiling-compiled.ts'),
  nodeTarget('plain yoga', 'plain-yoga.ts', '/graphql'),
  ...peers.flatMap(([peer, installed]) => (existsSync(`${PEERS}/${installed}`) ? [peer] : [])),
];
