import { type Config, readConfig } from '../../src/runtime/config/config.ts';
import type { Running } from '../../src/runtime/process.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { type Ask, createAsk } from './ask.ts';
import { onFinished } from './resources.ts';
import { tempStoreFolder } from './stores.ts';

/** A server in this process. */
interface RunningHere extends Running {
  readonly ask: Ask;
}

/**
 * Starts the API, or another server, in this process as the program does, on a free port and with its own store, until the
 * end of the running test or file. Much cheaper than a process; counters of events are those of all servers in the process.
 */
export async function startRunning(
  settings: Record<string, string> = {},
  start: (config: Config) => Promise<Running> = startApi,
): Promise<RunningHere> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: await tempStoreFolder(),
    ...settings,
  });
  const running = await start(config);
  let closed: Promise<void> | undefined;
  const close = (grace?: number) => {
    closed ??= running.close(grace);
    return closed;
  };
  onFinished(() => close(0));
  return { ...running, ask: createAsk(running.url, settings), close };
}
