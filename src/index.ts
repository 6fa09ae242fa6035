/**
 * What a program imports to serve the API itself, such as beside its own routes. The command line needs none of it,
 * and frontends import `avatar-graphql/hooks`.
 */
export type { Caller, Identify } from './graphql/authorization/caller.ts';
export {
  bringingTheirKeys,
  sharing,
  sharingUnlessTheirs,
  showingTokens,
} from './server/authentication/authenticate.ts';
export { createTokenCheck } from './server/authentication/jwt.ts';
export { type Config, readConfig } from './runtime/config/config.ts';
export { ConfigError } from './runtime/config/config-error.ts';
export { createRestClient, type RestClient, type RestOptions } from './upstream/client.ts';
export { Credential } from './upstream/credential.ts';
export { createServer, type ServerOptions } from './server/server.ts';
export { type Running, startFacade, startService } from './runtime/start.ts';
