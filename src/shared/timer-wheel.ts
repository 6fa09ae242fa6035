/** Milliseconds between two looks at who is due. */
const TICK = 20;

/** Slots of the wheel: a power of two. What expires later than a turn of it (10 s) is looked at once a turn. */
const SLOTS = 512;

/** Something that may expire. A timer wheel keeps it in a list of which it is a link, so that nothing is made for it. */
export abstract class TimerEntry {
  /** When it expires, on the clock of `performance.now()`. */
  expiresAt: number;
  /** For the wheel alone. */
  next: TimerEntry | undefined = undefined;
  previous: TimerEntry | undefined = undefined;

  constructor(expiresAt: number) {
    this.expiresAt = expiresAt;
  }

  /** Called when it expires; the wheel has let it go. */
  abstract onExpire(): void;
}

class Slot extends TimerEntry {
  constructor() {
    super(Number.POSITIVE_INFINITY);
  }

  onExpire(): void {}
}

/**
 * Expires any number of things with one timer. Whatever expires does so at most 20 ms late, and never early. Node's own
 * timers cost an object each and keep a list for each duration, and no two deadlines of calls are equally far away.
 */
export class TimerWheel {
  readonly #slots = Array.from({ length: SLOTS }, () => new Slot());
  /** The last tick that was looked at. */
  #tick = 0;
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Things that have not expired. */
  get size(): number {
    return this.#size;
  }

  /** Takes something in, which is in no wheel yet. */
  add(entry: TimerEntry): void {
    if (!this.#timer) {
      this.#tick = Math.floor(performance.now() / TICK);
      this.#timer = setInterval(() => this.#advance(), TICK).unref();
    }
    // No sooner than the next tick, which is looked at yet.
    const tick = Math.max(Math.ceil(entry.expiresAt / TICK), this.#tick + 1);
    const slot = this.#slots[Number.isFinite(tick) ? tick % SLOTS : 0];
    entry.previous = slot;
    entry.next = slot?.next;
    if (entry.next) entry.next.previous = entry;
    if (slot) slot.next = entry;
    this.#size += 1;
  }

  /** Lets something go, if it is still there. */
  delete(entry: TimerEntry): void {
    if (!entry.previous) return;
    entry.previous.next = entry.next;
    if (entry.next) entry.next.previous = entry.previous;
    // An entry that is gone must not keep those alive that were beside it.
    entry.previous = undefined;
    entry.next = undefined;
    this.#size -= 1;
  }

  #advance() {
    const now = performance.now();
    const last = Math.floor(now / TICK);
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
