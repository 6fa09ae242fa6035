import type { JwtRules } from '../../server/authentication/jwt.ts';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './exposure.ts';
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
export function readJwtRules(settings: ParsedSettings): JwtRules | undefined {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_SECRET: secret } = settings;
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
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
  if (settings.UPSTREAM_URL && !settings.UPSTREAM_API_KEY) {
    throw new ConfigError(
      'JWT authentication requires UPSTREAM_API_KEY: the API calls the upstream with this key.',
    );
  }
  const known = secret === undefined ? PUBLIC_KEY_ALGORITHMS : SECRET_ALGORITHMS;
  const algorithms =
    settings.AUTH_ALGORITHMS ??
    (secret === undefined ? ['RS256', 'PS256', 'ES256', 'EdDSA'] : ['HS256']);
  if (!algorithms.every((algorithm) => known.includes(algorithm))) {
    throw new ConfigError(`AUTH_ALGORITHMS must be among ${known.join(',')} for this kind of key.`);
  }
  const keys = secret === undefined ? { jwksUrl: jwksUrl ?? '' } : { secret };
  return { keys, issuer, audience, algorithms, clockTolerance: settings.AUTH_CLOCK_TOLERANCE };
}

/**
 * Makes sure that not everyone can use the upstream's API key.
 * @throws ConfigError if the key has no upstream, or everyone who reaches the API could use it.
 */
export function assertKeyNotExposed(
  settings: ParsedSettings,
  isApiExposed: boolean,
  jwtRules: JwtRules | undefined,
): void {
  if (!settings.UPSTREAM_API_KEY) return;
  if (!settings.UPSTREAM_URL) {
    throw new ConfigError('UPSTREAM_API_KEY requires UPSTREAM_URL.');
  }
  if (!isApiExposed || jwtRules) return;
  const where = isLoopback(settings.HOST)
    ? `PUBLIC_URL ${settings.PUBLIC_URL}`
    : `HOST ${settings.HOST}`;
  throw new ConfigError(
    `UPSTREAM_API_KEY with ${where} would let everyone who can reach the API use the key. Configure JWT authentication (AUTH_JWKS_URL or AUTH_SECRET), remove UPSTREAM_API_KEY so that clients send their own keys, or listen on 127.0.0.1.`,
  );
}
