import type { ConsoleClient } from '../../policy/issuer-schema.ts';
import type { PolicyFile } from '../../policy/policy-schema.ts';
import type { JwtIssuer } from '../../server/authentication/jwt.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { httpsAddress } from '../../shared/settings/setting-types.ts';
import { ConfigError } from './config-error.ts';
import { isExposed } from './listener-settings.ts';
import type { ParsedSettings } from './settings.ts';

/** Allowed signature algorithms: for public keys, and for a shared secret. */
const PUBLIC_KEY_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];

const getDefaultAlgorithms = (hasSecret: boolean) =>
  hasSecret ? ['HS256'] : ['RS256', 'PS256', 'ES256', 'EdDSA'];

/**
 * Returns the allowed algorithms of an issuer, by default the usual ones for its kind of key.
 * @throws ConfigError naming `setting` if one is for another kind of key.
 */
export function chooseAlgorithms(
  algorithms: readonly string[] | undefined,
  hasSecret: boolean,
  setting: string,
): readonly string[] {
  const known = hasSecret ? SECRET_ALGORITHMS : PUBLIC_KEY_ALGORITHMS;
  const chosen = algorithms ?? getDefaultAlgorithms(hasSecret);
  if (chosen.every((algorithm) => known.includes(algorithm))) return chosen;
  throw new ConfigError(
    `${setting} must be one or more of ${known.join(',')} for this kind of key.`,
  );
}

/**
 * Reads how people sign in to the console. Returns undefined if they do not.
 * @throws ConfigError if the settings are incomplete.
 */
function readConsoleClient({
  clientId,
  issuer,
}: ParsedSettings['authentication']): ConsoleClient | undefined {
  if (clientId === undefined) return undefined;
  if (!httpsAddress('an issuer').safeParse(issuer).success) {
    throw new ConfigError(
      'CONSOLE_CLIENT_ID requires AUTH_ISSUER to be the https URL of an OpenID provider, where people sign in.',
    );
  }
  return { clientId };
}

/**
 * Reads how JWTs are verified, without a policy that has issuers. Returns undefined if JWT authentication is off.
 * @throws ConfigError if the settings are incomplete or unsafe.
 */
export function readIssuer(settings: ParsedSettings['authentication']): JwtIssuer | undefined {
  const { jwksUrl, secret, issuer, audience, scopeClaims } = settings;
  const console = readConsoleClient(settings);
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
  const algorithms = getDefaultAlgorithms(secret !== undefined);
  const keys = secret === undefined ? { jwksUrl: jwksUrl ?? '' } : { secrets: [secret] };
  return { scopeClaims, keys, issuer, audience, algorithms, console };
}

/** Whether the server has a key of the upstream for all callers. */
export const hasServerKey = ({
  apiKey,
  apiKeyFile,
}: Pick<ParsedSettings['upstream'], 'apiKey' | 'apiKeyFile'>): boolean =>
  apiKey !== undefined || apiKeyFile !== undefined;

/**
 * Makes sure that callers with JWTs have a key of the upstream.
 * @throws ConfigError otherwise.
 */
export function assertKeyForJwts(
  { upstream }: ParsedSettings,
  tenants: PolicyFile['tenants'],
): void {
  const haveOwnKeys = tenants !== undefined && !('names' in tenants);
  if (!upstream.url || hasServerKey(upstream) || haveOwnKeys) return;
  throw new ConfigError(
    'JWT authentication requires UPSTREAM_API_KEY or UPSTREAM_API_KEY_FILE: the API calls the upstream with this key.',
  );
}

/**
 * Makes sure that not everyone can use the upstream's API key.
 * @throws ConfigError if the key has no upstream, or everyone who reaches the API could use it.
 */
export function assertKeyNotExposed(
  { upstream, listener }: ParsedSettings,
  hasJwts: boolean,
): void {
  if (!hasServerKey(upstream)) return;
  const setting = upstream.apiKey ? 'UPSTREAM_API_KEY' : 'UPSTREAM_API_KEY_FILE';
  if (upstream.apiKey && upstream.apiKeyFile) {
    throw new ConfigError('Set either UPSTREAM_API_KEY or UPSTREAM_API_KEY_FILE, not both.');
  }
  if (!upstream.url) {
    throw new ConfigError(`${setting} requires UPSTREAM_URL.`);
  }
  if (!isExposed(listener) || hasJwts) return;
  const where = isLoopback(listener.host)
    ? `PUBLIC_URL ${listener.publicUrl}`
    : `HOST ${listener.host}`;
  throw new ConfigError(
    `${setting} with ${where} would let everyone who can reach the API use the key. Configure JWT authentication (AUTH_JWKS_URL or AUTH_SECRET), remove ${setting} so that clients send their own keys, or listen on 127.0.0.1.`,
  );
}
