import { Credential } from '../rest/credential.ts';
import { type Identify, trusted } from './caller.ts';
import { InvalidTokenError } from './errors.ts';
import type { createTokenCheck } from './token.ts';

/** Callers bring the upstream's own keys, which are passed on as they came. */
export const bringingTheirKeys: Identify = (presented) => {
  const { authorization } = presented;
  const credential = authorization === null ? undefined : Credential.fromHeader(authorization);
  return trusted(presented, credential, true);
};

/** Every caller uses the server's own credential: only where none but this machine can call. */
export const sharing =
  (own: Credential): Identify =>
  (presented) =>
    trusted(presented, own, false);

/** Callers use the server's own credential unless they bring one. */
export const sharingUnlessTheirs =
  (own: Credential): Identify =>
  (presented) =>
    presented.authorization === null
      ? trusted(presented, own, false)
      : bringingTheirKeys(presented);

/** Callers prove by token who they are and what they may do; the server's own credential does it for them. */
export const showingTokens =
  (own: Credential, check: ReturnType<typeof createTokenCheck>): Identify =>
  async ({ authorization, address }) => {
    if (authorization === null) {
      return {
        id: undefined,
        address,
        isAuthenticated: false,
        credential: undefined,
        scopes: new Set(),
      };
    }
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (token === undefined)
      throw new InvalidTokenError('The Authorization header is no bearer token.');
    const { id, scopes } = await check(token);
    return { id, address, isAuthenticated: true, credential: own, scopes };
  };
