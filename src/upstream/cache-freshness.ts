import type { WireResponse } from './response.ts';

const NEVER = /(?:^|[\s,])(?:no-store|no-cache)(?:$|[\s,=])/i;
const MAX_AGE = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/i;

/**
 * Seconds for which an answer may be kept by whoever it was for, as its Cache-Control and Age say; undefined where it says
 * nothing. `s-maxage` and `private` are for caches that many share, and ours are not.
 */
export function readMaxAge(headers: WireResponse['headers']): number | undefined {
  const said = headers['cache-control'];
  const control = Array.isArray(said) ? said.join(',') : said;
  if (control === undefined) return undefined;
  if (NEVER.test(control)) return 0;
  const maxAge = MAX_AGE.exec(control)?.[1];
  if (maxAge === undefined) return undefined;
  return Math.max(0, Number(maxAge) - (Number(headers.age) || 0));
}
