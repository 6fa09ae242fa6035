import { Credential } from '../rest/credential.ts';
import { type Caller, type Identify, trusted } from './caller.ts';
import { InvalidTokenError } from './errors.ts';
import type { createTokenCheck } from './token.ts';

const NOBODY: Caller = {
  id: undefined,
  isAuthenticated: false,
  credential: undefined,
  scopes: new Set(),
};

/**
 * Whether a header can be a credential of the upstream, all of whose endpoints take a bearer token: one word of visible
 * ASCII, and not a list of them. Specification, "Authentication".
 */
const isBearer = (authorization: string) => /^bearer +[!-+\--~]+ *$/i.test(authorization);

/**
 * Callers bring the upstream's own keys, which are passed on as they came; `fingerprintKey` as {@link Credential} has it.
 * Who brings nothing that can be one is nobody, for whom the upstream is not asked.
 */
export const bringingKeys =
  (fingerprintKey?: Buffer): Identify =>
  (authorization) =>
    authorization === null || !isBearer(authorization)
      ? NOBODY
      : trusted(Credential.fromHeader(authorization, fingerprintKey), true);

/** The same, with fingerprints that mean something to this process alone. */
export const bringingTheirKeys: Identify = bringingKeys();

/** Every caller uses the server's own credential: only where none but this machine can call. */
export const sharing =
  (own: Credential): Identify =>
  () =>
    trusted(own, false);

/** Callers use the server's own credential unless they bring one. */
export const sharingUnlessTheirs =
  (own: Credential, theirs: Identify = bringingTheirKeys): Identify =>
  (authorization) =>
    authorization === null ? trusted(own, false) : theirs(authorization);

/** Callers prove by token who they are and what they may do; the server's own credential does it for them. */
export const showingTokens =
  (own: Credential, check: ReturnType<typeof createTokenCheck>): Identify =>
  async (authorization) => {
    if (authorization === null) return NOBODY;
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (token === undefined) {
      throw new InvalidTokenError('The Authorization header is no bearer token.');
    }
    const { id, scopes } = await check(token);
    return { id, isAuthenticated: true, credential: own, scopes };
  };
