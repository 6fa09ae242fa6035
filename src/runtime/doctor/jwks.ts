import { fetchKeys } from '../../server/authentication/jwks.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { findConnectionCause } from '../../upstream/failure-cause.ts';
import type { Config } from '../config/config.ts';
import { type Finding, failed, formatCount, ok } from './finding.ts';

const ADVICE =
  'Check AUTH_JWKS_URL, or jwksUrl in POLICY. Without the keys, every request with a JWT fails with status 503.';

function explain(error: unknown): string {
  const root = error instanceof Error ? (error.cause ?? error) : error;
  return findConnectionCause(error) ?? getErrorMessage(root).replace(/\.$/, '');
}

/** Counts the keys of a JWKS. */
async function checkKeys(jwksUrl: string, signal: AbortSignal): Promise<Finding> {
  try {
    const { keys } = await fetchKeys(jwksUrl, { signal });
    if (keys.length > 0) return ok(`${jwksUrl} has ${formatCount(keys.length, 'key')}.`);
    return failed(`${jwksUrl} has no keys.`, ADVICE);
  } catch (error) {
    return failed(`The keys of ${jwksUrl} cannot be fetched: ${explain(error)}.`, ADVICE);
  }
}

/** Checks that the JWKS of each issuer can be fetched and has keys. */
export async function checkIssuers(
  issuers: Config['issuers'],
  signal: AbortSignal,
): Promise<Finding> {
  const urls = issuers.flatMap(({ keys }) => ('jwksUrl' in keys ? keys.jwksUrl : []));
  if (urls.length === 0) return ok('JWTs are verified with shared secrets.');
  const findings = await Promise.all(urls.map((url) => checkKeys(url, signal)));
  const failures = findings.filter(({ status }) => status === 'failed');
  const join = (some: readonly Finding[]) => some.map(({ message }) => message).join(' ');
  return failures.length > 0 ? failed(join(failures), ADVICE) : ok(join(findings));
}
