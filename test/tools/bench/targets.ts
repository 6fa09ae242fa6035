import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Program } from './processes.ts';

/** What stands behind and before a target. */
interface Surroundings {
  /** Base address of the upstream. */
  readonly upstreamUrl: string;
  /** File of the certificate that the upstream shows; undefined where it speaks plain HTTP. */
  readonly certificate?: string | undefined;
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

/** How many calls came to the upstream since this was last asked. */
export const takeCalls = async (): Promise<number> =>
  Number(await (await fetch(`${UPSTREAM_ASIDE}/calls`)).text());

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

/** The upstream of the bench, answering `latency` milliseconds late, by TLS where there is a certificate for it. */
export const upstream = (
  latency: number,
  keySet = '',
  tls?: Certificate,
): Program & { readonly url: string } => ({
  url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${UPSTREAM_PORT}`,
  command: process.execPath,
  args: [file('upstream.ts')],
  env: {
    PORT: String(UPSTREAM_PORT),
    LATENCY: String(latency),
    KEY_SET: keySet,
    ...(tls && { KEY: tls.key, CERTIFICATE: tls.cert }),
  },
  port: UPSTREAM_PORT + 1,
  probe: '/calls',
});

const trust = ({ certificate }: Surroundings) =>
  certificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificate };

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
  program: (surroundings) => ({
    command: process.execPath,
    args: [file(script)],
    env: {
      PORT: String(PORT),
      UPSTREAM_URL: surroundings.upstreamUrl,
      NODE_ENV: 'production',
      ...trust(surroundings),
      ...env,
    },
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
  program: (surroundings) => ({
    command: process.execPath,
    args: [...FLAGS, ...flags, bin, 'start', ...args],
    env: {
      PORT: String(PORT),
      UPSTREAM_URL: surroundings.upstreamUrl,
      NODE_ENV: 'production',
      ...surroundings.settings,
      ...trust(surroundings),
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

/** Our API with two workers, of which each would have a core. */
export const doubled: Target = facade('avatar-graphql, 2 workers', program, {
  args: ['--workers', '2'],
  // In production, workers require Redis.
  env: { NODE_ENV: 'test' },
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
