import type { AbortSignalLike } from '../shared/abort-signal-like.ts';

/** Until when something may take, and who may give it up before. */
export interface Deadline {
  /** When it has to be over, on the clock of `performance.now()`. */
  readonly until: number;
  /** Gives it up, with its reason as the error. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The error of what took too long. */
export const createTimeoutError = (): DOMException =>
  new DOMException('The deadline was exceeded.', 'TimeoutError');

/** Whether an error says that time is up, whoever threw it. */
export const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
