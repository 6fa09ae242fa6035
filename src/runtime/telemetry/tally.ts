import type { Counter } from 'prom-client';

/**
 * Counts by the values of two labels, as plain numbers, and hands them to a counter of prom-client when metrics are asked
 * for. The counter itself makes a text of its labels whenever it counts, which an operation with many lookups does dozens
 * of times.
 */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  /** Counts one, by the values of both labels. */
  add(first: string, second: string): void {
    let counts = this.#counts.get(first);
    if (!counts) {
      counts = new Map();
      this.#counts.set(first, counts);
    }
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }

  /** Makes a counter with these two labels say what was counted. */
  writeTo(counter: Counter): void {
    counter.reset();
    for (const [first, counts] of this.#counts) {
      for (const [second, count] of counts) counter.labels(first, second).inc(count);
    }
  }
}
