import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

/**
 * Waits until a server has printed on `stream` what it prints once it serves.
 * @throws Error with what it printed, if it ends before; `name` says which.
 */
export async function untilPrinted(
  name: string,
  child: ChildProcess,
  stream: Readable,
  said: RegExp,
): Promise<void> {
  let printed = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stream.on('data', (bytes) => {
    printed += bytes;
    if (said.test(printed)) resolve();
  });
  child.once('close', () => reject(new Error(`${name} did not start: ${printed}`)));
  await promise;
}

/** Ends a process with the running test. @returns what its end is, as the event `close` tells it. */
export function endWithTest(child: ChildProcess): Promise<(number | string | null)[]> {
  const closed: Promise<(number | string | null)[]> = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return closed;
}
