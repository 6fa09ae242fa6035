import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time: of the worker, and of the processes that the file started and that have ended. */
    cpu?: { own: number; children: number };
  }
}

/** Ticks of the system's clock in a second, by which /proc counts. */
const TICKS = 100;

/** Reads what this process and its ended children have taken so far; nothing for children where there is no /proc. */
function readCpu() {
  const { user, system } = process.cpuUsage();
  const [stat = ''] = process.platform === 'linux' ? [readFileSync('/proc/self/stat', 'utf8')] : [];
  // The name of the program, in parentheses, may have spaces.
  const [userTicks = 0, systemTicks = 0] = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return { own: (user + system) / 1e6, children: (userTicks + systemTicks) / TICKS };
}

const start = readCpu();
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of its fixtures from the first argument.
afterAll(({}, { meta }) => {
  const end = readCpu();
  meta.cpu = { own: end.own - start.own, children: end.children - start.children };
});
