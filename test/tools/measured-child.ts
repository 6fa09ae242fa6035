import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../src/runtime/config/config.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { startAvatarService } from '../../src/runtime/start-avatar-service.ts';
import type { Figures } from './measured-process.ts';

// The process of measured-process.ts: the API or the avatar service, with the settings of its environment.
const starters = { api: startApi, service: startAvatarService };
const [, , kind = ''] = process.argv;
const running = await starters[kind === 'service' ? kind : 'api'](readConfig(process.env));

/** Interval in milliseconds at which the memory of the process is read. */
const MEMORY_INTERVAL = 20;

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let processorTime = process.threadCpuUsage();
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, MEMORY_INTERVAL).unref();

function measure(): Figures {
  const { user, system } = process.threadCpuUsage(processorTime);
  const blocked = Math.min(delay.max / 1e6, (user + system) / 1e3);
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  // Not the time of the collection itself.
  setTimeout(() => {
    delay.reset();
    processorTime = process.threadCpuUsage();
    peak = process.memoryUsage.rss();
  }, 5);
  const handles = process.getActiveResourcesInfo().length;
  // Only Linux has this folder.
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return { blocked, rss, peak, held: heapUsed + external, handles, files };
}

process.on('message', (command) => {
  if (command === 'measure') process.send?.(measure());
  else running.close().then(() => process.exit(0));
});
process.send?.(running.url);
