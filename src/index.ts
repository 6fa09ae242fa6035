/**
 * What a program imports to serve the API itself, such as beside its own routes. The command line needs none of it,
 * and frontends import `avatar-graphql/hooks`.
 */
export type { Authenticate, Caller } from './graphql/authorization/caller.ts';
export type { ErrorCode } from './graphql/error-codes.ts';
export type { ErrorExtensions, ErrorReason, InputIssue } from './graphql/error-extensions.ts';
export type { IssueCode } from './graphql/issue-codes.ts';
export { type Config, readConfig } from './runtime/config/config.ts';
export { ConfigError } from './runtime/config/config-error.ts';
export type { Running } from './runtime/process.ts';
export { startApi } from './runtime/start-api.ts';
export { startAvatarService } from './runtime/start-avatar-service.ts';
export {
  createJwtAuth,
  createSharedKeyAuth,
  createSharedOrForwardedKeyAuth,
  forwardedKeyAuth,
} from './server/authentication/authenticate.ts';
export { createJwtVerifier } from './server/authentication/jwt.ts';
export { loadMcp, type Mcp } from './server/mcp/load-mcp.ts';
export type { AuthorizationServer } from './server/mcp/protected-resource.ts';
export { createServer } from './server/server.ts';
export type { ServerOptions } from './server/server-options.ts';
export { createRestClient, type RestClient, type RestOptions } from './upstream/client.ts';
export { Credential } from './upstream/credential.ts';
