import { readdirSync } from 'node:fs';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { startApi } from '../../../src/runtime/start-api.ts';
import { startAvatarService } from '../../../src/runtime/start-avatar-service.ts';
import { type Figures, isCommand } from './figures.ts';

// What test/tools/soak.ts runs, once as the facade and once as the service: tells its figures when it is asked.
const [, , kind = ''] = process.argv;
const running = await (kind === 'service' ? startAvatarService : startApi)(readConfig(process.env));

const openFiles = () => {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Only Linux tells.
    return 0;
  }
};

const measure = (): Figures => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    rss,
    held: heapUsed + external,
    handles: process.getActiveResourcesInfo().length,
    files: openFiles(),
  };
};

process.on('message', (command) => {
  if (!isCommand(command)) return;
  if (command === 'measure') process.send?.(measure());
  else running.close().then(() => process.exit(0));
});
process.send?.({ url: running.url });
