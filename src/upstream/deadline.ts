import type { AbortSignalLike } from '../shared/abort-signal-like.ts';

/** When a call must end. */
export interface Deadline {
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** Ends the call earlier, with its reason as the error. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Creates the error for an exceeded deadline. */
export const createTimeoutError = (): DOMException =>
  new DOMException('The deadline was exceeded.', 'TimeoutError');

/** Whether an error is a timeout, including those of AbortSignal.timeout(). */
export const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
