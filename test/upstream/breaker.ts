import { afterEach, beforeEach, expect, vi } from 'vitest';
import { CircuitBreaker } from '../../src/upstream/circuit-breaker.ts';
import { createStatusError, UpstreamError } from '../../src/upstream/errors.ts';

export const CALL = 'GET /v1/tools/{id}';

/** Creates the error of a call that was sent, or not. */
function createError(kind: 'connection' | 'timeout' | 'aborted', isSent: boolean) {
  const error = new UpstreamError(kind, CALL, { phase: 'RESPONSE' });
  error.isSent = isSent;
  return error;
}

/** How a call ends. */
export const ENDS = {
  success: undefined,
  unauthenticated: createStatusError(CALL, 401),
  unavailable: createStatusError(CALL, 503),
  hanging: createError('timeout', true),
  broken: createError('connection', true),
  unreachable: createError('connection', false),
  aborted: createError('aborted', true),
};
export type End = keyof typeof ENDS;

/** Stops the clock of each test. */
export function stopClock(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());
}

/** Moves the clock. */
export const wait = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

/** Creates a circuit breaker. `call` makes a call that takes no time, and returns whether it was made. */
export function startBreaker() {
  const breaker = new CircuitBreaker();
  const start = (caller: string, feature = 'tools') =>
    breaker.admit({ name: CALL, feature, endpoint: {} }, caller);
  const call = (end: End, caller = 'ada', feature = 'tools') => {
    try {
      start(caller, feature)(ENDS[end]);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'circuit' });
      return false;
    }
  };
  /** Makes calls, one every `interval` milliseconds, and returns how many were made. */
  const callOften = (times: number, interval: number, end: End, caller?: string) => {
    let made = 0;
    for (let count = 0; count < times; count += 1) {
      if (call(end, caller)) made += 1;
      wait(interval);
    }
    return made;
  };
  return { breaker, start, call, callOften };
}
