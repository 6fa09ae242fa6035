import type { Caller } from '../../graphql/authorization/caller.ts';
import { readClaim } from '../../policy/claims.ts';
import type { Credential } from '../../upstream/credential.ts';
import { createClientError } from '../client-errors.ts';
import type { VerifiedJwt } from './jwt.ts';
import { KEYS_RETRY_SECONDS } from './jwt-errors.ts';

/** The keys of the upstream that callers with JWTs use. */
export interface CallerKeys {
  /** Whether a tenant is in the table of tenants. Undefined if there are no tenants. */
  readonly hasTenant?: ((tenant: string) => boolean) | undefined;
  /** Finds the key of a tenant, or of all callers. */
  readonly find: (tenant: string | undefined) => Credential | undefined;
}

/** Looks up the tenant of a JWT. A claim is only ever used as a key of the table. */
function findTenant(
  { issuer: { tenant, tenantClaim = '' }, claims }: VerifiedJwt,
  { hasTenant }: CallerKeys,
): string | undefined {
  if (!hasTenant) return undefined;
  const name = tenant ?? readClaim(claims, tenantClaim);
  if (typeof name === 'string' && name !== '' && hasTenant(name)) return name;
  throw createClientError('FORBIDDEN', 'The JWT is of no tenant that this API knows.');
}

/** @throws GraphQLError UPSTREAM_UNAVAILABLE if the server has no credential, because its file was removed. */
export function requireCredential(credential: Credential | undefined): Credential {
  if (credential) return credential;
  throw createClientError('UPSTREAM_UNAVAILABLE', 'This API has no key of its upstream.', {
    retryAfterSeconds: KEYS_RETRY_SECONDS,
  });
}

/**
 * Creates the caller of a JWT, with the key of its tenant.
 * @throws GraphQLError FORBIDDEN for an unknown tenant; UPSTREAM_UNAVAILABLE if there is no key.
 */
export function createJwtCaller(jwt: VerifiedJwt, keys: CallerKeys): Caller {
  const { issuer, subject, claims, scopes } = jwt;
  const tenant = findTenant(jwt, keys);
  const credential = requireCredential(keys.find(tenant));
  return {
    id: JSON.stringify([issuer.issuer, subject]),
    isAuthenticated: true,
    credential,
    scopes,
    token: { issuer: issuer.name ?? issuer.issuer, subject, tenant, claims, scopes },
  };
}
