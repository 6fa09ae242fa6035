import type { Endpoint } from '../contract/resource.ts';
import { UpstreamError } from './errors.ts';

/** How often and how soon a call is retried. */
export interface RetryOptions {
  /** Maximum number of attempts after the first. Default 2. */
  readonly retries?: number;
  /** Maximum delay before the first retry, in milliseconds. It doubles with each. Default 100. */
  readonly retryDelay?: number;
}

/** Maximum delay, in milliseconds. Errors with a longer Retry-After are not retried. */
const MAX_DELAY = 2_000;

/** Statuses that do not depend on the request, so that a retry may succeed. */
const TRANSIENT_STATUSES = [500, 502, 503, 504];

/** Returns the Retry-After of an error in milliseconds; 0 if it has none. */
const getRetryAfter = (error: unknown): number =>
  1000 * ((error instanceof UpstreamError && error.retryAfterSeconds) || 0);

/** Whether a retry may succeed. A timeout is not transient: it has used up the call's time. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof UpstreamError) || getRetryAfter(error) > MAX_DELAY) return false;
  const { kind, status = 0, code, retryAfterSeconds } = error;
  if (kind === 'connection' || TRANSIENT_STATUSES.includes(status)) return true;
  return kind === 'status' && code === 'RATE_LIMITED' && retryAfterSeconds !== undefined;
}

/**
 * Returns the delay after a failed attempt, in milliseconds: the Retry-After of the error, and an exponential backoff whose
 * second half is random. `attempt` counts from 0.
 */
export const getDelay = (error: unknown, attempt: number, scale: number): number =>
  getRetryAfter(error) + Math.min(MAX_DELAY, scale * 2 ** attempt) * (0.5 + Math.random() / 2);

/**
 * Returns the delay before a call is made again, in milliseconds; undefined if it is not: it may have been processed without
 * a response. `attempt` counts from 0.
 */
export const getRetryDelay = (
  endpoint: Endpoint,
  error: unknown,
  attempt: number,
  { retries = 2, retryDelay = 100 }: RetryOptions,
): number | undefined =>
  attempt < retries && endpoint.isSafe && isTransient(error)
    ? getDelay(error, attempt, retryDelay)
    : undefined;
