import { ApiError } from './errors.ts';

const MAX_RETRIES = 3;

/** Milliseconds: a longer wait than this is left to the user. */
const MAX_DELAY = 30_000;

/** Returns the milliseconds for which the API asks to wait. */
const getRequestedDelay = (error: Error): number | undefined =>
  error instanceof ApiError && error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : undefined;

/** Errors that are the fault of the network or of an overloaded or unavailable service, not of the request. */
const TEMPORARY = ['NETWORK', 'OVERLOADED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'];

const isTransient = (error: Error): boolean =>
  error instanceof ApiError &&
  // A rate limit is only worth waiting for if the API says for how long.
  (TEMPORARY.includes(error.code) || (error.code === 'RATE_LIMITED' && !!error.retryAfterSeconds));

/**
 * Defaults for a QueryClient: `new QueryClient({ defaultOptions: queryDefaults })`. Queries are retried up to 3 times,
 * and only after errors that a retry may resolve: NETWORK, OVERLOADED, UPSTREAM_TIMEOUT, UPSTREAM_UNAVAILABLE, and
 * RATE_LIMITED with `retryAfterSeconds`. The delay is `retryAfterSeconds` if the API gives it, and otherwise grows from
 * 1 s. An error that asks for more than 30 s is not retried. Servers and mutations do not retry.
 */
export const queryDefaults = {
  queries: {
    retry: (failures: number, error: Error): boolean =>
      typeof window !== 'undefined' &&
      failures < MAX_RETRIES &&
      isTransient(error) &&
      (getRequestedDelay(error) ?? 0) <= MAX_DELAY,
    retryDelay: (failures: number, error: Error): number =>
      getRequestedDelay(error) ?? Math.min(1000 * 2 ** failures, MAX_DELAY),
  },
  mutations: { retry: false },
};
