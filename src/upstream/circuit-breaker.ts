import { CircuitState, SamplingBreaker } from 'cockatiel';
import { publishCircuitChange } from './diagnostics.ts';
import {
  AbortedError,
  CircuitOpenError,
  ConnectionError,
  TimeoutError,
  UpstreamFailedError,
} from './errors.ts';

/** When an upstream counts as down. Times are milliseconds. */
export interface BreakerOptions {
  /** It is down when more than half of the calls within this time failed. Default 5,000. */
  readonly breakerWindow?: number;
  /** Fewest calls within that time that decide it. Default 10. */
  readonly breakerCalls?: number;
  /** Time for which an upstream that is down gets no calls, before one call probes it. Default 10,000. */
  readonly breakerPause?: number;
}

/** Statuses by which a gateway or host says that the service behind it is away. 500 may be about the one request. */
const AWAY = [502, 503, 504];

const isHostFault = (error: unknown) =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof UpstreamFailedError && AWAY.includes(error.status));

/**
 * Lets calls to one host through, or refuses them while the host is down. After a pause one call is the probe: it closes or
 * opens the breaker, and others do not wait for it. Calls are judged by time and not by number, because hundreds of them
 * fail at once where one connection of HTTP/2 breaks.
 */
export class CircuitBreaker {
  readonly #samples: SamplingBreaker;
  readonly #pause: number;
  #state: CircuitState = CircuitState.Closed;
  #openUntil = 0;

  constructor({ breakerWindow = 5_000, breakerCalls = 10, breakerPause = 10_000 }: BreakerOptions) {
    this.#pause = breakerPause;
    this.#samples = new SamplingBreaker({
      threshold: 0.5,
      duration: breakerWindow,
      minimumRps: (1000 * breakerCalls) / breakerWindow,
    });
  }

  /** Whether calls are refused now. False again when the pause is over, although nobody has probed yet. */
  get isOpen(): boolean {
    return (
      this.#state === CircuitState.HalfOpen ||
      (this.#state === CircuitState.Open && Date.now() < this.#openUntil)
    );
  }

  /**
   * Asks to make a call, whose end has to be told to `record`.
   * @returns whether it is the probe.
   * @throws CircuitOpenError
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

  /** Takes note of how an admitted call ended: by an error, or undefined for an answer. */
  record(error: unknown, isProbe: boolean): void {
    // A call that began before the breaker opened shows nothing about now.
    if (!isProbe && this.#state !== CircuitState.Closed) return;
    // A probe whose caller went away has shown nothing, so the host still counts as down.
    const isFailure = isHostFault(error) || (isProbe && error instanceof AbortedError);
    if (!isFailure) {
      this.#samples.success(this.#state);
      if (isProbe) publishCircuitChange({ isOpen: false });
      this.#state = CircuitState.Closed;
    } else if (this.#samples.failure(this.#state)) {
      this.#state = CircuitState.Open;
      this.#openUntil = Date.now() + this.#pause;
      // A probe that fails opens it again, which is no change.
      if (!isProbe) publishCircuitChange({ isOpen: true, error });
    }
  }
}
