import { LRUCache } from 'lru-cache';
import type { AbortSignalLike } from './abort-signal-like.ts';

/** Pieces of work under way that may be shared, at most; of more, the first are done and no longer shared. */
const MAX_FLIGHTS = 1_000;

/** Someone who waits for an answer, and until when. */
export interface Waiter {
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignalLike | undefined;
  /** When the waiting ends, on the clock of `performance.now()`. */
  readonly until?: number | undefined;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  /** On whose behalf it began; it ends with them. */
  readonly leader: Waiter;
}

const hasLeft = ({ signal, until }: Waiter) =>
  signal?.aborted === true || (until !== undefined && performance.now() >= until);

/** Waits for another's answer, and no longer than one's own patience lasts. */
function follow<T>(answer: Promise<T>, { signal, until }: Waiter): Promise<T> {
  if (!signal && until === undefined) return answer;
  return new Promise((resolve, reject) => {
    // Before anything is begun that would have to be ended.
    signal?.throwIfAborted();
    const leave = () => reject(signal?.reason);
    const timer =
      until === undefined
        ? undefined
        : setTimeout(
            () => reject(new DOMException('The call took too long.', 'TimeoutError')),
            Math.max(0, until - performance.now()),
          );
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    signal?.addEventListener('abort', leave);
    answer.finally(settle).then(resolve, reject);
  });
}

/**
 * Work that several ask for at the same time is done once, for the first of them. Nothing is kept: whoever asks when it
 * is done has it done anew. Where the first goes away, and the work with them, the next does it for themselves.
 */
export class SingleFlight<T> {
  // A Map would keep many a flight that is over: see UnderWay. This one has only the keys in a Map.
  readonly #flights = new LRUCache<string, Flight<T>>({ max: MAX_FLIGHTS });

  /** Work under way. */
  get size(): number {
    return this.#flights.size;
  }

  /**
   * The answer to `key`: of the work under way, or else of `begin`.
   * @throws what the work throws; the signal's reason, or DOMException TimeoutError, where one's own patience ends first.
   */
  run(key: string, waiting: Waiter, begin: () => Promise<T>): Promise<T> {
    return this.#flights.has(key)
      ? this.#share(key, waiting, begin)
      : this.#lead(key, waiting, begin);
  }

  async #share(key: string, waiting: Waiter, begin: () => Promise<T>): Promise<T> {
    for (;;) {
      const flight = this.#flights.get(key);
      if (!flight) return this.#lead(key, waiting, begin);
      try {
        const answer = await follow(flight.answer, waiting);
        // An answer that came of a leader's leaving may tell of nothing else.
        if (!hasLeft(flight.leader)) return answer;
      } catch (error) {
        if (hasLeft(waiting) || !hasLeft(flight.leader)) throw error;
      }
      if (this.#flights.peek(key) === flight) this.#flights.delete(key);
    }
  }

  async #lead(key: string, leader: Waiter, begin: () => Promise<T>): Promise<T> {
    const answer = begin();
    const flight = { answer, leader };
    this.#flights.set(key, flight);
    try {
      return await answer;
    } finally {
      if (this.#flights.peek(key) === flight) this.#flights.delete(key);
    }
  }
}
