import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { canPin, OTHER_CORE } from './processes.ts';
import type { Operation } from './workloads.ts';

/** What to send, and how hard. */
export interface Load {
  readonly url: string;
  readonly operations: readonly Operation[];
  /** Authorization headers, used in turn. */
  readonly authorizations: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/** What came of it. Times are milliseconds. */
export interface Outcome {
  /** Requests a second that were answered by 2xx. */
  readonly answeredPerSecond: number;
  /** Requests that got any response. */
  readonly requests: number;
  readonly median: number;
  readonly p99: number;
  /** Responses that were not 2xx. */
  readonly refused: number;
  /** Connections that failed, and requests that timed out. */
  readonly failures: number;
}

/** Every operation and every credential at least once, paired in turn. */
function pairsOf({ operations, authorizations }: Load) {
  return Array.from({ length: Math.max(operations.length, authorizations.length) }, (_, n) => ({
    body: JSON.stringify(operations[n % operations.length]),
    authorization: authorizations[n % authorizations.length],
  }));
}

const lua = (text: string) => `[==[${text}]==]`;

/** The last lines of wrk's own script print what we read, in microseconds. */
const script = (load: Load) => `
local loads = {
${pairsOf(load)
  .map(({ body, authorization }) => `  { ${[body, authorization ?? ''].map(lua).join(', ')} },`)
  .join('\n')}
}
local requests = {}
local turn = 0
init = function()
  for i, pair in ipairs(loads) do
    local headers = { ["content-type"] = "application/json", ["accept"] = "application/json" }
    if pair[2] ~= "" then headers["authorization"] = pair[2] end
    requests[i] = wrk.format("POST", nil, headers, pair[1])
  end
end
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
done = function(summary, latency)
  local e = summary.errors
  print(string.format("RESULT %d %d %d %d %d %d", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout))
end
`;

/** Sends a load by wrk. */
export async function send(load: Load): Promise<Outcome> {
  const { url, connections, seconds } = load;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'load.lua');
  await writeFile(file, script(load));
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', file, url];
  const pinned = ['taskset', '-c', String(OTHER_CORE), 'wrk', ...words];
  const [program = 'wrk', ...rest] = canPin ? pinned : ['wrk', ...words];
  const { stdout } = await promisify(execFile)(program, rest);
  await rm(folder, { recursive: true });
  const result = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout)?.slice(1).map(Number);
  const [requests = 0, micros = 1, median = 0, p99 = 0, refused = 0, failures = 0] = result ?? [];
  return {
    requests,
    answeredPerSecond: (requests - refused) / (micros / 1e6),
    median: median / 1000,
    p99: p99 / 1000,
    refused,
    failures,
  };
}

/** Callers of a load. */
export interface Callers {
  /** Their Authorization headers. */
  readonly authorizations: readonly string[];
  /** Settings of the API for them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The issuer's key set, as its endpoint answers it; undefined where there is no issuer. */
  readonly keySet?: string;
}

const ISSUER = 'https://issuer.example/';
const AUDIENCE = 'avatar-graphql';
const SCOPES =
  'personas:read personas:write prompts:read avatars:read avatars:write voices:read tools:read llms:read tokens:mint';

/** Makes callers who have a key of the upstream each. */
export const makeKeyCallers = (count: number): Callers => ({
  authorizations: Array.from({ length: count }, (_, n) => `Bearer bench-key-of-caller-${n}`),
  settings: {},
});

/** Makes callers who have a JWT each; `keySetUrl` is where the upstream process serves the issuer's key set. */
export async function makeJwtCallers(count: number, keySetUrl: string): Promise<Callers> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const sign = (n: number) =>
    new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: `caller-${n}`, scope: SCOPES })
      .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
      .setExpirationTime('12h')
      .sign(privateKey);
  const tokens = await Promise.all(Array.from({ length: count }, (_, n) => sign(n)));
  return {
    authorizations: tokens.map((token) => `Bearer ${token}`),
    settings: {
      UPSTREAM_API_KEY: 'bench-key',
      AUTH_JWKS_URL: keySetUrl,
      AUTH_ISSUER: ISSUER,
      AUTH_AUDIENCE: AUDIENCE,
      // As many as there are requests come from one address here.
      RATE_LIMIT: '0',
    },
    keySet: JSON.stringify({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }],
    }),
  };
}
