import { fetchKeys } from '../../server/authentication/jwks.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { trimTrailingSlashes } from '../../shared/trim-trailing-slashes.ts';
import { findConnectionCause } from '../../upstream/failure-cause.ts';
import { describeCause } from '../../upstream/reachability.ts';
import type { Config } from '../config/config.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';

function explain(error: unknown): string {
  const cause = findConnectionCause(error);
  if (cause) return `${describeCause(cause)} (${cause})`;
  const root = error instanceof Error ? (error.cause ?? error) : error;
  return getErrorMessage(root).replace(/\.$/, '');
}

/** Checks that a JWKS can be fetched and has keys. */
async function checkKeys(jwksUrl: string, signal: AbortSignal): Promise<Finding> {
  const advice = 'Check AUTH_JWKS_URL, or jwksUrl in POLICY.';
  try {
    const { keys } = await fetchKeys(jwksUrl, { signal });
    if (keys.length > 0) return ok(`${jwksUrl} has ${keys.length} keys.`);
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
    const findings = await Promise.all(urls.map((url) => checkKeys(url, signal)));
    const failures = findings.filter(({ status }) => status === 'failed');
    const join = (select: (finding: Finding) => string | undefined) =>
      [...new Set((failures.length > 0 ? failures : findings).map(select).filter(Boolean))].join(
        ' ',
      );
    const message = join(({ message }) => message);
    return failures.length > 0
      ? failed(
          message,
          join(({ advice }) => advice),
        )
      : ok(message);
  },
};

/** Checks that something responds at the address of the trace collector. Sends it no spans. */
export const tracesCheck: Check<Config> = {
  name: 'traces',
  deadline: 10_000,
  lateAdvice: 'Check OTEL_EXPORTER_OTLP_ENDPOINT and the firewall.',
  run: async ({ observability: { endpoint } }, signal) => {
    if (!endpoint) return skipped('OTEL_EXPORTER_OTLP_ENDPOINT is not set, so tracing is off.');
    const url = `${trimTrailingSlashes(endpoint)}/v1/traces`;
    try {
      const { status, body } = await fetch(url, { signal });
      await body?.cancel();
      if (status !== 404) return ok(`A collector responds at ${url}.`);
      return warn(
        `${url} returns status 404.`,
        'Set OTEL_EXPORTER_OTLP_ENDPOINT to the base URL of a collector for OTLP over HTTP, usually with port 4318.',
      );
    } catch (error) {
      return failed(
        `The collector at ${endpoint} cannot be reached: ${explain(error)}.`,
        'Check OTEL_EXPORTER_OTLP_ENDPOINT. The API works without it, but all traces are lost.',
      );
    }
  },
};
