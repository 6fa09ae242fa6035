/**
 * Lets so much work be under way at a time; what is more waits for its turn, first come, first served. Every lookup
 * of an operation passes one, nearly always without waiting: then nothing is made for it, where p-limit makes six promises.
 */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #active = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Pieces of work that have their turn, or wait for it. */
  get size(): number {
    return this.#active + this.#waiting.length;
  }

  /** Whether the next piece of work would have to wait. */
  get isFull(): boolean {
    return this.#active >= this.#atOnce;
  }

  /** Does `work` when its turn has come. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    // Whoever ends hands its turn on, so that nobody comes between.
    if (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#active += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }
}
