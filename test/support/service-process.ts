import { fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** The avatar service in a process of its own, which can be killed. */
export interface ServiceProcess {
  readonly url: string;
  readonly key: string;
  /** Ends it as a power cut would: no handler of its own runs. */
  kill(): Promise<void>;
}

/** Starts it over the store in `folder`, for the running test; rejects with what it printed if it does not come up. */
export async function startServiceProcess(folder: string): Promise<ServiceProcess> {
  const child = fork(new URL('service-child.ts', import.meta.url), [folder], { silent: true });
  let printed = '';
  child.stderr?.on('data', (bytes) => {
    printed += bytes;
  });
  const closed = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const failed = closed.then(() => Promise.reject(new Error(`It did not start: ${printed}`)));
  failed.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), failed]);
  const { url, key } = message;
  return { url, key, kill };
}
