import type { Endpoint } from '../contract/resource.ts';
import { UpstreamError } from './errors.ts';

/** How often and how soon a call is retried. */
export interface RetryOptions {
  /** Maximum number of attempts after the first. Default 2. */
  readonly retries?: number;
  /** Maximum delay before the first retry, in milliseconds. It doubles with each. Default 100. */
  readonly retryDelay?: number;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** From this number on, a reset is a Unix time, not a number of seconds. */
const UNIX_TIME = 1_000_000_000;

/** Nobody waits longer: a larger number is a mistake. Seconds. */
const MAX_SECONDS = 3600;

/** The reset of a limit, such as `RateLimit-Reset` and `X-RateLimit-Org-Hour-Reset`. */
const RESET = /^((?:x-)?ratelimit-(?:[\w-]+-)?)reset$/;

/** A date of HTTP. `Date.parse` also takes other texts for dates, such as 12.5. */
const HTTP_DATE = /^[A-Z][a-z]{2,8}, .* GMT$/;

const readNumber = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;

const toWholeSeconds = (seconds: number) => Math.min(MAX_SECONDS, Math.max(0, Math.ceil(seconds)));

/** Parses a Retry-After header, seconds or a date, to seconds from `now`, at most an hour; undefined if it is neither. */
export function parseRetryAfter(header: unknown, now = Date.now()): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  const seconds =
    readNumber(text) ?? (HTTP_DATE.test(text) ? (Date.parse(text) - now) / 1000 : Number.NaN);
  return Number.isNaN(seconds) ? undefined : toWholeSeconds(seconds);
}

/**
 * Returns the seconds from `now` after which a request that was rejected by a rate limit can be repeated; undefined if
 * the headers do not tell. Retry-After takes precedence. Of several limits, those that still allow requests did not
 * reject it, and of the others the last one to be reset counts.
 */
export function findRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const retryAfter = parseRetryAfter(headers['retry-after'], now);
  if (retryAfter !== undefined) return retryAfter;
  const seconds = Object.entries(headers).flatMap(([name, value]) => {
    const [, limit] = RESET.exec(name) ?? [];
    const reset = limit === undefined ? undefined : readNumber(value);
    const remaining = readNumber(headers[`${limit}remaining`]) ?? 0;
    if (reset === undefined || remaining > 0) return [];
    return toWholeSeconds(reset < UNIX_TIME ? reset : reset - now / 1000);
  });
  return seconds.length > 0 ? Math.max(...seconds) : undefined;
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
  return code === 'RATE_LIMITED' && retryAfterSeconds !== undefined;
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
