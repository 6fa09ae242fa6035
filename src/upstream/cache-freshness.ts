import type { Endpoint } from '../contract/resource.ts';
import type { WireResponse } from './response.ts';

const UNCACHEABLE = /(?:^|[\s,])(?:no-store|no-cache)(?:$|[\s,=])/i;
const MAX_AGE = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i;

/** Replaces numbers of seconds that are too large. RFC 9111, section 1.2.2. */
const MAX_SECONDS = 2 ** 31;

/**
 * Returns for how many seconds a caller may cache a response, by its Cache-Control and Age; undefined if it does not say.
 * `s-maxage` and `private` are ignored: they apply to shared caches.
 */
export function readMaxAge(headers: WireResponse['headers']): number | undefined {
  const header = headers['cache-control'];
  const control = Array.isArray(header) ? header.join(',') : header;
  if (control === undefined) return undefined;
  if (UNCACHEABLE.test(control)) return 0;
  const maxAge = MAX_AGE.exec(control)?.[1];
  if (maxAge === undefined) return undefined;
  return Math.max(0, Math.min(Number(maxAge), MAX_SECONDS) - (Number(headers.age) || 0));
}

/** Limits what the upstream says to the maximum of the endpoint. Both are in seconds, or undefined for no limit. */
export const limitFreshness = ({ maxAge }: Endpoint, seconds: number | undefined) =>
  maxAge === undefined ? seconds : Math.min(maxAge, seconds ?? maxAge);
