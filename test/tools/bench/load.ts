import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { findProgram } from '../../support/find-program.ts';
import { runProcess } from '../../support/process.ts';
import { DISK_PREFIX, tempFolder } from '../../support/resources.ts';
import { PERSONA_ID, toolId } from './upstream.ts';

/** One request body, as GraphQL over HTTP has it. */
interface Operation {
  readonly query: string;
  readonly variables?: object;
}

/** A load: its operations are sent in turn. */
export interface Workload {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Calls of the upstream that have to follow each other. Default 1. */
  readonly calls?: number;
}

/** Operations of a load in which no two that are under way at the same time are alike: one for each credential, too. */
const VARIANTS = 1_000;

const FIELDS = 'id name description avatarId voiceId llmId systemPrompt skipGreeting';

/** A list of personas; the filter makes two of them different reads. */
const listOf = (n: number): Operation => ({
  query: `query Q1($name: String) { personas(first: 20, search: $name) { nodes { ${FIELDS} } } }`,
  variables: { name: `n${n}` },
});

const withAvatars = (n: number): Operation => ({
  query:
    'query Q2($name: String) { personas(first: 20, search: $name) { nodes { id name avatar { id displayName imageUrl } } } }',
  variables: { name: `n${n}` },
});

const toolOf = (n: number): Operation => ({
  query: 'query Q3($id: ID!) { tool(id: $id) { id name description type } }',
  variables: { id: toolId(n) },
});

/** graphql-jit knows no defaults of input fields. */
const MINT: Operation = {
  query:
    'mutation M1($input: CreateSessionTokenInput!) { createSessionToken(input: $input) { token { sessionToken } } }',
  variables: { input: { personaConfig: { personaId: PERSONA_ID }, verify: false } },
};

/** Operations that differ by a number. */
const vary = (make: (n: number) => Operation): Operation[] =>
  Array.from({ length: VARIANTS }, (_, n) => make(n + 1));

const [lists, nested, tools] = [vary(listOf), vary(withAvatars), vary(toolOf)] as const;

/** The loads. No two reads of one are alike. */
export const WORKLOADS: readonly Workload[] = [
  { name: 'Q1v', operations: lists },
  { name: 'Q2v', operations: nested, calls: 2 },
  { name: 'Q3v', operations: tools },
  { name: 'M1', operations: [MINT] },
];

/** Whether processes can be kept to a core of their own. */
export const canPin: boolean = findProgram('taskset') !== undefined && cpus().length > 1;

/** The core of what is measured, and the one of everything around it. */
export const MEASURED_CORE = 1;
export const OTHER_CORE = 0;

/** The beginning of a command line that keeps the command to a core, where that can be had. */
export const pinTo = (core: number): readonly string[] =>
  canPin ? ['taskset', '-c', String(core)] : [];

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
  const file = join(await tempFolder(DISK_PREFIX), 'load.lua');
  await writeFile(file, script(load));
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', file, url];
  const { ended, output } = runProcess([...pinTo(OTHER_CORE), 'wrk', ...words]);
  if ((await ended()) !== 0) throw new Error(`wrk failed: ${output().stderr}`);
  const result = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)$/m
    .exec(output().stdout)
    ?.slice(1)
    .map(Number);
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
  /** Creates the settings of the API for them, in front of the upstream at an address. */
  createSettings(upstream: string): Readonly<Record<string, string>>;
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
  createSettings: () => ({}),
});

/** Makes callers who have a JWT each, of an issuer whose key set the upstream serves. */
export async function makeJwtCallers(count: number): Promise<Callers> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const sign = (n: number) =>
    new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: `caller-${n}`, scope: SCOPES })
      .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
      .setExpirationTime('12h')
      .sign(privateKey);
  const tokens = await Promise.all(Array.from({ length: count }, (_, n) => sign(n)));
  return {
    authorizations: tokens.map((token) => `Bearer ${token}`),
    createSettings: (upstream) => ({
      UPSTREAM_API_KEY: 'bench-key',
      AUTH_JWKS_URL: `${upstream}/keys`,
      AUTH_ISSUER: ISSUER,
      AUTH_AUDIENCE: AUDIENCE,
      // As many as there are requests come from one address here.
      RATE_LIMIT: '0',
    }),
    keySet: JSON.stringify({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }],
    }),
  };
}
