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

/** The attempts of one slot. */
interface Slot {
  /** Counted from the start of the clock. */
  readonly number: number;
  successes: number;
  failures: number;
}

const NO_SLOTS: readonly Slot[] = [];

const hasFailed = ({ failures }: Slot) => failures > 0;

/**
 * Counts the attempts of the last five seconds. They expire with time, whether or not there are new ones. Slots without
 * attempts take no memory, because each of thousands of callers has several windows.
 */
export class RollingWindow {
  /** The slots with attempts, the latest last. */
  #slots: readonly Slot[] = NO_SLOTS;

  #removeExpired(now: number): void {
    const latestExpired = Math.floor(now / SLOT) - SLOTS;
    const oldest = this.#slots[0];
    if (!oldest || oldest.number > latestExpired) return;
    this.#slots = this.#slots.filter(({ number }) => number > latestExpired);
  }

  #getSlot(now: number): Slot {
    this.#removeExpired(now);
    const number = Math.floor(now / SLOT);
    const latest = this.#slots.at(-1);
    if (latest?.number === number) return latest;
    const created = { number, successes: 0, failures: 0 };
    // Not `push`, which reserves memory for 17.
    this.#slots = this.#slots.concat(created);
    return created;
  }

  addSuccess(now: number): void {
    this.#getSlot(now).successes += 1;
  }

  addFailure(now: number): void {
    this.#getSlot(now).failures += 1;
  }

  /** Removes a failure that was added at a time, if it is still in the window. */
  removeFailure(at: number): void {
    const slot = this.#slots.find(({ number }) => number === Math.floor(at / SLOT));
    if (slot) slot.failures -= 1;
  }

  hasFailures(now: number): boolean {
    this.#removeExpired(now);
    return this.#slots.some(hasFailed);
  }

  /** Whether at least `minFailures` attempts failed, more than half of all, over at least a second until `now`. */
  isFailing(minFailures: number, now: number): boolean {
    this.#removeExpired(now);
    let failures = 0;
    let successes = 0;
    for (const slot of this.#slots) {
      failures += slot.failures;
      successes += slot.successes;
    }
    const first = this.#slots.find(hasFailed);
    // From the end of its slot, so that the failures span no less than it seems.
    const span = first ? now - (first.number + 1) * SLOT : 0;
    return failures >= minFailures && failures > successes && span >= MIN_SPAN;
  }
}

/** Adds a circuit to those that are remembered, of which two are enough. */
function addOfTwo(circuits: Circuit[], added: Circuit): void {
  if (circuits.length < 2 && !circuits.includes(added)) circuits.push(added);
}

/**
 * The callers or features of a circuit, each with its own circuit. One of them cannot open the circuit for others: two
 * must have failed. A caller that was the only active one also opens it, but only for itself. At most two are
 * remembered.
 */
class Members {
  readonly #canBeAlone: boolean;
  #failed: Circuit[] = [];
  /** Those with a call that ran into its deadline, since the last success of any. */
  #timedOut: Circuit[] = [];
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
    if (this.#timedOut.length > 0) this.#timedOut = [];
  }

  addFailure(member: Circuit, isHanging: boolean, now: number): void {
    this.#addActivity(member, now);
    this.#failed = this.#failed.filter(({ window }) => window.hasFailures(now));
    addOfTwo(this.#failed, member);
    if (isHanging) addOfTwo(this.#timedOut, member);
  }

  /** Whether two had failures that meet one of the rules. */
  haveFailed({ isFailing, isUnresponsive, now }: Judgement): boolean {
    const failed = this.#failed.filter(({ window }) => window.hasFailures(now));
    return (isFailing && failed.length === 2) || (isUnresponsive && this.#timedOut.length === 2);
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

const NO_KINDS: readonly Members[] = [];

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
    const callers = about.subject === undefined ? [new Members(true)] : NO_KINDS;
    const features = about.feature === undefined ? [new Members(false)] : NO_KINDS;
    this.#kinds = features === NO_KINDS ? callers : [...callers, ...features];
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
