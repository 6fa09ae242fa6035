import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  ANONYMOUS,
  type Authenticate,
  type Caller,
  createTrustedCaller,
} from '../../graphql/authorization/caller.ts';
import { readClaim } from '../../policy/claims.ts';
import { Credential } from '../../upstream/credential.ts';
import { createClientError } from '../client-errors.ts';
import { limitRequests } from '../limits/limit-requests.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { RequestContext } from '../request-context.ts';
import type { VerifiedJwt, VerifyJwt } from './jwt.ts';
import { InvalidTokenError, KEYS_RETRY_SECONDS, KeysUnavailableError } from './jwt-errors.ts';

/**
 * Whether a header is a single bearer token of visible ASCII, which all endpoints of the upstream require. Specification,
 * "Authentication".
 */
const isBearerToken = (authorization: string) => /^bearer +[!-+\--~]+ *$/i.test(authorization);

/** Maximum length of a forwarded header in characters. Many servers reject longer ones. */
const MAX_FORWARDED_LENGTH = 8 * 1024;

/**
 * Forwarded keys: clients send the upstream's own keys, which are passed on unchanged. A client without a bearer token is
 * anonymous, and no upstream call is made for it. A header of more than 8,192 characters is rejected with
 * InvalidTokenError.
 * @param fingerprintKey as in {@link Credential}.
 */
export const createForwardedKeyAuth =
  (fingerprintKey?: Buffer): Authenticate =>
  (authorization) => {
    if (authorization === null || !isBearerToken(authorization)) return ANONYMOUS;
    if (authorization.length > MAX_FORWARDED_LENGTH) {
      const message = `The Authorization header is longer than ${MAX_FORWARDED_LENGTH} characters.`;
      throw new InvalidTokenError(message);
    }
    return createTrustedCaller(Credential.fromHeader(authorization, fingerprintKey), true);
  };

/** The same with the fingerprint key of this process. */
export const forwardedKeyAuth: Authenticate = createForwardedKeyAuth();

/** @throws GraphQLError UPSTREAM_UNAVAILABLE if the server has no credential, because its file was removed. */
function requireCredential(credential: Credential | undefined): Credential {
  if (credential) return credential;
  throw createClientError('UPSTREAM_UNAVAILABLE', 'This API has no key of its upstream.', {
    retryAfterSeconds: KEYS_RETRY_SECONDS,
  });
}

/** The server's credential, or a function that returns the current one after a key change. */
type ServerCredential = Credential | (() => Credential | undefined);

/** Shared key: all clients use the server's credential. Use it only if no other machine can connect. */
export const createSharedKeyAuth = (serverCredential: ServerCredential): Authenticate => {
  let caller: Caller | undefined;
  return () => {
    const server = typeof serverCredential === 'function' ? serverCredential() : serverCredential;
    const credential = requireCredential(server);
    // The same caller while the credential is the same.
    if (caller?.credential !== credential) caller = createTrustedCaller(credential, false);
    return caller;
  };
};

/** Clients use the server's credential unless they send their own. */
export const createSharedOrForwardedKeyAuth = (
  serverCredential: ServerCredential,
  authenticateForwarded: Authenticate = forwardedKeyAuth,
): Authenticate => {
  const authenticateShared = createSharedKeyAuth(serverCredential);
  return (authorization) =>
    (authorization === null ? authenticateShared : authenticateForwarded)(authorization);
};

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

/** The rules that identify the caller of a JWT. A reload replaces the object. */
export interface JwtRules {
  readonly verifyJwt: VerifyJwt;
  /** @throws GraphQLError FORBIDDEN for a caller that the rules do not cover. */
  readonly createCaller: (jwt: VerifiedJwt) => Caller;
}

/** Maximum age of a verification in milliseconds. */
const MAX_AGE = 60_000;

/** Maximum size of the cache of verified JWTs in bytes. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Maximum bytes of a verified JWT: those of any, and of a character of its token. An empty list takes 64 bytes. */
const ENTRY_BYTES = 1024;
const CHARACTER_BYTES = 24;

/** Maximum length of a token in characters. A longer token is verified each time. */
const MAX_CACHED_LENGTH = 8 * 1024;

/**
 * JWT: clients authenticate with a JWT. The caller of a verified JWT is cached until it expires, up to a minute, while the
 * rules are the same. The result is then not a promise.
 */
export const createReloadableJwtAuth = (getRules: () => JwtRules): Authenticate => {
  const cache = new LRUCache<string, Caller>({
    maxSize: MAX_CACHE_BYTES,
    // Tokens expire by the wall clock.
    perf: Date,
    ttlResolution: 0,
  });
  // By digests with a salt of fixed length, so that the cache contains no tokens.
  const salt = randomBytes(32).toString('base64url');
  let rules: JwtRules | undefined;
  const verify = async (token: string, digest: string, { verifyJwt, createCaller }: JwtRules) => {
    const jwt = await verifyJwt(token);
    const caller = Object.freeze(createCaller(jwt));
    const ttl = Math.min(MAX_AGE, jwt.validUntil - Date.now());
    const size = ENTRY_BYTES + CHARACTER_BYTES * token.length;
    const isCacheable = token.length <= MAX_CACHED_LENGTH && ttl > 0;
    if (isCacheable && rules?.verifyJwt === verifyJwt) cache.set(digest, caller, { size, ttl });
    return caller;
  };
  return (authorization) => {
    if (authorization === null) return ANONYMOUS;
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (token === undefined) {
      throw new InvalidTokenError('The Authorization header must contain one bearer token.');
    }
    const current = getRules();
    if (rules !== current) cache.clear();
    rules = current;
    const digest = hash('sha256', salt + token, 'base64url');
    return cache.get(digest) ?? verify(token, digest, current);
  };
};

/** JWT: clients use the server's credential within the scopes of their JWTs. */
export const createJwtAuth = (serverCredential: Credential, verifyJwt: VerifyJwt): Authenticate => {
  const rules: JwtRules = {
    verifyJwt,
    createCaller: (jwt) => createJwtCaller(jwt, { find: () => serverCredential }),
  };
  return createReloadableJwtAuth(() => rules);
};

/** Characters that `error_description` must not contain. RFC 6750, section 3. */
const NOT_IN_DESCRIPTIONS = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/**
 * Rejects a caller who is not authenticated (401).
 * @param subject what requires an Authorization header, as the start of the message.
 */
export function requireAuthentication({ caller }: RequestContext, subject: string): void {
  if (caller.isAuthenticated) return;
  const message = `${subject} requires an Authorization header with a bearer token.`;
  throw createClientError('UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function toClientError(error: unknown): unknown {
  if (error instanceof InvalidTokenError) {
    const description = error.message.replace(NOT_IN_DESCRIPTIONS, '?');
    const challenge = `Bearer error="invalid_token", error_description="${description}"`;
    return createClientError('UNAUTHENTICATED', error.message, {
      headers: { 'www-authenticate': challenge },
    });
  }
  if (!(error instanceof KeysUnavailableError)) return error;
  return createClientError('UPSTREAM_UNAVAILABLE', error.message, {
    retryAfterSeconds: KEYS_RETRY_SECONDS,
  });
}

export interface AuthenticationOptions {
  readonly authenticate: Authenticate;
  readonly rateLimiter?: RateLimiter | undefined;
  /** Receives failures to fetch the issuer's keys. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Identifies the caller of a request and counts the request, before its body is read. A caller that is rejected counts as
 * its address.
 * @throws GraphQLError for a caller that is rejected; anything else that `authenticate` throws is a fault.
 */
export function authenticateRequest(
  request: Request,
  context: RequestContext,
  { authenticate, rateLimiter, onFault }: AuthenticationOptions,
): Promise<void> | undefined {
  const accept = (caller: Caller) => {
    context.caller = caller;
    return rateLimiter && limitRequests(rateLimiter, context);
  };
  const reject = async (error: unknown) => {
    if (error instanceof KeysUnavailableError) onFault(error);
    if (rateLimiter) await limitRequests(rateLimiter, context);
    throw toClientError(error);
  };
  try {
    const caller = authenticate(request.headers.get('authorization'));
    return 'then' in caller ? Promise.resolve(caller).then(accept, reject) : accept(caller);
  } catch (error) {
    return reject(error);
  }
}
