import type { Counter } from 'prom-client';

/**
 * A counter with two labels that keeps plain numbers and writes them to a counter of prom-client on collection.
 * prom-client builds a string of the labels for each increment, and an operation may have dozens of lookups.
 */
export class BufferedCounter {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Adds one for the values of both labels. */
  increment(first: string, second: string): void {
    let counts = this.#counts.get(first);
    if (!counts) {
      counts = new Map();
      this.#counts.set(first, counts);
    }
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }

  /** Sets a counter with the same two labels to these values. */
  writeTo(counter: Counter): void {
    counter.reset();
    for (const [first, counts] of this.#counts) {
      for (const [second, count] of counts) counter.labels(first, second).inc(count);
    }
  }
}
