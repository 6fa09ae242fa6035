import {
  createForwardedKeyAuth,
  createReloadableJwtAuth,
  createSharedKeyAuth,
  createSharedOrForwardedKeyAuth,
} from '../server/authentication/authenticate.ts';
import type { Access } from './access/access.ts';
import { hasServerKey } from './config/authentication-rules.ts';
import type { Config } from './config/config.ts';
import { isExposed } from './config/listener-settings.ts';

/**
 * Chooses how clients authenticate. With JWTs the server's key calls the upstream, or that of a tenant. On this machine
 * everyone uses the server's key. Otherwise clients send their own key.
 * @returns how; whether clients without a credential use the server's key; and a line for the terminal.
 */
export function chooseAuthentication(
  { issuers, upstream, listener }: Config,
  access: Access,
  fingerprintKey: Buffer | undefined,
) {
  if (issuers.length > 0) {
    const getRules = () => {
      const { rules } = access.current;
      if (!rules) throw new Error('JWT authentication is off.');
      return rules;
    };
    return {
      authenticate: createReloadableJwtAuth(getRules),
      isShared: false,
      summary: 'JWT authentication; the API key stays on this server',
    };
  }
  const forwarded = createForwardedKeyAuth(fingerprintKey);
  if ((upstream && !hasServerKey(upstream)) || isExposed(listener)) {
    return {
      authenticate: forwarded,
      isShared: false,
      summary: 'forwarded from the Authorization header of each client',
    };
  }
  const getCredential = () => access.current.keys.find(undefined);
  return {
    authenticate: upstream
      ? createSharedKeyAuth(getCredential)
      : createSharedOrForwardedKeyAuth(getCredential, forwarded),
    isShared: true,
    summary: 'not required on this machine',
  };
}
