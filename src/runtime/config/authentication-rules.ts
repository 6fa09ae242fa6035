import type { JwtIssuer } from '../../server/authentication/jwt.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { ConfigError } from './config-error.ts';
import { isExposed } from './exposure.ts';
import type { ParsedSettings } from './settings.ts';

/** Allowed signature algorithms: for public keys, and for a shared secret. */
const PUBLIC_KEY_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];

/**
 * Reads how JWTs are verified. Returns undefined if JWT authentication is off.
 * @throws ConfigError if the settings are incomplete or unsafe.
 */
export function readIssuer(
  settings: ParsedSettings['authentication'],
  upstream: ParsedSettings['upstream'],
): JwtIssuer | undefined {
  const { jwksUrl, secret, issuer, audience, ...claims } = settings;
  if (jwksUrl === undefined && secret === undefined) {
    if (issuer === undefined && audience === undefined) return undefined;
    throw new ConfigError('AUTH_ISSUER and AUTH_AUDIENCE require AUTH_JWKS_URL or AUTH_SECRET.');
  }
  if (jwksUrl !== undefined && secret !== undefined) {
    throw new ConfigError('Set either AUTH_JWKS_URL or AUTH_SECRET, not both.');
  }
  if (issuer === undefined || audience === undefined) {
    throw new ConfigError(
      'JWT authentication requires AUTH_ISSUER and AUTH_AUDIENCE, so that JWTs of other issuers or for other APIs are rejected.',
    );
  }
  if (upstream.url && !upstream.apiKey) {
    throw new ConfigError(
      'JWT authentication requires UPSTREAM_API_KEY: the API calls the upstream with this key.',
    );
  }
  const known = secret === undefined ? PUBLIC_KEY_ALGORITHMS : SECRET_ALGORITHMS;
  const algorithms =
    settings.algorithms ??
    (secret === undefined ? ['RS256', 'PS256', 'ES256', 'EdDSA'] : ['HS256']);
  if (!algorithms.every((algorithm) => known.includes(algorithm))) {
    throw new ConfigError(`AUTH_ALGORITHMS must be among ${known.join(',')} for this kind of key.`);
  }
  const keys = secret === undefined ? { jwksUrl: jwksUrl ?? '' } : { secrets: [secret] };
  return { ...claims, keys, issuer, audience, algorithms };
}

/**
 * Makes sure that not everyone can use the upstream's API key.
 * @throws ConfigError if the key has no upstream, or everyone who reaches the API could use it.
 */
export function assertKeyNotExposed(
  { upstream, listener }: ParsedSettings,
  jwtIssuer: JwtIssuer | undefined,
): void {
  if (!upstream.apiKey) return;
  if (!upstream.url) {
    throw new ConfigError('UPSTREAM_API_KEY requires UPSTREAM_URL.');
  }
  if (!isExposed(listener) || jwtIssuer) return;
  const where = isLoopback(listener.host)
    ? `PUBLIC_URL ${listener.publicUrl}`
    : `HOST ${listener.host}`;
  throw new ConfigError(
    `UPSTREAM_API_KEY with ${where} would let everyone who can reach the API use the key. Configure JWT authentication (AUTH_JWKS_URL or AUTH_SECRET), remove UPSTREAM_API_KEY so that clients send their own keys, or listen on 127.0.0.1.`,
  );
}
