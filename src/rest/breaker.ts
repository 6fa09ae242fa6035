import {
  BrokenCircuitError,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import {
  AbortedError,
  CircuitOpenError,
  ConnectionError,
  TimeoutError,
  UpstreamFailedError,
} from './errors.ts';
import { tellCircuitChange } from './observed.ts';

/** When an upstream counts as down. */
export interface BreakerOptions {
  /** Calls that decide it: it is down when more than half of the latest ones failed. Default 20, and no fewer than 10. */
  readonly breakerCalls?: number;
  /** Milliseconds for which an upstream that is down is left alone, before one call tries it. Default 10,000. */
  readonly breakerPause?: number;
}

/** Statuses by which a gateway or host says that the service behind it is away. 500 may be about the one request. */
const AWAY = [502, 503, 504];

const isHostFault = (error: unknown) =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof UpstreamFailedError && AWAY.includes(error.status));

/** Lets calls to one host through, or fails them at once while the host is down. */
export interface Breaker {
  run<Value>(call: string, attempt: () => Promise<Value>): Promise<Value>;
  /** Whether calls fail at once now. False again when the pause is over, although nobody has tried yet. */
  isOpen(): boolean;
}

/** A breaker that is closed. After a pause one call is the probe: it closes or opens the breaker, and others do not wait for it. */
export function createBreaker({
  breakerCalls = 20,
  breakerPause = 10_000,
}: BreakerOptions): Breaker {
  let openUntil = 0;
  const policy = circuitBreaker(
    // A probe whose caller went away has shown nothing, and cockatiel would take it for a success.
    handleWhen(
      (error) =>
        isHostFault(error) ||
        (error instanceof AbortedError && policy.state === CircuitState.HalfOpen),
    ),
    {
      halfOpenAfter: breakerPause,
      breaker: new CountBreaker({
        threshold: 0.5,
        size: breakerCalls,
        minimumNumberOfCalls: Math.min(10, breakerCalls),
      }),
    },
  );
  let isReportedOpen = false;
  const report = (isOpen: boolean, error?: unknown) => {
    // A probe that fails opens it again, which is no change.
    if (isOpen === isReportedOpen) return;
    isReportedOpen = isOpen;
    tellCircuitChange({ isOpen, error });
  };
  policy.onBreak((reason) => {
    openUntil = Date.now() + breakerPause;
    report(true, 'error' in reason ? reason.error : undefined);
  });
  policy.onReset(() => report(false));
  const opened = (call: string) =>
    new CircuitOpenError(call, Math.max(1, Math.ceil((openUntil - Date.now()) / 1000)));
  return {
    run: async (call, attempt) => {
      if (policy.state === CircuitState.HalfOpen) throw opened(call);
      try {
        return await policy.execute(attempt);
      } catch (error) {
        throw error instanceof BrokenCircuitError ? opened(call) : error;
      }
    },
    isOpen: () =>
      policy.state === CircuitState.HalfOpen ||
      (policy.state === CircuitState.Open && Date.now() < openUntil),
  };
}
