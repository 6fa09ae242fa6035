import { createNotFoundError, UpstreamError } from './errors.ts';

/** Creates the error for a call that the policy refuses. */
export const createRefusal = (call: string, rule: string, message: string): UpstreamError =>
  new UpstreamError('policy', call, { message, rule, reason: 'policy' });

/** Creates the error for what does not exist for the caller: the same as for an id without a record. */
export const createAbsence = createNotFoundError;

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/** Creates the error for a limit of the policy that is reached. */
export function createLimitReached(
  call: string,
  {
    rule,
    isConcurrent,
    resetsAt,
    now,
  }: {
    readonly rule: string;
    readonly isConcurrent: boolean;
    readonly resetsAt: number;
    readonly now: number;
  },
): UpstreamError {
  const retryAfterSeconds = toSeconds(resetsAt - now);
  const what = isConcurrent
    ? 'You have reached your limit of concurrent sessions.'
    : 'The limit of session tokens is reached.';
  return new UpstreamError('policy', call, {
    code: 'RATE_LIMITED',
    message: `${what} Retry after ${retryAfterSeconds} seconds.`,
    reason: isConcurrent ? 'concurrent_limit' : undefined,
    rule,
    retryAfterSeconds,
    resetsAt: new Date(resetsAt),
  });
}

/** Creates the error for a call that is not made because the counters of the policy are unavailable. */
export const createCountersUnavailable = (call: string, cause: unknown): UpstreamError =>
  new UpstreamError('policy', call, {
    code: 'OVERLOADED',
    message: 'The limits cannot be checked now. The request was not processed. Try again later.',
    retryAfterSeconds: 5,
    cause,
  });
