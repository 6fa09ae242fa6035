import { setTimeout as wait } from 'node:timers/promises';
import { StoreFailure } from './store-error.ts';

const isBusy = (error: unknown) => error instanceof StoreFailure && error.reason === 'busy';

/**
 * Runs `work` and retries it for up to `milliseconds` while another process locks the store. It does not block the event
 * loop, unlike SQLite's own busy timeout. The retry is safe, because a locked store was not changed.
 * @throws The errors of `work`, and StoreFailure `busy` after the timeout.
 */
export async function retryWhileBusy<Value>(
  milliseconds: number,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await wait(5 + Math.random() * 20);
  }
}
