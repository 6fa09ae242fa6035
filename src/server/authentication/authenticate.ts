import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  ANONYMOUS,
  type Authenticate,
  type Caller,
  createTrustedCaller,
} from '../../graphql/authorization/caller.ts';
import { Credential } from '../../upstream/credential.ts';
import { createClientError } from '../client-errors.ts';
import { limitRequests } from '../limits/limit-requests.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
import type { VerifiedJwt, VerifyJwt } from './jwt.ts';
import { createJwtCaller, requireCredential } from './jwt-caller.ts';
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

/** The rules that identify the caller of a JWT. A reload replaces the object. */
export interface JwtRules {
  readonly verifyJwt: VerifyJwt;
  /** @throws GraphQLError FORBIDDEN for a caller that the rules do not cover. */
  readonly createCaller: (jwt: VerifiedJwt) => Caller;
}

/** Maximum age of a verification in milliseconds. */
const MAX_AGE = 60_000;

/** A verified JWT, and its caller under certain rules. */
class CachedJwt {
  readonly #jwt: VerifiedJwt;
  readonly #verifiedBy: VerifyJwt;
  readonly #verifiedAt = Date.now();
  #rules: JwtRules | undefined;
  #caller: Caller = ANONYMOUS;

  constructor(jwt: VerifiedJwt, { verifyJwt }: JwtRules) {
    this.#jwt = jwt;
    this.#verifiedBy = verifyJwt;
  }

  /** Returns the caller; undefined if the token must be verified again, also because the accepted issuers have changed. */
  get(rules: JwtRules): Caller | undefined {
    const age = Date.now() - this.#verifiedAt;
    // A negative age means that the clock was set back. The verification could become older than a minute.
    if (age < 0 || age >= MAX_AGE || rules.verifyJwt !== this.#verifiedBy) return undefined;
    if (!this.#jwt.isStillValid()) return undefined;
    if (rules !== this.#rules) {
      this.#caller = Object.freeze(rules.createCaller(this.#jwt));
      this.#rules = rules;
    }
    return this.#caller;
  }
}

/** Maximum size of the cache of verified JWTs in bytes. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** Maximum bytes of a verified JWT: those of any, and of a character of its token. An empty list takes 64 bytes. */
const ENTRY_BYTES = 1024;
const CHARACTER_BYTES = 24;

/** Maximum length of a token in characters. A longer token is verified each time. */
const MAX_CACHED_LENGTH = 8 * 1024;

/**
 * JWT: clients authenticate with a JWT. A verified JWT is cached for up to a minute, while it is valid and the issuer's
 * keys have not changed. The result is then not a promise.
 */
export const createReloadableJwtAuth = (getRules: () => JwtRules): Authenticate => {
  const cache = new LRUCache<string, CachedJwt>({ maxSize: MAX_CACHE_BYTES });
  // By digests with a salt of fixed length, so that the cache contains no tokens.
  const salt = randomBytes(32).toString('base64url');
  const verify = async (token: string, digest: string, rules: JwtRules) => {
    const jwt = await rules.verifyJwt(token);
    const verified = new CachedJwt(jwt, rules);
    const size = ENTRY_BYTES + CHARACTER_BYTES * token.length;
    if (token.length <= MAX_CACHED_LENGTH) cache.set(digest, verified, { size });
    // The rules may have changed meanwhile. If the issuers have, the next request verifies the token again.
    return verified.get(getRules()) ?? rules.createCaller(jwt);
  };
  return (authorization) => {
    if (authorization === null) return ANONYMOUS;
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (token === undefined) {
      throw new InvalidTokenError('The Authorization header must contain one bearer token.');
    }
    const rules = getRules();
    const digest = hash('sha256', salt + token, 'base64url');
    return cache.get(digest)?.get(rules) ?? verify(token, digest, rules);
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
  };
  const count = () => rateLimiter && limitRequests(rateLimiter, context);
  const reject = async (error: unknown) => {
    if (error instanceof KeysUnavailableError) onFault(error);
    await count();
    throw toClientError(error);
  };
  try {
    const caller = authenticate(request.headers.get('authorization'));
    if ('then' in caller) return Promise.resolve(caller).then(accept).then(count, reject);
    accept(caller);
  } catch (error) {
    return reject(error);
  }
  return count();
}

/** Identifies callers and counts their requests. */
export const useAuthentication = (options: AuthenticationOptions): ServerPlugin => ({
  onRequestParse: ({ request, serverContext }) =>
    authenticateRequest(request, serverContext, options),
});
