import { LRUCache } from 'lru-cache';

/** Names whose epochs are told apart, at most. */
const MAX_NAMES = 10_000;

/**
 * Counts what somebody has changed, so that what they asked before a change is not taken for an answer after it. An epoch
 * never comes again; a name that was forgotten begins with one that nobody has had.
 */
export class Versions {
  readonly #epochs: LRUCache<string, number>;
  #latest = 0;
  /** The latest epoch of any name that was forgotten. */
  #floor = 0;

  constructor(max: number = MAX_NAMES) {
    this.#epochs = new LRUCache({
      max,
      dispose: (epoch, _, reason) => {
        if (reason === 'evict') this.#floor = Math.max(this.#floor, epoch);
      },
    });
  }

  /** The epoch of a name now. */
  get(name: string): number {
    return this.#epochs.get(name) ?? this.#floor;
  }

  /** Something that the name reads is about to change, or has changed. */
  increment(name: string): void {
    this.#latest += 1;
    this.#epochs.set(name, this.#latest);
  }
}
