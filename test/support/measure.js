// Loaded into a program before it starts, with --expose-gc: on SIGUSR2, prints the number of the measurement and its figures.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics, queryObjects } from 'node:v8';

/** Interval in milliseconds at which the memory of the process is read. */
const MEMORY_INTERVAL = 20;

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let processorTime = process.threadCpuUsage();
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, MEMORY_INTERVAL).unref();

/** It takes half a second. */
const COUNTS_SIGNALS = process.env.COUNT_ABORT_SIGNALS !== undefined;

let count = 0;
process.on('SIGUSR2', () => {
  const { total_allocated_bytes: allocated = 0 } = getHeapStatistics();
  const { user, system } = process.threadCpuUsage(processorTime);
  const blocked = Math.min(delay.max / 1e6, (user + system) / 1e3);
  // The first may only end a collection that has begun before, which keeps what has died since.
  gc();
  gc();
  const { rss, heapUsed: heap, external } = process.memoryUsage();
  const signals = COUNTS_SIGNALS ? queryObjects(AbortSignal, { format: 'count' }) : 0;
  const handles = process.getActiveResourcesInfo().length;
  // Only Linux has this folder.
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  const held = heap + external;
  const figures = { allocated, blocked, rss, peak, heap, held, signals, handles, files };
  // Not the time of the collection itself.
  setTimeout(() => {
    delay.reset();
    processorTime = process.threadCpuUsage();
    peak = process.memoryUsage.rss();
    count += 1;
    process.stdout.write(`FIGURES ${count} ${JSON.stringify(figures)}\n`);
  }, 5);
});
