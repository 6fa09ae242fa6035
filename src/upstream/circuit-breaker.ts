import { CircuitState, SamplingBreaker } from 'cockatiel';
import { circuitChanges } from './diagnostics.ts';
import {
  AbortedError,
  CircuitOpenError,
  ConnectionError,
  TimeoutError,
  UpstreamFailedError,
} from './errors.ts';

/** When the circuit breaker opens and closes. Times are in milliseconds. */
export interface BreakerOptions {
  /** It opens if more than half of the calls within this time failed. Default 5,000. */
  readonly breakerWindow?: number;
  /** Minimum number of calls within that time. Default 10. */
  readonly breakerCalls?: number;
  /** It also opens if so many calls in a row failed, however long they took. Default 5. */
  readonly breakerRow?: number;
  /** How long it stays open before one call probes the upstream. Default 10,000. */
  readonly breakerPause?: number;
}

/** Connections that break within this time, in milliseconds, are one failure in a row: they may have been one. */
const SAME_MOMENT = 250;

/** Statuses of a gateway whose service is unavailable. 500 is not one: it may be about a single request. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

/** An attempt that the circuit breaker admitted. */
export interface AdmittedCall {
  /** Who makes it; undefined if callers are not distinguished. */
  readonly subject: string | undefined;
  readonly isProbe: boolean;
  /** Whether its endpoint is slow, so that a timeout may be about a single request. */
  readonly isSlow: boolean;
  /** Number of callers that wait for it. */
  readonly waiters: number;
}

const isUnavailable = (error: unknown) =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof UpstreamFailedError && UNAVAILABLE_STATUSES.includes(error.status));

/**
 * Rejects calls while the upstream is down. After a pause, one call is the probe that closes or opens the circuit again;
 * other calls do not wait for it. It samples by time, because a broken HTTP/2 connection fails hundreds of calls at once,
 * and it counts calls in a row, because an upstream that hangs fails few calls in any time.
 *
 * If most of the failures are those of one caller, only its calls are rejected: no caller can stop the calls of others.
 */
export class CircuitBreaker {
  readonly #row: number;
  readonly #pause: number;
  readonly #window: number;
  readonly #createSamples: () => SamplingBreaker;
  #samples: SamplingBreaker;
  #sampledAt = 0;
  #failuresInRow = 0;
  /** When a connection broke last. */
  #brokenAt = Number.NEGATIVE_INFINITY;
  /** The callers of the latest failures. */
  #failedSubjects: (string | undefined)[] = [];
  #isClosed = true;
  #openUntil = 0;
  /** The only caller whose calls are rejected; undefined for all. */
  #rejectedSubject: string | undefined;
  /** Whether a call succeeded since the circuit opened. */
  #hasSucceeded = false;

  constructor({
    breakerWindow = 5_000,
    breakerCalls = 10,
    breakerRow = 5,
    breakerPause = 10_000,
  }: BreakerOptions) {
    this.#row = breakerRow;
    this.#pause = breakerPause;
    this.#window = breakerWindow;
    this.#createSamples = () =>
      new SamplingBreaker({
        threshold: 0.5,
        duration: breakerWindow,
        minimumRps: (1000 * breakerCalls) / breakerWindow,
      });
    this.#samples = this.#createSamples();
  }

  /** Whether calls are rejected now, if only those of one caller. False as soon as the pause is over. */
  get isOpen(): boolean {
    return !this.#isClosed && Date.now() < this.#openUntil;
  }

  /** Whether the upstream counts as down: the circuit is open, and no call of another caller succeeded since. */
  get isDown(): boolean {
    return this.isOpen && !this.#hasSucceeded;
  }

  #rejects(subject: string | undefined): boolean {
    if (this.#isClosed) return false;
    return this.#rejectedSubject === undefined || this.#rejectedSubject === subject;
  }

  /**
   * Admits a call. Call `record` when it has ended.
   * @returns whether the call is the probe.
   * @throws CircuitOpenError while the circuit is open.
   */
  admit(call: string, subject?: string): boolean {
    if (!this.#rejects(subject)) return false;
    if (this.isOpen) {
      const seconds = Math.ceil((this.#openUntil - Date.now()) / 1000);
      throw new CircuitOpenError(call, Math.max(1, seconds));
    }
    // If the probe has no result after another pause, the next call is one, too.
    this.#openUntil = Date.now() + this.#pause;
    return true;
  }

  /** Records the result of an admitted call: its error, or undefined for success. */
  record(error: unknown, call: AdmittedCall): void {
    const { isProbe, subject } = call;
    // An aborted call proves nothing. If it was the probe, the circuit stays open.
    if (error instanceof AbortedError) return;
    // A call that started before the circuit opened says nothing about the present.
    if (!isProbe && this.#rejects(subject)) return;
    this.#dropOldSamples();
    if (!isUnavailable(error)) {
      if (isProbe) this.#close();
      this.#samples.success(CircuitState.Closed);
      this.#failuresInRow = 0;
      this.#hasSucceeded = true;
    } else if (isProbe) {
      this.#openUntil = Date.now() + this.#pause;
    } else if (this.#addFailure(call, error instanceof ConnectionError)) {
      this.#open(error);
    }
  }

  /** Drops the samples of an earlier window, which cockatiel would drop only one by one with later calls. */
  #dropOldSamples() {
    const now = Date.now();
    if (now - this.#sampledAt >= this.#window) this.#samples = this.#createSamples();
    this.#sampledAt = now;
  }

  /** Returns whether the circuit must open. */
  #addFailure({ subject, isSlow, waiters }: AdmittedCall, isBroken: boolean): boolean {
    const isSameMoment = isBroken && Date.now() - this.#brokenAt < SAME_MOMENT;
    if (isBroken) this.#brokenAt = Date.now();
    const count = isSlow ? 1 : Math.min(waiters, this.#row);
    const latest = [...this.#failedSubjects, ...Array<typeof subject>(count).fill(subject)];
    this.#failedSubjects = latest.slice(-this.#row);
    if (!isSlow && !isSameMoment) this.#failuresInRow += isBroken ? 1 : count;
    return this.#samples.failure(CircuitState.Closed) || this.#failuresInRow >= this.#row;
  }

  #open(error: unknown) {
    const failures = this.#failedSubjects;
    const isMostFrequent = (subject: string | undefined) =>
      failures.filter((each) => each === subject).length > failures.length / 2;
    // If a further caller fails while the first is rejected, the upstream is down.
    this.#rejectedSubject = this.isOpen ? undefined : failures.find(isMostFrequent);
    this.#reset();
    this.#hasSucceeded = false;
    this.#isClosed = false;
    this.#openUntil = Date.now() + this.#pause;
    circuitChanges.publish({ isOpen: true, error });
  }

  #close() {
    this.#reset();
    this.#isClosed = true;
    circuitChanges.publish({ isOpen: false });
  }

  #reset() {
    this.#samples = this.#createSamples();
    this.#failuresInRow = 0;
    this.#failedSubjects = [];
  }
}
