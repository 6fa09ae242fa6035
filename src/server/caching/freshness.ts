/** How long the data of one request stays fresh, by the `Cache-Control` of every upstream call that it made. */
export class Freshness {
  #seconds: number | undefined;
  /** On the clock of `performance.now()`; undefined before the first call. */
  #until: number | undefined;

  /** Adds a call. `seconds` is undefined if the upstream did not say, or the call failed. */
  add(seconds: number | undefined): void {
    const until = seconds === undefined ? 0 : performance.now() + seconds * 1000;
    this.#until = Math.min(this.#until ?? until, until);
    if (seconds !== undefined) this.#seconds = Math.min(this.#seconds ?? seconds, seconds);
  }

  /** The shortest time that the upstream said, in seconds; undefined if it said none. */
  get seconds(): number | undefined {
    return this.#seconds;
  }

  /** For how many whole seconds all data stays fresh: 0 if there was no call, or the upstream did not say for one. */
  get maxAge(): number {
    return Math.max(0, Math.floor(((this.#until ?? 0) - performance.now()) / 1000));
  }
}
