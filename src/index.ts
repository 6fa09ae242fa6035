// First, so that an older Node.js says so before another module fails.
import './shared/require-node.ts';
import type { GraphQLSchema } from 'graphql';
import { schema as servedSchema } from './graphql/schema.ts';
import type { startApi as StartApi } from './runtime/start-api.ts';
import type { startAvatarService as StartAvatarService } from './runtime/start-avatar-service.ts';

/**
 * What a program imports to serve the API itself, such as beside its own routes. The command line needs none of it,
 * and frontends import `avatar-graphql-hooks`.
 */
export { EXTENSIONS, type Extension } from './contract/api.ts';
export {
  ANONYMOUS,
  type Authenticate,
  type Caller,
  createTrustedCaller,
} from './graphql/authorization/caller.ts';
export type { ErrorCode } from './graphql/error-codes.ts';
export type { ErrorExtensions, ErrorReason, InputIssue } from './graphql/error-extensions.ts';
export type { IssueCode } from './graphql/issue-codes.ts';
export type { VerifiedToken } from './policy/grant.ts';
export { PolicyError } from './policy/parse-policy.ts';
export type { PolicyInput } from './policy/policy-schema.ts';
export { ALL_SCOPES, type Scope } from './policy/scopes.ts';
export { type Config, readConfig } from './runtime/config/config.ts';
export { ConfigError } from './runtime/config/config-error.ts';
export type { Running, StartOptions } from './runtime/running.ts';
export {
  createJwtAuth,
  createSharedKeyAuth,
  createSharedOrForwardedKeyAuth,
  forwardedKeyAuth,
} from './server/authentication/authenticate.ts';
export {
  createJwtVerifier,
  type JwtIssuer,
  type VerifiedJwt,
  type VerifyJwt,
} from './server/authentication/jwt.ts';
export { InvalidTokenError } from './server/authentication/jwt-errors.ts';
export { createRateLimiter, type RateLimiter } from './server/limits/rate-limits.ts';
export { loadMcp, type Mcp } from './server/mcp/load-mcp.ts';
export type { AuthorizationServer } from './server/mcp/protected-resource.ts';
export { createServer, type GraphServer } from './server/server.ts';
export type { ServerOptions } from './server/server-options.ts';
export { Secret } from './shared/secret.ts';
export { createRestClient, type RestClient, type RestOptions } from './upstream/client.ts';
export { Credential } from './upstream/credential.ts';

/** The schema that the API serves. Declared here, so that programs need not the types of how it is built. */
export const schema: GraphQLSchema = servedSchema;

// Loaded on first use: a program that serves the API by `createServer` needs neither the built-in avatar service nor
// the console's files and telemetry.

/** Starts the server of the command, with the built-in avatar service if no upstream is configured. */
export const startApi: typeof StartApi = async (...given) =>
  (await import('./runtime/start-api.ts')).startApi(...given);

/** Starts the built-in avatar service alone. */
export const startAvatarService: typeof StartAvatarService = async (...given) =>
  (await import('./runtime/start-avatar-service.ts')).startAvatarService(...given);
