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
