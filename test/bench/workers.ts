import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startLoad } from '../support/load.ts';

// Measures how many queries a second one and two workers answer: npm run bench:workers. The load comes from
// this process, so that on a machine of few processors it takes some of what the workers would.

const SECONDS = 10;
const CLIENTS = 32;

async function measure(workers: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-graphql-bench-'));
  const program = new URL('../../src/bin.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, 'start', '--workers', String(workers)], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [printed] = await once(child.stdout, 'data');
  const url = /Explorer +(http:\S+)\/graphql/.exec(String(printed))?.[1] ?? '';
  const load = startLoad(url, { clients: CLIENTS, method: 'POST' });
  await delay(3_000);
  const before = load.answered();
  await delay(SECONDS * 1_000);
  const measured = load.answered() - before;
  const { failures } = await load.stop();
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
  if (failures.length > 0) throw new Error(`${failures.length} failed, such as: ${failures[0]}`);
  return measured / SECONDS;
}

const runs: number[][] = [];
for (const round of [1, 2, 3]) {
  const [one = 0, two = 0] = [await measure(1), await measure(2)];
  runs.push([one, two]);
  process.stdout.write(
    `round ${round}: 1 worker ${one.toFixed(0)}/s, 2 workers ${two.toFixed(0)}/s, ratio ${(two / one).toFixed(2)}\n`,
  );
}
const ratios = runs.map(([one = 1, two = 0]) => two / one).sort();
process.stdout.write(
  `median ratio ${ratios[1]?.toFixed(2)} with ${availableParallelism()} processors and ${CLIENTS} connections\n`,
);
