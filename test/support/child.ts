import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onFinished } from './on-finished.ts';

/**
 * Waits until a server has printed a line that matches `pattern`.
 * @throws Error with the output, if the process ends before.
 */
export async function waitForOutput(
  name: string,
  child: ChildProcess,
  stream: Readable,
  pattern: RegExp,
): Promise<void> {
  let printed = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stream.on('data', (bytes) => {
    printed += bytes;
    if (pattern.test(printed)) resolve();
  });
  child.once('close', () => reject(new Error(`${name} did not start: ${printed}`)));
  await promise;
}

/** Kills a process at the end of the running test. Resolves with the arguments of its event `close`. */
export function killAfterTest(child: ChildProcess): Promise<(number | string | null)[]> {
  const closed: Promise<(number | string | null)[]> = once(child, 'close');
  onFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return closed;
}
