import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the process used since it was last asked. */
interface Usage {
  /**
   * Upper bound of the longest task of the main thread, in milliseconds: the longest time for which the event loop stood
   * still, or all processor time if that is less, because other processes interrupt this one.
   */
  readonly blocked: number;
  /** Memory after garbage collection, in bytes. */
  readonly held: number;
  /** The most memory of the whole process, in bytes. */
  readonly peak: number;
}

/** Interval in milliseconds at which the memory of the process is read. */
const MEMORY_INTERVAL = 20;

/** Answers the messages of the process that measures this one: `measure`, and `close`. */
export function reportUsage(running: { readonly close: () => Promise<unknown> }): void {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let processorTime = process.threadCpuUsage();
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, MEMORY_INTERVAL).unref();

  process.on('message', (command) => {
    if (command === 'close') {
      running.close().then(() => process.exit(0));
      return;
    }
    const { user, system } = process.threadCpuUsage(processorTime);
    const blocked = Math.min(delay.max / 1e6, (user + system) / 1e3);
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ blocked, held: heapUsed + external, peak } satisfies Usage);
    // Not the time of the collection itself.
    setTimeout(() => {
      delay.reset();
      processorTime = process.threadCpuUsage();
      peak = process.memoryUsage.rss();
    }, 5);
  });
}
