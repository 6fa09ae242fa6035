import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { canPin, hasWrk, OTHER_CORE } from './processes.ts';
import type { Operation } from './workloads.ts';

/** What to send, and how hard. */
export interface Load {
  readonly url: string;
  readonly operations: readonly Operation[];
  /** Authorization headers, used in turn; none is sent where there is none. */
  readonly authorizations?: readonly string[];
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

const run = promisify(execFile);

/** Every operation and every credential at least once, paired in turn. */
function pairsOf({ operations, authorizations = [] }: Load) {
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

async function inFolder<T>(name: string, text: string, work: (file: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function byWrk(load: Load): Promise<Outcome> {
  const { url, connections, seconds } = load;
  const { stdout } = await inFolder('load.lua', script(load), (file) => {
    const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', file, url];
    return canPin ? run('taskset', ['-c', String(OTHER_CORE), 'wrk', ...words]) : run('wrk', words);
  });
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

/** The parts of autocannon's JSON that we read. */
const Result = z.object({
  requests: z.object({ total: z.number(), average: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

async function byAutocannon(load: Load): Promise<Outcome> {
  const { url, connections, seconds } = load;
  const entries = pairsOf(load).map(({ body, authorization }) => ({
    request: {
      method: 'POST',
      url,
      headers: [
        { name: 'content-type', value: 'application/json' },
        ...(authorization === undefined ? [] : [{ name: 'authorization', value: authorization }]),
      ],
      postData: { mimeType: 'application/json', text: body },
    },
  }));
  const { stdout } = await inFolder('load.har', JSON.stringify({ log: { entries } }), (file) =>
    run('npx', [
      ...['--yes', 'autocannon@9.0.0', '--json', '--har', file],
      ...['-c', String(connections), '-d', String(seconds), url],
    ]),
  );
  const { requests, latency, non2xx, errors } = Result.parse(JSON.parse(stdout));
  return {
    requests: requests.total,
    answeredPerSecond: (requests.average * (requests.total - non2xx)) / requests.total,
    median: latency.p50,
    p99: latency.p99,
    refused: non2xx,
    failures: errors,
  };
}

/** Sends a load, by wrk where it is installed (it takes less of the machine), else by autocannon, which npx fetches. */
export const send: (load: Load) => Promise<Outcome> = hasWrk ? byWrk : byAutocannon;
