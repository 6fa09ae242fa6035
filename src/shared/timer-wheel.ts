/** Interval between two checks, in milliseconds. */
const TICK_MS = 20;

/**
 * Number of slots, a power of two. Entries that expire after more than one revolution (10 s) are checked once per
 * revolution.
 */
const SLOTS = 512;

/** Something that may expire. Timer wheels link entries directly, so that none is wrapped in an object. */
export abstract class TimerEntry {
  /** When it expires, on the clock of `performance.now()`. */
  expiresAt: number;
  /** Used by the wheel only. */
  next: TimerEntry | undefined = undefined;
  previous: TimerEntry | undefined = undefined;

  constructor(expiresAt: number) {
    this.expiresAt = expiresAt;
  }

  /** Called on expiry, after the wheel has removed the entry. */
  abstract onExpire(): void;
}

class Slot extends TimerEntry {
  constructor() {
    super(Number.POSITIVE_INFINITY);
  }

  onExpire(): void {}
}

/**
 * Expires any number of entries with a single timer, never early and at most 20 ms late. Node's timers allocate an
 * object each and keep a list for each duration, and the deadlines of calls are all different.
 */
export class TimerWheel {
  readonly #slots = Array.from({ length: SLOTS }, () => new Slot());
  /** The last tick that was processed. */
  #tick = 0;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Number of entries that have not expired. */
  get size(): number {
    return this.#size;
  }

  /** Adds an entry, which must not be in a wheel. */
  add(entry: TimerEntry): void {
    if (!this.#timer) {
      this.#tick = Math.floor(performance.now() / TICK_MS);
      this.#timer = setInterval(() => this.#advance(), TICK_MS).unref();
    }
    // Not before the next tick, because this one has been processed.
    const tick = Math.max(Math.ceil(entry.expiresAt / TICK_MS), this.#tick + 1);
    const slot = this.#slots[Number.isFinite(tick) ? tick % SLOTS : 0];
    entry.previous = slot;
    entry.next = slot?.next;
    if (entry.next) entry.next.previous = entry;
    if (slot) slot.next = entry;
    this.#size += 1;
  }

  /** Removes an entry, if it is still in the wheel. */
  delete(entry: TimerEntry): void {
    if (!entry.previous) return;
    entry.previous.next = entry.next;
    if (entry.next) entry.next.previous = entry.previous;
    // A removed entry must not keep its neighbours alive.
    entry.previous = undefined;
    entry.next = undefined;
    this.#size -= 1;
  }

  #advance() {
    const now = performance.now();
    const last = Math.floor(now / TICK_MS);
    const expired: TimerEntry[] = [];
    for (let tick = Math.max(this.#tick + 1, last - SLOTS + 1); tick <= last; tick += 1) {
      let entry = this.#slots[tick % SLOTS]?.next;
      while (entry) {
        const { next } = entry;
        if (entry.expiresAt <= now) {
          this.delete(entry);
          expired.push(entry);
        }
        entry = next;
      }
    }
    this.#tick = last;
    for (const entry of expired) entry.onExpire();
    if (this.#size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
