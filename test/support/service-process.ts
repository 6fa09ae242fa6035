import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { COMPILE_CACHE, locateProgram } from './programs.ts';
import { placeSettings } from './store-settings.ts';

/** The avatar service in its own process, which can be killed. */
export interface ServiceProcess {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  /** Kills the process with SIGKILL, so that none of its handlers run. */
  kill(): Promise<void>;
}

/**
 * Starts the service over the store at `place`. Rejects with its output if it does not start. `within` is a command that
 * runs the command in its arguments, for example with fewer permissions.
 */
export async function openServiceProcess(
  place: StoreLocation,
  within: readonly string[] = [],
): Promise<ServiceProcess> {
  const [command = '', ...words] = [...within, process.execPath, locateProgram('service-child')];
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...COMPILE_CACHE, ...placeSettings(place) },
  });
  let printed = '';
  child.stderr?.on('data', (bytes) => {
    printed += bytes;
  });
  const closed = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  const failed = closed.then(() => Promise.reject(new Error(`It did not start: ${printed}`)));
  failed.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), failed]);
  const { url, key } = message;
  return { url, key, pid: child.pid ?? 0, kill };
}

/** Starts the service for the running test. */
export async function startServiceProcess(
  place: StoreLocation,
  within: readonly string[] = [],
): Promise<ServiceProcess> {
  const service = await openServiceProcess(place, within);
  onTestFinished(service.kill);
  return service;
}
