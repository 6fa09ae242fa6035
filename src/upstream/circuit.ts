/** Length of a slot of the window in milliseconds, and the number of slots: five seconds. */
const SLOT = 125;
const SLOTS = 40;
const WINDOW = SLOT * SLOTS;

/** Minimum time from the first to the last failure of the window, in milliseconds. */
const MIN_SPAN = 1_000;

/** Number of calls that must run into their deadline, with no success since. */
const MIN_TIMEOUTS = 3;

/** How long a circuit stays open before a probe: at first, and at most, in milliseconds. */
const MIN_PAUSE = 500;
const MAX_PAUSE = 10_000;

/** Counts the attempts of the last five seconds. They expire with time, whether or not there are new ones. */
export class RollingWindow {
  /** Successes, then failures, of each slot. */
  readonly #counts = new Uint16Array(2 * SLOTS);
  /** The latest slot, counted from the start of the clock. */
  #latest = 0;

  #moveTo(now: number): number {
    const slot = Math.floor(now / SLOT);
    for (let next = Math.max(this.#latest + 1, slot - SLOTS + 1); next <= slot; next += 1) {
      this.#counts[next % SLOTS] = 0;
      this.#counts[(next % SLOTS) + SLOTS] = 0;
    }
    this.#latest = Math.max(this.#latest, slot);
    return slot;
  }

  #change(slot: number, offset: 0 | typeof SLOTS, change: 1 | -1): void {
    const index = (slot % SLOTS) + offset;
    this.#counts[index] = (this.#counts[index] ?? 0) + change;
  }

  addSuccess(now: number): void {
    this.#change(this.#moveTo(now), 0, 1);
  }

  addFailure(now: number): void {
    this.#change(this.#moveTo(now), SLOTS, 1);
  }

  /** Removes a failure that was added at a time, if it is still in the window. */
  removeFailure(at: number): void {
    const slot = Math.floor(at / SLOT);
    if (slot > this.#latest - SLOTS) this.#change(slot, SLOTS, -1);
  }

  hasFailures(now: number): boolean {
    this.#moveTo(now);
    return this.#counts.subarray(SLOTS).some((count) => count > 0);
  }

  /** Whether at least `minFailures` attempts failed, more than half of all, over at least a second until `now`. */
  isFailing(minFailures: number, now: number): boolean {
    this.#moveTo(now);
    let failures = 0;
    let successes = 0;
    let firstFailure = Number.POSITIVE_INFINITY;
    for (let slot = this.#latest; slot > this.#latest - SLOTS && slot >= 0; slot -= 1) {
      const failed = this.#counts[(slot % SLOTS) + SLOTS] ?? 0;
      successes += this.#counts[slot % SLOTS] ?? 0;
      failures += failed;
      // The end of its slot, so that the failures span no less than it seems.
      if (failed > 0) firstFailure = (slot + 1) * SLOT;
    }
    return failures >= minFailures && failures > successes && now - firstFailure >= MIN_SPAN;
  }
}

/**
 * The callers or features of a circuit, each with its own circuit. One of them cannot open the circuit for others: two
 * must have failed. A caller that was the only active one also opens it, but only for itself. At most two are
 * remembered.
 */
class Members {
  readonly #canBeAlone: boolean;
  readonly #failed = new Set<Circuit>();
  /** Those with a call that ran into its deadline, since the last success of any. */
  readonly #timedOut = new Set<Circuit>();
  #latest: Circuit | undefined;
  #latestAt = Number.NEGATIVE_INFINITY;
  /** When one other than the latest was active last. */
  #otherAt = Number.NEGATIVE_INFINITY;
  /** The one that opened the circuit alone. */
  lone: Circuit | undefined;

  constructor(canBeAlone: boolean) {
    this.#canBeAlone = canBeAlone;
  }

  #addActivity(member: Circuit, now: number): void {
    if (this.#latest !== member) this.#otherAt = this.#latestAt;
    this.#latest = member;
    this.#latestAt = now;
  }

  addSuccess(member: Circuit, now: number): void {
    this.#addActivity(member, now);
    this.#timedOut.clear();
  }

  addFailure(member: Circuit, isHanging: boolean, now: number): void {
    this.#addActivity(member, now);
    for (const failed of this.#failed) {
      if (!failed.window.hasFailures(now)) this.#failed.delete(failed);
    }
    if (this.#failed.size < 2) this.#failed.add(member);
    if (isHanging && this.#timedOut.size < 2) this.#timedOut.add(member);
  }

  /** Whether two had failures that meet one of the rules. */
  haveFailed({ isFailing, isUnresponsive, now }: Judgement): boolean {
    const failed = [...this.#failed].filter(({ window }) => window.hasFailures(now));
    return (isFailing && failed.length === 2) || (isUnresponsive && this.#timedOut.size === 2);
  }

  /** Whether the latest alone was active within the window, and may be. */
  isOneActive(now: number): boolean {
    return this.#canBeAlone && now - this.#otherAt >= WINDOW;
  }

  /** Remembers the latest as the one that opened the circuit alone, or that there are several. */
  setLone(isAlone: boolean): void {
    this.lone = isAlone ? this.#latest : undefined;
  }
}

/** Which rules the failures of a circuit meet now. */
interface Judgement {
  readonly isFailing: boolean;
  readonly isUnresponsive: boolean;
  readonly now: number;
}

/** Which calls a circuit is about. Undefined for those of all callers, or to all features. */
export interface CircuitScope {
  readonly subject?: string | undefined;
  readonly feature?: string | undefined;
}

interface Failure {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether it ran into its deadline, which another call would not. */
  readonly isTimeout: boolean;
}

/**
 * Closed, it lets its calls pass; open, it rejects them, except for probes. `README.md` says when it opens. Times are in
 * milliseconds, on the clock of `performance.now()`.
 *
 * `members` are the circuits of a call's caller, if this one is about all callers, and of its feature, if it is about
 * all features.
 */
export class Circuit {
  readonly about: CircuitScope;
  readonly #minFailures: number;
  /** Its callers, its features, both or neither. */
  readonly #kinds: readonly Members[];
  window: RollingWindow = new RollingWindow();
  /** Number of calls that ran into their deadline since the last success. */
  #timeouts = 0;
  #pause = MIN_PAUSE;
  /** When the next probe is due. Undefined while the circuit is closed. */
  #openUntil: number | undefined;
  openedAt: number = Number.NEGATIVE_INFINITY;
  succeededAt: number = Number.NEGATIVE_INFINITY;
  /** The latest failure: its caller, and the reason, if the upstream gave one. */
  latestFailure: { readonly subject: string; readonly explanation: string | undefined } | undefined;

  constructor(minFailures: number, about: CircuitScope) {
    this.#minFailures = minFailures;
    this.about = about;
    const callers = about.subject === undefined ? [new Members(true)] : [];
    const features = about.feature === undefined ? [new Members(false)] : [];
    this.#kinds = [...callers, ...features];
  }

  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** Returns for how long calls are rejected, in milliseconds; 0 if it is closed, or a probe is due. */
  getWait(now: number): number {
    return Math.max(0, (this.#openUntil ?? 0) - now);
  }

  /** Whether a call is rejected while the circuit is open, not only those of the caller that opened it alone. */
  isAbout(members: readonly Circuit[]): boolean {
    return this.#kinds.every(({ lone }, index) => lone === undefined || lone === members[index]);
  }

  addSuccess(members: readonly Circuit[], now: number): void {
    this.window.addSuccess(now);
    this.succeededAt = now;
    this.#timeouts = 0;
    members.forEach((member, index) => void this.#kinds[index]?.addSuccess(member, now));
  }

  /** Adds an attempt that failed, and returns whether that opened the circuit. */
  addFailure(members: readonly Circuit[], { startedAt, endedAt, isTimeout }: Failure): boolean {
    this.window.addFailure(endedAt);
    // While other calls succeed, a call without a response says nothing about them.
    const isHanging = isTimeout && this.succeededAt < startedAt;
    if (isHanging) this.#timeouts += 1;
    for (const [index, member] of members.entries()) {
      this.#kinds[index]?.addFailure(member, isHanging, endedAt);
    }
    const judgement = {
      isFailing: this.window.isFailing(this.#minFailures, endedAt),
      isUnresponsive: this.#timeouts >= MIN_TIMEOUTS,
      now: endedAt,
    };
    if (!judgement.isFailing && !judgement.isUnresponsive) return false;
    if (this.isOpen) {
      for (const kind of this.#kinds) if (kind.haveFailed(judgement)) kind.setLone(false);
      return false;
    }
    const mustOpen = this.#kinds.every(
      (kind) => kind.haveFailed(judgement) || kind.isOneActive(endedAt),
    );
    if (!mustOpen) return false;
    for (const kind of this.#kinds) kind.setLone(!kind.haveFailed(judgement));
    this.openedAt = endedAt;
    this.#openUntil = endedAt + this.#pause;
    return true;
  }

  /** Starts a probe. The next one is due after twice the time, from now or, if this one fails, from then. */
  startProbe(now: number): void {
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE);
    this.#openUntil = now + this.#pause;
  }

  failProbe(now: number): void {
    if (this.isOpen) this.#openUntil = now + this.#pause;
  }

  /** Ends a probe that was aborted. It proves nothing, so the next call is a probe. */
  abortProbe(now: number): void {
    if (this.isOpen) this.#openUntil = now;
  }

  /** Closes the circuit, because a call succeeded. */
  close(): void {
    this.window = new RollingWindow();
    this.#pause = MIN_PAUSE;
    this.#openUntil = undefined;
    for (const kind of this.#kinds) kind.setLone(false);
  }
}
