import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Question, startLoad } from '../../support/load.ts';
import { childrenOf, cpuSecondsOf, residentMegabytesOf } from './processes.ts';

// Measures what a second worker is worth: npm run bench:workers. Not by requests a second, since the load and whatever
// else the machine does take the processors that the workers would; but by what does not depend on them: the processor
// time of one minted token with one worker and with two, and how evenly two share the load. Where each has a processor, the
// busiest is the limit: it bears `share` of the requests at `micros` each.

const SECONDS = 10;
const CLIENTS = 32;

/** Nothing of a mutation is shared between requests, so that more of them in one process do not make each cheaper. */
const MINT: Question = {
  query:
    'mutation { createSessionToken(input: { personaConfig: { name: "bench" } }) { token { sessionToken } } }',
  isRight: (data) => typeof data?.createSessionToken?.token.sessionToken === 'string',
};

interface Measured {
  /** Microseconds of processor time for a request, of all processes together. */
  readonly micros: number;
  /** Of that, the primary's. */
  readonly primaryMicros: number;
  /** Of the workers' time, that of the busiest. */
  readonly share: number;
  /** Megabytes of all processes together. */
  readonly megabytes: number;
}

async function measure(workers: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-graphql-bench-'));
  const program = new URL('../../../src/bin.js', import.meta.url).pathname;
  const words = [program, 'start', '--workers', String(workers)];
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [printed] = await once(child.stdout, 'data');
  const url = /Explorer +(http:\S+)\/graphql/.exec(String(printed))?.[1] ?? '';
  const load = startLoad(url, { clients: CLIENTS, method: 'POST', question: MINT, pause: 0 });
  await load.more(2_000);
  const pid = child.pid ?? 0;
  // With a single worker there is no primary: the process itself serves.
  const serving = workers === 1 ? [pid] : childrenOf(pid);
  const times = () => [pid, ...serving].map(cpuSecondsOf);
  const [before, answeredBefore] = [times(), load.answered()];
  await delay(SECONDS * 1_000);
  const [after, answered] = [times(), load.answered() - answeredBefore];
  const megabytes = new Set([pid, ...serving])
    .values()
    .reduce((sum, each) => sum + residentMegabytesOf(each), 0);
  const { failures } = await load.stop();
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
  if (failures.length > 0) throw new Error(`${failures.length} failed, such as: ${failures[0]}`);

  const [first = 0, ...each] = after.map((seconds, index) => seconds - (before[index] ?? 0));
  const ofWorkers = each.reduce((sum, seconds) => sum + seconds, 0);
  const primary = workers === 1 ? 0 : first;
  return {
    micros: ((ofWorkers + primary) * 1e6) / answered,
    primaryMicros: (primary * 1e6) / answered,
    share: Math.max(...each) / ofWorkers,
    megabytes,
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const gains: number[] = [];
for (const round of [1, 2, 3]) {
  const [one, two] = [await measure(1), await measure(2)];
  const gain = one.micros / ((two.micros - two.primaryMicros) * two.share);
  gains.push(gain);
  process.stdout.write(
    `round ${round}: 1 worker ${one.micros.toFixed(0)} us a request, ${one.megabytes.toFixed(0)} MB; 2 workers ${two.micros.toFixed(0)} us, ${two.primaryMicros.toFixed(0)} of them the primary's, the busiest with ${(two.share * 100).toFixed(0)}% of the rest, ${two.megabytes.toFixed(0)} MB: ${gain.toFixed(2)} times as much\n`,
  );
}
process.stdout.write(
  `With a processor for each, two workers can answer ${median(gains).toFixed(2)} times as much as one (median).\n`,
);
