import {
  type Authenticate,
  type Caller,
  createTrustedCaller,
  KnownCaller,
} from '../../graphql/authorization/caller.ts';
import { Credential } from '../../upstream/credential.ts';
import type { createJwtVerifier } from './jwt.ts';
import { InvalidTokenError } from './jwt-errors.ts';
import { VerifiedJwtCache } from './verified-jwt-cache.ts';

const NOBODY: Caller = new KnownCaller({
  id: undefined,
  isAuthenticated: false,
  credential: undefined,
  scopes: new Set(),
});

/**
 * Whether a header can be a credential of the upstream, all of whose endpoints take a bearer token: one word of visible
 * ASCII, and not a list of them. Specification, "Authentication".
 */
const isBearer = (authorization: string) => /^bearer +[!-+\--~]+ *$/i.test(authorization);

/**
 * Callers bring the upstream's own keys, which are passed on as they came; `fingerprintKey` as {@link Credential} has it.
 * Who brings nothing that can be one is nobody, for whom the upstream is not asked.
 */
export const createForwardedKeyAuth =
  (fingerprintKey?: Buffer): Authenticate =>
  (authorization) =>
    authorization === null || !isBearer(authorization)
      ? NOBODY
      : createTrustedCaller(Credential.fromHeader(authorization, fingerprintKey), true);

/** The same, with fingerprints that mean something to this process alone. */
export const forwardedKeyAuth: Authenticate = createForwardedKeyAuth();

/** Every caller uses the server's own credential: only where none but this machine can call. */
export const createSharedKeyAuth = (own: Credential): Authenticate => {
  const caller = createTrustedCaller(own, false);
  return () => caller;
};

/** Callers use the server's own credential unless they bring one. */
export const createSharedOrForwardedKeyAuth = (
  own: Credential,
  theirs: Authenticate = forwardedKeyAuth,
): Authenticate => {
  const caller = createTrustedCaller(own, false);
  return (authorization) => (authorization === null ? caller : theirs(authorization));
};

/**
 * Callers prove by token who they are and what they may do; the server's own credential does it for them. A token that
 * was verified is not verified again for up to a minute, while it is valid and the issuer's keys are the same: its
 * caller is then answered at once, without a promise.
 */
export const createJwtAuth = (
  own: Credential,
  check: ReturnType<typeof createJwtVerifier>,
): Authenticate => {
  const verified = new VerifiedJwtCache<Caller>();
  const verify = async (token: string) => {
    const { id, scopes, isStillValid } = await check(token);
    const caller = Object.freeze(
      new KnownCaller({ id, isAuthenticated: true, credential: own, scopes }),
    );
    verified.set(token, caller, isStillValid);
    return caller;
  };
  return (authorization) => {
    if (authorization === null) return NOBODY;
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (token === undefined) {
      const message = 'The Authorization header must contain one bearer token.';
      return Promise.reject(new InvalidTokenError(message));
    }
    return verified.get(token) ?? verify(token);
  };
};
