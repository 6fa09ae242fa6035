/**
 * Limits concurrency, in order of arrival. Allocates nothing for a task that does not wait, which is the common case;
 * p-limit creates six promises per task.
 */
export class Semaphore {
  readonly #maxConcurrency: number;
  readonly #waiting: (() => void)[] = [];
  #active = 0;

  constructor(maxConcurrency: number) {
    this.#maxConcurrency = maxConcurrency;
  }

  /** Number of running and waiting tasks. */
  get size(): number {
    return this.#active + this.#waiting.length;
  }

  /** Whether the next task would have to wait. */
  get isFull(): boolean {
    return this.#active >= this.#maxConcurrency;
  }

  /** Runs `task` as soon as the limit allows. */
  async run<Value>(task: () => Promise<Value>): Promise<Value> {
    // A finished task passes its slot on directly, so that no other task can take it in between.
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#active += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }
}
