import type { Authenticate } from '../graphql/authorization/caller.ts';
import {
  createForwardedKeyAuth,
  createReloadableJwtAuth,
  createSharedKeyAuth,
  createSharedOrForwardedKeyAuth,
} from '../server/authentication/authenticate.ts';
import type { SignInProvider } from '../server/pages/console.ts';
import type { Access } from './access/access.ts';
import type { Config } from './config/config.ts';
import { isExposed } from './config/listener-settings.ts';

export interface ChosenAuthentication {
  readonly authenticate: Authenticate;
  /** Returns where people sign in to the console. */
  readonly getSignInProviders: () => readonly SignInProvider[];
  /** Whether clients without a credential use the server's key. */
  readonly isShared: boolean;
  /** Line for the terminal. */
  readonly summary: string;
}

/** Whether the API has a key of the upstream, its own or that of the built-in avatar service. */
const hasServerKey = ({ upstream }: Config) =>
  upstream === undefined || (upstream.apiKey ?? upstream.apiKeyFile) !== undefined;

/**
 * Chooses how clients authenticate. With JWTs the server's key calls the upstream, or that of a tenant. On this machine
 * everyone uses the server's key. Otherwise clients send their own key.
 */
export function chooseAuthentication(
  config: Config,
  access: Access,
  fingerprintKey: Buffer | undefined,
): ChosenAuthentication {
  const getSignInProviders = () => access.current.signInProviders;
  const getRules = () => {
    const { rules } = access.current;
    if (!rules) throw new Error('JWT authentication is off.');
    return rules;
  };
  if (config.issuers.length > 0) {
    return {
      getSignInProviders,
      authenticate: createReloadableJwtAuth(getRules),
      isShared: false,
      summary: 'JWT authentication; the API key stays on this server',
    };
  }
  if (!hasServerKey(config) || isExposed(config.listener)) {
    return {
      getSignInProviders,
      authenticate: createForwardedKeyAuth(fingerprintKey),
      isShared: false,
      summary: 'forwarded from the Authorization header of each client',
    };
  }
  const getCredential = () => access.current.keys.find(undefined);
  return {
    getSignInProviders,
    authenticate: config.upstream
      ? createSharedKeyAuth(getCredential)
      : createSharedOrForwardedKeyAuth(getCredential, createForwardedKeyAuth(fingerprintKey)),
    isShared: true,
    summary: 'not required on this machine',
  };
}
