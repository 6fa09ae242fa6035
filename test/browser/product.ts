import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Running, startFacade } from '../../src/start.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Starts the real product on a free port for the running test, with a store of its own and `settings` on top. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Running> {
  const config = readConfig({ PORT: '0', DATA_DIR: await tempFolder(), ...settings });
  const running = await startFacade(config);
  onTestFinished(() => running.close(0));
  return running;
}
