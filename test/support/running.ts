import { readConfig } from '../../src/runtime/config/config.ts';
import type { Running } from '../../src/runtime/process.ts';
import { startApi } from '../../src/runtime/start-api.ts';
import { onFinished } from './on-finished.ts';
import { tempStoreFolder } from './store-location.ts';

/** Starts the API in this process as the program does, on a free port and with its own store, until the end of the running test or file. */
export async function startRunning(settings: Record<string, string> = {}): Promise<Running> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: await tempStoreFolder(),
    ...settings,
  });
  const running = await startApi(config);
  onFinished(() => running.close(0));
  return running;
}
