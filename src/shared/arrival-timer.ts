import type { Readable } from 'node:stream';

/** Minimum rate at which the body of an upload must arrive, in bytes per second. */
const MIN_RATE = 16 * 1024;

const timedBodies = new WeakSet<Readable>();

/** Whether an ArrivalTimer limits how slowly a body arrives. */
export const hasArrivalTimer = (body: Readable): boolean => timedBodies.has(body);

/**
 * Limits how slowly a body arrives. The client has `idle` milliseconds. Each byte adds the time that it takes at 16 KiB/s, but
 * never more than `idle` milliseconds are left: neither silence nor single bytes keep a body open.
 */
export class ArrivalTimer {
  readonly #idle: number;
  readonly #onLate: () => void;
  #deadline: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param onLate called once, if the body is late before `stop` is called. */
  constructor(body: Readable, idle: number, onLate: () => void) {
    timedBodies.add(body);
    this.#idle = idle;
    this.#onLate = onLate;
    this.#deadline = performance.now() + idle;
    this.#wait(idle);
  }

  #wait(time: number) {
    this.#timer = setTimeout(() => {
      const left = this.#deadline - performance.now();
      if (left > 0) this.#wait(left);
      else this.#onLate();
    }, time);
  }

  count(bytes: number): void {
    const latest = performance.now() + this.#idle;
    this.#deadline = Math.min(latest, this.#deadline + (bytes / MIN_RATE) * 1_000);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
