import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startApi } from '../../src/runtime/start-api.ts';

/** What the process used since it was last asked. */
export interface Usage {
  /**
   * Upper bound of the longest task of the main thread, in milliseconds: the longest time for which the event loop stood
   * still, or all processor time if that is less, because other processes interrupt this one.
   */
  readonly blocked: number;
  /** Memory after garbage collection, in bytes. */
  readonly held: number;
}

// What test/worst-cases.ts measures: the API in a process of its own.
const running = await startApi(readConfig(process.env));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let processorTime = process.threadCpuUsage();

process.on('message', (command) => {
  if (command === 'close') {
    running.close().then(() => process.exit(0));
    return;
  }
  const { user, system } = process.threadCpuUsage(processorTime);
  const blocked = Math.min(delay.max / 1e6, (user + system) / 1e3);
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ blocked, held: heapUsed + external } satisfies Usage);
  // Not the time of the collection itself.
  setTimeout(() => {
    delay.reset();
    processorTime = process.threadCpuUsage();
  }, 5);
});
process.send?.({ url: running.url });
