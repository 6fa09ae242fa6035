import { fetchKeys } from '../../server/authentication/jwks.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { findConnectionCause } from '../../upstream/failure-cause.ts';
import type { Config } from '../config/config.ts';
import { describeCause } from './causes.ts';
import type { Check } from './check.ts';
import { combine, type Finding, failed, formatCount, ok, skipped } from './finding.ts';

function explain(error: unknown): string {
  const cause = findConnectionCause(error);
  if (cause) return describeCause(cause);
  const root = error instanceof Error ? (error.cause ?? error) : error;
  return getErrorMessage(root).replace(/\.$/, '');
}

/** Checks that a JWKS can be fetched and has keys. */
async function checkKeys(jwksUrl: string, signal: AbortSignal): Promise<Finding> {
  const advice = 'Check AUTH_JWKS_URL, or jwksUrl in POLICY.';
  try {
    const { keys } = await fetchKeys(jwksUrl, { signal });
    if (keys.length > 0) return ok(`${jwksUrl} has ${formatCount(keys.length, 'key')}.`);
    return failed(`${jwksUrl} has no keys.`, advice);
  } catch (error) {
    return failed(
      `The keys of ${jwksUrl} cannot be fetched: ${explain(error)}.`,
      `${advice} Without the keys, every request with a JWT fails with status 503.`,
    );
  }
}

/** Checks that the JWKS of each issuer can be fetched and has keys. */
export const jwksCheck: Check<Config> = {
  name: 'jwks',
  deadline: 10_000,
  lateAdvice: 'Check AUTH_JWKS_URL, or jwksUrl in POLICY, and the firewall.',
  run: async ({ issuers }, signal) => {
    if (issuers.length === 0) return skipped('JWT authentication is off.');
    const urls = issuers.flatMap(({ keys }) => ('jwksUrl' in keys ? keys.jwksUrl : []));
    if (urls.length === 0) return skipped('JWTs are verified with shared secrets.');
    return combine(await Promise.all(urls.map((url) => checkKeys(url, signal))));
  },
};
