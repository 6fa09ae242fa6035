/**
 * What a program imports to serve the API itself, such as beside its own routes. The command line needs none of it,
 * and frontends import `avatar-graphql/hooks`.
 */
export type { Caller, Identify } from './callers/caller.ts';
export {
  bringingTheirKeys,
  sharing,
  sharingUnlessTheirs,
  showingTokens,
} from './callers/identify.ts';
export { createTokenCheck } from './callers/token.ts';
export { type Config, readConfig } from './config/config.ts';
export { ConfigError } from './config/error.ts';
export { createRestClient, type RestClient, type RestOptions } from './rest/client.ts';
export { Credential } from './rest/credential.ts';
export { createServer, type ServerOptions } from './server.ts';
export { type Running, startFacade, startService } from './start.ts';
