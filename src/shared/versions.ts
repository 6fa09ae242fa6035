import { LRUCache } from 'lru-cache';
import { limitEntries } from './limit-entries.ts';

/** Maximum number of names with a version of their own. */
const MAX_NAMES = 10_000;

/**
 * Version numbers by name, to detect results that were read before a change. A version never repeats: an evicted name
 * gets the latest evicted version, which no name has had.
 */
export class Versions {
  readonly #versions: LRUCache<string, number>;
  #latest = 0;
  /** The latest version of any evicted name. */
  #latestEvicted = 0;

  constructor(max: number = MAX_NAMES) {
    this.#versions = new LRUCache({
      ...limitEntries(max),
      dispose: (version, _, reason) => {
        if (reason === 'evict') this.#latestEvicted = Math.max(this.#latestEvicted, version);
      },
    });
  }

  /** Returns the current version of a name. */
  get(name: string): number {
    return this.#versions.get(name) ?? this.#latestEvicted;
  }

  /** Gives a name a new version. Call it before and after each change. */
  increment(name: string): void {
    this.#latest += 1;
    this.#versions.set(name, this.#latest);
  }
}
