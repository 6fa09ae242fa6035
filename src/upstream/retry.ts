import { DelegateBackoff, ExponentialBackoff, type IBackoffFactory } from 'cockatiel';
import type { Endpoint } from '../contract/endpoint.ts';
import { ConnectionError, RestError, UpstreamFailedError } from './errors.ts';

/** How often and how soon a call is retried. */
export interface RetryOptions {
  /** Maximum number of attempts after the first. Default 2. */
  readonly retries?: number;
  /** Scale of the exponential backoff in milliseconds: about the maximum of the first delay. Default 100. */
  readonly retryDelay?: number;
}

/** Maximum delay, in milliseconds. Errors with a longer Retry-After are not retried. */
const MAX_DELAY = 2_000;

/** Statuses that do not depend on the request, so that a retry may succeed. */
const TRANSIENT_STATUSES = [500, 502, 503, 504];

/** Returns the Retry-After of an error in milliseconds; 0 if it has none. */
const getRetryAfter = (error: unknown): number =>
  1000 * ((error instanceof RestError && error.retryAfterSeconds) || 0);

/** Whether a retry may succeed. A timeout is not transient: it has used up the call's time. */
export function isTransient(error: unknown): boolean {
  if (getRetryAfter(error) > MAX_DELAY) return false;
  if (error instanceof UpstreamFailedError) return TRANSIENT_STATUSES.includes(error.status);
  if (error instanceof ConnectionError) return true;
  return (
    error instanceof RestError &&
    error.code === 'RATE_LIMITED' &&
    error.retryAfterSeconds !== undefined
  );
}

/** How an attempt ended, as cockatiel passes it to a backoff. */
interface AttemptResult {
  readonly result: { readonly error: unknown } | { readonly value: unknown };
}

/** Creates exponential backoff with jitter, added to the Retry-After of the error. `scale` is in milliseconds. */
export const createBackoff = (scale: number) => {
  const startJitter = () =>
    new ExponentialBackoff({ initialDelay: scale, maxDelay: MAX_DELAY }).next();
  return new DelegateBackoff<AttemptResult, ReturnType<typeof startJitter>>(({ result }, last) => {
    const jitter = last ? last.next(undefined) : startJitter();
    const retryAfter = 'error' in result ? getRetryAfter(result.error) : 0;
    return { delay: retryAfter + jitter.duration, state: jitter };
  });
};

/** Whether an endpoint changes nothing. Any other call may have been processed without a response. */
export const isRetryable = ({ method, makes, isSafe }: Endpoint): boolean =>
  isSafe === true || (method === 'GET' && !makes);

/** The retries of one call. */
export class Retries {
  readonly #endpoint: Endpoint;
  #left: number;
  #backoff: IBackoffFactory<AttemptResult>;
  /** The error of the latest attempt. */
  lastError: RestError | undefined;

  constructor(endpoint: Endpoint, { retries = 2, retryDelay = 100 }: RetryOptions) {
    this.#endpoint = endpoint;
    this.#left = retries;
    this.#backoff = createBackoff(retryDelay);
  }

  /** Returns the delay before the next attempt in milliseconds; undefined if there is none. */
  next(error: RestError): number | undefined {
    this.lastError = error;
    if (this.#left === 0 || !isRetryable(this.#endpoint) || !isTransient(error)) return undefined;
    this.#left -= 1;
    const backoff = this.#backoff.next({ result: { error } });
    this.#backoff = backoff;
    return backoff.duration;
  }
}
