import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { finishFile } from '../../support/resources.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time in seconds of the worker, and of the ended processes that the file started. */
    cpu?: { own: number; children: number };
  }
}

/** Clock ticks per second, the unit of /proc. */
const TICKS = 100;

/** Reads the CPU time of this process and its ended children so far. Without /proc, children are not counted. */
function readCpu() {
  const { user, system } = process.cpuUsage();
  const [stat = ''] = process.platform === 'linux' ? [readFileSync('/proc/self/stat', 'utf8')] : [];
  // The program's name in parentheses may contain spaces.
  const [userTicks = 0, systemTicks = 0] = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return { own: (user + system) / 1e6, children: (userTicks + systemTicks) / TICKS };
}

const start = readCpu();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of its fixtures from the first argument.
afterAll(async ({}, { meta }) => {
  // So that the processes of the file are counted.
  await finishFile();
  const end = readCpu();
  meta.cpu = { own: end.own - start.own, children: end.children - start.children };
});
