import { LRUCache } from 'lru-cache';
import type { AbortSignalLike } from '../shared/abort-signal-like.ts';
import { limitEntries } from './limit-entries.ts';

/** Maximum number of flights that can be joined. Beyond it, the oldest still complete but can no longer be joined. */
const MAX_FLIGHTS = 1_000;

export interface Waiter {
  /** Aborts when the caller no longer waits. */
  readonly signal?: AbortSignalLike | undefined;
  /** When the caller stops waiting, on the clock of `performance.now()`. */
  readonly until?: number | undefined;
}

interface Flight<T> {
  readonly result: Promise<T>;
  /** Who started it. The flight fails when the leader stops waiting. */
  readonly leader: Waiter;
  readonly startedAt: number;
}

type Start<T> = () => Promise<T>;

const hasStoppedWaiting = ({ signal, until }: Waiter) =>
  signal?.aborted === true || (until !== undefined && performance.now() >= until);

/**
 * Whether a waiter should start the work of a flight again, because the leader has stopped waiting and the flight's end may
 * reflect that. Work that took until the leader's deadline is not started with less time than that.
 */
function shouldRestart({ leader, startedAt }: Flight<unknown>, waiter: Waiter): boolean {
  if (leader.signal?.aborted) return true;
  if (!hasStoppedWaiting(leader)) return false;
  const now = performance.now();
  return waiter.until === undefined || waiter.until - now >= now - startedAt;
}

/** Waits for a flight's result until the waiter's own signal or until. */
function waitForResult<T>(result: Promise<T>, { signal, until }: Waiter): Promise<T> {
  if (!signal && until === undefined) return result;
  return new Promise((resolve, reject) => {
    // Before a timer is started.
    signal?.throwIfAborted();
    const onAbort = () => reject(signal?.reason);
    const timer =
      until === undefined
        ? undefined
        : setTimeout(
            () => reject(new DOMException('The call timed out.', 'TimeoutError')),
            Math.max(0, until - performance.now()),
          );
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    result.finally(cleanUp).then(resolve, reject);
  });
}

/**
 * Deduplicates concurrent work: calls with the same key share one execution. Results are not cached. If the leader
 * stops waiting and the work fails with it, the next waiter starts it again, if it has enough time left.
 */
export class SingleFlight<T> {
  // A Map would retain finished flights, as a Set would responses (src/listener/drain.ts). In LRUCache, only the keys are in one.
  readonly #flights = new LRUCache<string, Flight<T>>(limitEntries(MAX_FLIGHTS));

  get size(): number {
    return this.#flights.size;
  }

  /**
   * Returns the result of the flight for `key`, or starts one.
   * @throws what the work throws; the signal's reason or DOMException TimeoutError, if the waiter's own signal or
   * until ends first.
   */
  run(key: string, waiter: Waiter, start: Start<T>): Promise<T> {
    return this.#flights.has(key)
      ? this.#join(key, waiter, start)
      : this.#start(key, waiter, start);
  }

  async #join(key: string, waiter: Waiter, start: Start<T>): Promise<T> {
    for (;;) {
      const flight = this.#flights.get(key);
      if (!flight) return this.#start(key, waiter, start);
      try {
        const result = await waitForResult(flight.result, waiter);
        if (!shouldRestart(flight, waiter)) return result;
      } catch (error) {
        if (hasStoppedWaiting(waiter) || !shouldRestart(flight, waiter)) throw error;
      }
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }

  #start(key: string, leader: Waiter, start: Start<T>): Promise<T> {
    let result: Promise<T>;
    const startedAt = performance.now();
    try {
      result = start();
    } catch (error) {
      return Promise.reject(error);
    }
    const flight = { result, leader, startedAt };
    this.#flights.set(key, flight);
    const end = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    // Runs before any waiter's handler, so that nobody joins a flight that has ended.
    result.then(end, end);
    return result;
  }
}
