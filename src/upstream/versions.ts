import { LRUCache } from 'lru-cache';
import { limitEntries } from './limit-entries.ts';

/** Maximum number of names with their own version. */
const MAX_NAMES = 10_000;

/**
 * Version numbers by name: each change gives its name the next number, so that results read before the change can be
 * recognized. A version never repeats: a name that is not known, or no longer, gets the next number, too.
 */
export class Versions {
  readonly #versions: LRUCache<string, number>;
  #latest = 0;

  constructor(max: number = MAX_NAMES) {
    this.#versions = new LRUCache(limitEntries(max));
  }

  /** Returns the current version of a name. */
  get(name: string): number {
    return this.#versions.get(name) ?? this.change(name);
  }

  /** Gives a name a new version, and returns it. Call it before and after each change. */
  change(name: string): number {
    this.#latest += 1;
    this.#versions.set(name, this.#latest);
    return this.#latest;
  }
}
