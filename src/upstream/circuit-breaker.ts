import { LRUCache } from 'lru-cache';
import type { Endpoint } from '../contract/resource.ts';
import { limitEntries } from '../shared/limit-entries.ts';
import { circuitChanges } from './diagnostics.ts';
import { UpstreamError } from './errors.ts';
import type { CallTarget } from './request.ts';

/** Number of failures without a success between them, and the time from the first to the last, that open a circuit. */
const MIN_FAILURES = 5;
const MIN_SPAN = 1_000;

/** Failures that are further apart do not count together. */
const WINDOW = 5_000;

/** Number of calls without a response, however far apart, that open a circuit. */
const MIN_TIMEOUTS = 3;

/** How long a circuit stays open before a probe: at first, and at most. */
const MIN_PAUSE = 500;
const MAX_PAUSE = 10_000;

/** How long a caller is known after a success. */
const KNOWN = 600_000;

/** Maximum number of callers that are known, and of circuits. Those of any other caller start closed. */
const MAX_CALLERS = 10_000;
const MAX_CIRCUITS = 20_000;

/** Statuses of a gateway whose service is unavailable. 500 is not one: it may be about a single request. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

/** The call of an attempt. */
type Observed = Pick<CallTarget, 'name' | 'feature'> & {
  /** If its endpoint is slow, a timeout may be about a single request. */
  readonly endpoint: Pick<Endpoint, 'slow'>;
};

/** Closed, it lets calls pass; open, it rejects them, except for probes. Times are on the clock of `performance.now()`. */
class Circuit {
  #failures = 0;
  #timeouts = 0;
  #firstFailure = 0;
  #latestFailure = Number.NEGATIVE_INFINITY;
  #latestSuccess = Number.NEGATIVE_INFINITY;
  #pause = MIN_PAUSE;
  /** When the next probe is due. Undefined while it is closed. */
  #openUntil: number | undefined;
  /** The reason that the upstream gave for the latest failure. */
  explanation: string | undefined;

  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** Returns for how long calls are rejected, in milliseconds; 0 if it is closed, or a probe is due. */
  getWait(now: number): number {
    return Math.max(0, (this.#openUntil ?? 0) - now);
  }

  addSuccess(now: number): void {
    this.#failures = 0;
    this.#timeouts = 0;
    this.#latestSuccess = now;
    this.#pause = MIN_PAUSE;
    this.#openUntil = undefined;
  }

  /** Adds an attempt that failed. It can only open the circuit if `mayOpen`. */
  addFailure(now: number, startedAt: number, isTimeout: boolean, mayOpen = true): void {
    if (now - this.#latestFailure >= WINDOW) this.#failures = 0;
    if (this.#failures === 0) this.#firstFailure = now;
    this.#failures += 1;
    this.#latestFailure = now;
    // After a success of another call, a call without a response says nothing about the next one.
    if (isTimeout && startedAt > this.#latestSuccess) this.#timeouts += 1;
    const isFailing = this.#failures >= MIN_FAILURES && now - this.#firstFailure >= MIN_SPAN;
    if (this.isOpen || !mayOpen) return;
    if (isFailing || this.#timeouts >= MIN_TIMEOUTS) this.#openUntil = now + this.#pause;
  }

  /** Starts a probe. The next one is due after twice the time, from now or, if this one fails, from then. */
  startProbe(now: number): void {
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE);
    this.#openUntil = now + this.#pause;
  }

  /** Ends a probe that did not close it. After an aborted one, the next call is a probe. */
  endProbe(now: number, wasAborted: boolean): void {
    if (this.isOpen) this.#openUntil = wasAborted ? now : now + this.#pause;
  }
}

/** An attempt that was admitted. */
interface Attempt {
  readonly caller: string;
  readonly isSlow: boolean;
  /** Whether its caller had a success lately. */
  readonly isKnown: boolean;
  readonly startedAt: number;
}

/** Records how an attempt that was admitted ended: its error, or undefined for a success. */
export type RecordEnd = (error: UpstreamError | undefined) => void;

/**
 * Rejects calls that would fail. `README.md` says when, and what callers see.
 *
 * There is a circuit for each feature of each caller, and one for the connection to the upstream, in two parts: failures to
 * connect, and missing responses. Only callers with a recent success can open the latter, and only several together.
 */
export class CircuitBreaker {
  readonly #unreachable = new Circuit();
  readonly #silent = new Circuit();
  /** Those of missing responses since the latest response. Two are enough. */
  readonly #callers = new Set<string>();
  readonly #features = new LRUCache<string, Circuit>(limitEntries(MAX_CIRCUITS));
  /** When callers had their latest success. */
  readonly #known = new LRUCache<string, number>(limitEntries(MAX_CALLERS));

  /** Whether calls of all callers are rejected now. False as soon as a probe is due. */
  get isOpen(): boolean {
    const now = performance.now();
    return this.#unreachable.getWait(now) > 0 || this.#silent.getWait(now) > 0;
  }

  #getFeature(key: string): Circuit {
    const known = this.#features.get(key);
    if (known) return known;
    const circuit = new Circuit();
    this.#features.set(key, circuit);
    return circuit;
  }

  /** Admits an attempt by a caller. @throws UpstreamError while one of the circuits of its call is open. */
  admit({ name, feature, endpoint }: Observed, caller: string): RecordEnd {
    const startedAt = performance.now();
    const own = this.#getFeature(`${caller} ${feature}`);
    const isKnown = startedAt - (this.#known.get(caller) ?? Number.NEGATIVE_INFINITY) < KNOWN;
    const probed: Circuit[] = [];
    for (const circuit of [own, this.#unreachable, this.#silent]) {
      const wait = circuit.getWait(startedAt);
      if (wait > 0) throw createRejection(name, Math.ceil(wait / 1000), circuit.explanation);
      // A caller without a success must not keep a circuit of others open by its probes.
      if (circuit.isOpen && (circuit !== this.#silent || isKnown)) probed.push(circuit);
    }
    for (const circuit of probed) circuit.startProbe(startedAt);
    return (error) => {
      const now = performance.now();
      const wasAborted = error?.kind === 'aborted';
      const isSlow = endpoint.slow === true;
      if (!wasAborted) this.#record({ caller, isSlow, isKnown, startedAt }, own, error, now);
      for (const circuit of probed) circuit.endProbe(now, wasAborted);
    };
  }

  #record(
    { caller, isSlow, isKnown, startedAt }: Attempt,
    own: Circuit,
    error: UpstreamError | undefined,
    now: number,
  ) {
    const hasResponse = error?.kind !== 'connection' && error?.kind !== 'timeout';
    const isTimeout = error?.kind === 'timeout' && !isSlow;
    const hasFailed = hasResponse
      ? UNAVAILABLE_STATUSES.includes(error?.status ?? 0)
      : error.isSent;
    if (hasFailed) {
      own.explanation = error?.isExplained ? error.message : undefined;
      own.addFailure(now, startedAt, isTimeout);
    } else if (hasResponse) own.addSuccess(now);
    if (!error) this.#known.set(caller, now);

    const wasOpen = this.#unreachable.isOpen || this.#silent.isOpen;
    if (hasResponse) {
      this.#unreachable.addSuccess(now);
      this.#silent.addSuccess(now);
      this.#callers.clear();
    } else if (!error.isSent) {
      this.#unreachable.addFailure(now, startedAt, isTimeout);
    } else if (isKnown && !isSlow) {
      if (this.#callers.size < 2) this.#callers.add(caller);
      this.#silent.addFailure(now, startedAt, isTimeout, this.#callers.size > 1);
    }
    const isOpen = this.#unreachable.isOpen || this.#silent.isOpen;
    if (isOpen !== wasOpen) circuitChanges.publish({ isOpen, error });
  }
}

/** @param explanation the reason that the upstream gave this caller when it failed. */
function createRejection(call: string, retryAfterSeconds: number, explanation?: string) {
  const reason = explanation === undefined ? '.' : `: ${explanation.replace(/\.?$/, '.')}`;
  const message = `The circuit breaker is open because the upstream failed${reason} Try again later.`;
  return new UpstreamError('circuit', call, { message, retryAfterSeconds });
}
