import { Credential } from '../rest/credential.ts';
import { type Caller, type Identify, trusted } from './caller.ts';
import { InvalidTokenError } from './errors.ts';
import type { createTokenCheck } from './token.ts';

/** Callers bring the upstream's own keys, which are passed on as they came; `fingerprintKey` as {@link Credential} has it. */
export const bringingKeys =
  (fingerprintKey?: Buffer): Identify =>
  (authorization) =>
    trusted(
      authorization === null ? undefined : Credential.fromHeader(authorization, fingerprintKey),
      true,
    );

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

const NOBODY: Caller = {
  id: undefined,
  isAuthenticated: false,
  credential: undefined,
  scopes: new Set(),
};

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
