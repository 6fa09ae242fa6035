import { setTimeout as wait } from 'node:timers/promises';
import { StoreFailure } from './store-error.ts';

const isBusy = (error: unknown) => error instanceof StoreFailure && error.reason === 'busy';

/**
 * Does work on a store that other processes write to as well, and again while they hold it, for `milliseconds` at most.
 * It waits without standing still: SQLite's own wait would stop every other request, too. What finds the store busy has
 * done nothing, so it may be tried again.
 * @throws whatever the work throws, StoreFailure of the reason busy once the time is up.
 */
export async function retryWhileBusy<Value>(
  milliseconds: number,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const until = performance.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
    await wait(5 + Math.random() * 20);
  }
}
