import type { Authenticate } from '../graphql/authorization/caller.ts';
import {
  createForwardedKeyAuth,
  createJwtAuth,
  createSharedKeyAuth,
  createSharedOrForwardedKeyAuth,
} from '../server/authentication/authenticate.ts';
import { Credential } from '../upstream/credential.ts';
import type { Config } from './config/config.ts';
import { isExposed } from './config/exposure.ts';

export interface ChosenAuthentication {
  readonly authenticate: Authenticate;
  /** Whether clients without a credential use the server's key. */
  readonly isShared: boolean;
  /** Line for the terminal. */
  readonly summary: string;
}

/**
 * Chooses how clients authenticate. With JWTs the server's key calls the upstream. On this machine
 * everyone uses the server's key. Otherwise clients send their own key.
 * @param embeddedKey key of the built-in avatar service, if it is used.
 */
export async function chooseAuthentication(
  config: Config,
  embeddedKey: string | undefined,
  fingerprintKey: Buffer | undefined,
): Promise<ChosenAuthentication> {
  const key = config.upstream?.apiKey?.reveal() ?? embeddedKey;
  if (key !== undefined && config.auth) {
    const { createJwtVerifier } = await import('../server/authentication/jwt.ts');
    const serverCredential = Credential.fromKey(key, fingerprintKey);
    return {
      authenticate: createJwtAuth(serverCredential, createJwtVerifier(config.auth)),
      isShared: false,
      summary: 'JWT authentication; the API key stays on this server',
    };
  }
  if (key === undefined || isExposed(config.listener)) {
    return {
      authenticate: createForwardedKeyAuth(fingerprintKey),
      isShared: false,
      summary: 'forwarded from the Authorization header of each client',
    };
  }
  const serverCredential = Credential.fromKey(key, fingerprintKey);
  return {
    authenticate: config.upstream
      ? createSharedKeyAuth(serverCredential)
      : createSharedOrForwardedKeyAuth(serverCredential, createForwardedKeyAuth(fingerprintKey)),
    isShared: true,
    summary: 'not required on this machine',
  };
}
