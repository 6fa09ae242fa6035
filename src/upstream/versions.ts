/** Maximum number of names with their own version. */
const MAX_NAMES = 10_000;

/**
 * Version numbers by name: each change gives its name the next number, so that results read before the change can be
 * recognized. A version never repeats. A name whose last change is forgotten, the earliest of all, has the latest
 * version that was forgotten: results from before may count as changed, later ones do not.
 */
export class Versions {
  readonly #max: number;
  /** In the order of their changes. */
  readonly #versions = new Map<string, number>();
  #latest = 0;
  #latestForgotten = 0;

  constructor(max: number = MAX_NAMES) {
    this.#max = max;
  }

  /** The version of the last change of any name. */
  get latest(): number {
    return this.#latest;
  }

  /** Returns the current version of a name. */
  get(name: string): number {
    return this.#versions.get(name) ?? this.#latestForgotten;
  }

  /** Gives a name a new version. Call it before and after each change. */
  increment(name: string): void {
    this.#latest += 1;
    this.#versions.delete(name);
    this.#versions.set(name, this.#latest);
    if (this.#versions.size <= this.#max) return;
    for (const [earliest, version] of this.#versions) {
      this.#versions.delete(earliest);
      this.#latestForgotten = version;
      return;
    }
  }
}
