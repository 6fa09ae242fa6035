import {
  ANONYMOUS,
  type Authenticate,
  type Caller,
  createTrustedCaller,
} from '../../graphql/authorization/caller.ts';
import { Credential } from '../../upstream/credential.ts';
import type { createJwtVerifier } from './jwt.ts';
import { InvalidTokenError } from './jwt-errors.ts';
import { VerifiedJwtCache } from './verified-jwt-cache.ts';

/**
 * Whether a header is a single bearer token of visible ASCII, which all endpoints of the upstream require. Specification,
 * "Authentication".
 */
const isBearerToken = (authorization: string) => /^bearer +[!-+\--~]+ *$/i.test(authorization);

/** Maximum length of a forwarded header in characters. Many servers accept no longer ones. */
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
      return Promise.reject(new InvalidTokenError(message));
    }
    return createTrustedCaller(Credential.fromHeader(authorization, fingerprintKey), true);
  };

/** The same with the fingerprint key of this process. */
export const forwardedKeyAuth: Authenticate = createForwardedKeyAuth();

/** Shared key: all clients use the server's credential. Use it only if no other machine can connect. */
export const createSharedKeyAuth = (serverCredential: Credential): Authenticate => {
  const caller = createTrustedCaller(serverCredential, false);
  return () => caller;
};

/** Clients use the server's credential unless they send their own. */
export const createSharedOrForwardedKeyAuth = (
  serverCredential: Credential,
  authenticateForwarded: Authenticate = forwardedKeyAuth,
): Authenticate => {
  const caller = createTrustedCaller(serverCredential, false);
  return (authorization) =>
    authorization === null ? caller : authenticateForwarded(authorization);
};

/**
 * JWT: clients authenticate with a JWT, whose scopes apply, and use the server's credential. A verified JWT is cached for up
 * to a minute, while it is valid and the issuer's keys have not changed. The result is then not a promise.
 */
export const createJwtAuth = (
  serverCredential: Credential,
  verifyJwt: ReturnType<typeof createJwtVerifier>,
): Authenticate => {
  const cache = new VerifiedJwtCache<Caller>();
  const verify = async (token: string) => {
    const { id, scopes, isStillValid } = await verifyJwt(token);
    const caller = Object.freeze({
      id,
      isAuthenticated: true,
      credential: serverCredential,
      scopes,
    });
    cache.set(token, caller, isStillValid);
    return caller;
  };
  return (authorization) => {
    if (authorization === null) return ANONYMOUS;
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (token === undefined) {
      const message = 'The Authorization header must contain one bearer token.';
      return Promise.reject(new InvalidTokenError(message));
    }
    return cache.get(token) ?? verify(token);
  };
};
