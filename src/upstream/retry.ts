import { DelegateBackoff, ExponentialBackoff } from 'cockatiel';
import type { Endpoint } from '../contract/endpoint.ts';
import { ConnectionError, RateLimitedError, UpstreamFailedError } from './errors.ts';

/** How often and how soon a call is repeated. */
export interface RetryOptions {
  /** Further attempts after the first, at most. Default 2. */
  readonly retries?: number;
  /** Milliseconds by which the waits are scaled: the first is about this long at most, each later one longer. Default 100. */
  readonly retryDelay?: number;
}

/** Milliseconds of a Retry-After that are waited for; who asks for more is told so instead. */
const LONGEST_WAIT = 2_000;

/** Statuses that say nothing of the request, so that the next attempt may fare better. */
const PASSING = [500, 502, 503, 504];

/** Milliseconds for which an upstream asked to be left alone. */
const askedFor = (error: unknown): number => {
  const isAsking = error instanceof UpstreamFailedError || error instanceof RateLimitedError;
  return 1000 * ((isAsking && error.retryAfterSeconds) || 0);
};

/** Whether a call that failed so may do better a moment later. A timeout has used up the time there was. */
export function isTransient(error: unknown): boolean {
  if (askedFor(error) > LONGEST_WAIT) return false;
  if (error instanceof UpstreamFailedError) return PASSING.includes(error.status);
  if (error instanceof RateLimitedError) return error.retryAfterSeconds !== undefined;
  return error instanceof ConnectionError;
}

/** What a call ended in. */
interface Ended {
  readonly result: { readonly error: unknown } | { readonly value: unknown };
}

/** Milliseconds to the next attempt, one at a time: random, growing, and no sooner than the upstream asked for. */
export const createBackoff = (scale: number) => {
  const jitter = () =>
    new ExponentialBackoff({ initialDelay: scale, maxDelay: LONGEST_WAIT }).next();
  return new DelegateBackoff<Ended, ReturnType<typeof jitter>>(({ result }, last) => {
    const next = last ? last.next(undefined) : jitter();
    const asked = 'error' in result ? askedFor(result.error) : 0;
    return { delay: asked + next.duration, state: next };
  });
};

/** One of these waits. */
export type Backoff = ReturnType<ReturnType<typeof createBackoff>['next']>;

/** Decides what is repeated, and when. */
export class RetryPolicy {
  readonly #retries: number;
  readonly #waits: ReturnType<typeof createBackoff>;

  constructor({ retries = 2, retryDelay = 100 }: RetryOptions) {
    this.#retries = retries;
    this.#waits = createBackoff(retryDelay);
  }

  /** Whether it is a GET that makes nothing; of no other call can anyone know whether what was not answered was done. */
  isRepeatable({ method, makes }: Endpoint): boolean {
    return method === 'GET' && !makes;
  }

  /** The wait before the next of so many attempts, the last of which failed by `error`; undefined where there is none. */
  next(
    endpoint: Endpoint,
    attempts: number,
    error: unknown,
    last: Backoff | undefined,
  ): Backoff | undefined {
    if (attempts > this.#retries || !this.isRepeatable(endpoint) || !isTransient(error)) {
      return undefined;
    }
    return (last ?? this.#waits).next({ result: { error } });
  }
}
