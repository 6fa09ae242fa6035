import { z } from 'zod';
import { fetchKeys } from '../../server/authentication/jwks.ts';
import type { SignInProvider } from '../../server/pages/console.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { trimTrailingSlashes } from '../../shared/trim-trailing-slashes.ts';
import { findConnectionCause } from '../../upstream/failure-cause.ts';
import { describeCause } from '../../upstream/reachability.ts';
import { listSignInProviders } from '../access/access.ts';
import type { Config } from '../config/config.ts';
import type { Check } from './check.ts';
import { combine, type Finding, failed, formatCount, ok, skipped, warn } from './finding.ts';

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

/** What the console needs of the configuration of an OpenID provider. */
const OpenIdConfiguration = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
});

const SIGN_IN_ADVICE =
  'Check AUTH_ISSUER, or issuer in POLICY: it must be an OpenID provider, where people sign in to the console.';

/**
 * Checks what a browser does: that pages of `origin` can read the configuration of a provider, and call its token
 * endpoint.
 */
async function checkProvider(
  { issuer, tokenOrigin }: SignInProvider,
  origin: string,
  signal: AbortSignal,
): Promise<Finding> {
  const url = `${trimTrailingSlashes(issuer)}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { signal, headers: { origin } });
    const configuration = OpenIdConfiguration.safeParse(await response.json().catch(() => null));
    if (!response.ok || !configuration.success) {
      const message = `${url} does not return the configuration of an OpenID provider (status ${response.status}).`;
      return failed(message, SIGN_IN_ADVICE);
    }
    const { issuer: named, token_endpoint: tokens } = configuration.data;
    if (named !== issuer)
      return failed(`${url} belongs to another issuer: ${named}.`, SIGN_IN_ADVICE);
    const used = new URL(tokens).origin;
    if (used !== (tokenOrigin ?? used) || (!tokenOrigin && used !== new URL(issuer).origin)) {
      const advice = `Set CONSOLE_TOKEN_ORIGIN, or tokenOrigin in POLICY, to ${used}.`;
      return failed(`The token endpoint of ${issuer} is at ${used}.`, advice);
    }
    const allowed = response.headers.get('access-control-allow-origin');
    if (allowed === '*' || allowed === origin) return ok(`People sign in at ${issuer}.`);
    return warn(
      `${issuer} does not allow requests from pages of ${origin} (CORS).`,
      'Register this origin for the client at the provider, so that browsers can call the provider.',
    );
  } catch (error) {
    return failed(`${url} cannot be fetched: ${explain(error)}.`, SIGN_IN_ADVICE);
  }
}

/** Checks that people can sign in to the console. */
export const signInCheck: Check<Config> = {
  name: 'sign-in',
  deadline: 10_000,
  lateAdvice: SIGN_IN_ADVICE,
  run: async (config, signal) => {
    const providers = listSignInProviders(config);
    if (providers.length === 0)
      return skipped('CONSOLE_CLIENT_ID is not set, so people paste a key or token.');
    const { host, port, publicUrl } = config.listener;
    const origin = new URL(publicUrl ?? `http://${host}:${port}`).origin;
    return combine(
      await Promise.all(providers.map((provider) => checkProvider(provider, origin, signal))),
    );
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
