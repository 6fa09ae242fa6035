import { CircuitState, SamplingBreaker } from 'cockatiel';
import { publishCircuitChange } from './diagnostics.ts';
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
  /** How long it stays open before one call probes the upstream. Default 10,000. */
  readonly breakerPause?: number;
}

/** Statuses of a gateway whose service is unavailable. 500 is not one: it may be about a single request. */
const UNAVAILABLE_STATUSES = [502, 503, 504];

const isUnavailable = (error: unknown) =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof UpstreamFailedError && UNAVAILABLE_STATUSES.includes(error.status));

/**
 * Rejects calls while the upstream is down. After a pause, one call is the probe that closes or opens the circuit again;
 * other calls do not wait for it. It samples by time, not by number of calls, because a broken HTTP/2 connection fails
 * hundreds of calls at once.
 */
export class CircuitBreaker {
  readonly #samples: SamplingBreaker;
  readonly #openDuration: number;
  #state: CircuitState = CircuitState.Closed;
  #openUntil = 0;

  constructor({ breakerWindow = 5_000, breakerCalls = 10, breakerPause = 10_000 }: BreakerOptions) {
    this.#openDuration = breakerPause;
    this.#samples = new SamplingBreaker({
      threshold: 0.5,
      duration: breakerWindow,
      minimumRps: (1000 * breakerCalls) / breakerWindow,
    });
  }

  /** Whether calls are rejected now. False as soon as the pause is over, even before the probe. */
  get isOpen(): boolean {
    return (
      this.#state === CircuitState.HalfOpen ||
      (this.#state === CircuitState.Open && Date.now() < this.#openUntil)
    );
  }

  /**
   * Admits a call. Call `record` when it has ended.
   * @returns whether the call is the probe.
   * @throws CircuitOpenError while the circuit is open.
   */
  admit(call: string): boolean {
    if (this.#state === CircuitState.Closed) return false;
    if (this.isOpen) {
      const seconds = Math.ceil((this.#openUntil - Date.now()) / 1000);
      throw new CircuitOpenError(call, Math.max(1, seconds));
    }
    this.#state = CircuitState.HalfOpen;
    return true;
  }

  /** Records the result of an admitted call: its error, or undefined for success. */
  record(error: unknown, isProbe: boolean): void {
    // A call that started before the circuit opened says nothing about the present.
    if (!isProbe && this.#state !== CircuitState.Closed) return;
    // An aborted probe proves nothing, so the circuit stays open.
    const isFailure = isUnavailable(error) || (isProbe && error instanceof AbortedError);
    if (!isFailure) {
      this.#samples.success(this.#state);
      if (isProbe) publishCircuitChange({ isOpen: false });
      this.#state = CircuitState.Closed;
    } else if (this.#samples.failure(this.#state)) {
      this.#state = CircuitState.Open;
      this.#openUntil = Date.now() + this.#openDuration;
      // After a failed probe the circuit stays open, which is no change.
      if (!isProbe) publishCircuitChange({ isOpen: true, error });
    }
  }
}
