// First, so that an older Node.js says so before another module fails.
import './shared/require-node.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { EXTENSIONS as extensions } from './contract/api.ts';
import * as callers from './graphql/authorization/caller.ts';
import * as graphSchema from './graphql/get-schema.ts';
import { ALL_SCOPES as allScopes } from './policy/scopes.ts';
import type { Running, StartOptions } from './runtime/running.ts';
import * as authentication from './server/authentication/authenticate.ts';
import * as limits from './server/limits/rate-limits.ts';
import * as mcp from './server/mcp/load-mcp.ts';
import * as graph from './server/server.ts';
import type { Secret } from './shared/secret.ts';
import * as upstream from './upstream/client.ts';
import type { Credential } from './upstream/credential.ts';

/**
 * What a program imports to serve the API itself, such as beside its own routes. The command line needs none of it,
 * and frontends import `avatar-graphql-hooks`. The types of these functions are declared here, without those by which they are
 * made: a program that imports them need not read the types of zod, GraphQL Yoga and undici.
 */
export type { ErrorCode } from './graphql/error-codes.ts';
export type { ErrorExtensions, ErrorReason, InputIssue } from './graphql/error-extensions.ts';
export type { IssueCode } from './graphql/issue-codes.ts';
export { PolicyError } from './policy/policy-error.ts';
export { ConfigError } from './runtime/config/config-error.ts';
export type { Running, StartOptions } from './runtime/running.ts';
export { InvalidTokenError } from './server/authentication/jwt-errors.ts';
export { Secret } from './shared/secret.ts';
export { Credential } from './upstream/credential.ts';

/** A user whose token was verified. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly subject: string;
  readonly tenant?: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<string>;
}

/** Who sends a request. */
export interface Caller {
  /** Whom rate limits and logs concern; undefined for anonymous clients. */
  readonly id: string | undefined;
  readonly isAuthenticated: boolean;
  /** With what the upstream is called. */
  readonly credential: Credential | undefined;
  readonly scopes: ReadonlySet<string>;
  /** Required by a policy, which decides with it. */
  readonly token?: VerifiedToken | undefined;
}

/** Returns the caller of a request by its `Authorization` header. @throws InvalidTokenError for 401. */
export type Authenticate = (authorization: string | null) => Caller | Promise<Caller>;

/** An issuer of JWTs, as in the settings and in the policy file. */
export interface JwtIssuer {
  readonly issuer: string;
  readonly keys: { readonly jwksUrl: string } | { readonly secrets: readonly Secret[] };
  readonly algorithms: readonly string[];
  readonly audience: readonly string[];
  readonly audienceClaim?: string | undefined;
  readonly scopeClaims?: readonly string[] | undefined;
  readonly scopePrefix?: string | undefined;
  /** The issuer in a policy. */
  readonly name?: string | undefined;
  readonly tenantClaim?: string | undefined;
  readonly tenant?: string | undefined;
  /** Seconds by which clocks may differ. */
  readonly clockTolerance?: number | undefined;
}

export interface VerifiedJwt {
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: ReadonlySet<string>;
  /** The last millisecond before it expires, since 1970. */
  readonly validUntil: number;
}

/** Verifies a JWT. @throws InvalidTokenError */
export type VerifyJwt = (token: string) => Promise<VerifiedJwt>;

/** Options of the client of the upstream. Times are in milliseconds. */
export interface RestOptions {
  /** Base URL, without the /v1 of the paths. A path prefix is kept. */
  readonly url: string;
  /** Resources whose extensions the upstream has, as in the setting `UPSTREAM_EXTENSIONS`. Default `none`. */
  readonly extensions?: 'all' | 'none' | readonly string[];
  /** Maximum number of concurrent calls. */
  readonly calls?: number;
  /** Maximum age of cached reads, in seconds. Default: none is cached. */
  readonly cacheSeconds?: number;
  readonly timeout?: number;
  /** Maximum number of attempts of a read after the first. Default 2. */
  readonly retries?: number;
  readonly proxy?: { readonly url: string; readonly except?: string } | undefined;
}

/** The client of the upstream. `avatar-graphql/rest` has the same with typed methods. */
export interface RestClient {
  /** Whether the upstream supports an endpoint, or the endpoint of one record of a resource. */
  supports(name: string): boolean;
  /** Whether the circuit breaker rejects the calls of all callers. */
  isDown(): boolean;
  /** Waits for active calls, then closes all connections. */
  close(): Promise<void>;
}

export interface RateLimiter {
  /** Counts points. @returns the seconds until there are enough; undefined if there are. */
  consume(
    subject: { readonly id?: string | undefined; readonly address?: string | undefined },
    charges: readonly (readonly [bucket: string, points: number])[],
  ): Promise<number | undefined>;
}

/** Maximum per minute and caller; 0 sets no limit. */
export interface Rates {
  readonly fields?: number;
  readonly mints?: number;
  readonly uploads?: number;
  readonly voiceUploads?: number;
  readonly documents?: number;
  /** How many times as many an address has. */
  readonly addressFactor?: number;
}

/** The authorization servers whose JWTs a server accepts. */
export interface AuthorizationServer {
  readonly issuers: readonly string[];
  readonly publicUrl?: string | undefined;
}

/** The tools of AI agents, from `loadMcp`. */
export interface Mcp {
  readonly version: string;
}

/** A policy, as `schema/policy.json` describes it. `createServer` names what is wrong. */
export type PolicyInput = Readonly<Record<string, unknown>>;

/** Options of a server. What is not set has the default of its setting. */
export interface ServerOptions {
  readonly rest: RestClient;
  readonly authenticate: Authenticate;
  /** What callers may do, by the claims of their tokens. Default: what their scopes allow. */
  readonly policy?: PolicyInput | undefined;
  /** Path of the API. Default `/graphql`. */
  readonly graphqlEndpoint?: string;
  readonly console?: boolean;
  readonly explorer?: boolean;
  readonly federation?: boolean;
  /** Whether introspection and suggestions in errors are enabled. */
  readonly introspection?: boolean;
  /** Limits of a document, such as its `cost`. */
  readonly limits?: { readonly document?: Readonly<Record<string, number>> };
  /** Returns the OpenID providers where people sign in to the console. Default: they paste a key or a token. */
  readonly getSignInProviders?: () => readonly {
    readonly name: string;
    readonly issuer: string;
    readonly clientId: string;
  }[];
  /** Returns the address of a client, for rate limits. Default: the peer of the connection. */
  readonly addressOf?: (request: IncomingMessage | Request, fetchContext?: object) => string;
  /** Whether a host name is one of this server's; others are rejected, against DNS rebinding. Default: all are. */
  readonly isOwnHost?: (hostname: string) => boolean;
  /** Whether pages of an origin may call the API from a browser, besides those of its own. Default: none may. */
  readonly isAllowedOrigin?: ((origin: string) => boolean) | undefined;
  readonly onRejectedOrigin?: (origin: string) => void;
  /** Default: none. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** If set, only these operations are executed, by id, hash or text. */
  readonly persistedOperations?: ReadonlyMap<string, string> | undefined;
  readonly mcp?: Mcp | undefined;
  /** Receives every error that clients see only as INTERNAL. Default: it is printed with `console.error`. */
  readonly onFault?: (fault: unknown, requestId?: string) => void;
  /** What /ready says. Default: always ready. */
  readonly getReadiness?: () => {
    readonly ready: boolean;
    readonly unavailable: readonly string[];
  };
  /** Plugins of GraphQL Yoga. They see errors as clients do and run around execution. */
  readonly plugins?: readonly object[];
}

/** A GraphQL server as one function: a listener of node:http, and a Fetch handler. */
export interface GraphServer {
  (request: IncomingMessage, response: ServerResponse): void;
  (request: Request, context?: object): Promise<Response>;
  readonly fetch: (request: Request, context?: object) => Promise<Response>;
  /** The server itself. */
  readonly handle: GraphServer;
  /** Path of the API. */
  readonly graphqlEndpoint: string;
}

/** Returns the schema that the API serves. It is built on the first call, or with the first server. */
export const getSchema: () => GraphQLSchema = graphSchema.getSchema;

export const ALL_SCOPES: readonly string[] = allScopes;

/** The resources that have extensions. */
export const EXTENSIONS: readonly string[] = extensions;

/** A caller without permissions. */
export const ANONYMOUS: Caller = callers.ANONYMOUS;

/** Creates a caller with all permissions. `isForwarded`: the credential is its own, and only the upstream can check it. */
export const createTrustedCaller: (
  credential: Credential | undefined,
  isForwarded: boolean,
) => Caller = callers.createTrustedCaller;

/** Clients send the upstream's own keys. */
export const forwardedKeyAuth: Authenticate = authentication.forwardedKeyAuth;

/** All clients use the server's credential. Use it only if no other machine can connect. */
export const createSharedKeyAuth: (credential: Credential) => Authenticate =
  authentication.createSharedKeyAuth;

/** Clients use the server's credential unless they send their own. */
export const createSharedOrForwardedKeyAuth: (credential: Credential) => Authenticate =
  authentication.createSharedOrForwardedKeyAuth;

/** Clients use the server's credential within the scopes of their JWTs. */
export const createJwtAuth = authentication.createJwtAuth as (
  credential: Credential,
  verifyJwt: VerifyJwt,
) => Authenticate;

/** Creates the verification of JWTs. @throws TypeError if the URL of a JWKS is not absolute. */
export function createJwtVerifier(issuers: JwtIssuer | readonly JwtIssuer[]): VerifyJwt {
  for (const { keys } of [issuers].flat())
    if ('jwksUrl' in keys && !URL.canParse(keys.jwksUrl))
      throw new TypeError('The option jwksUrl of createJwtVerifier must be an absolute URL.');
  // Programs without JWTs do not need what verifies them.
  const verifier = import('./server/authentication/jwt.ts').then((jwts) =>
    jwts.createJwtVerifier(issuers),
  );
  // A failure is reported for each token.
  verifier.catch(() => undefined);
  return async (token) => (await verifier)(token);
}

/** Creates rate limits that this process counts. */
export const createRateLimiter: (rates: Rates) => RateLimiter | undefined =
  limits.createRateLimiter;

export const createRestClient = upstream.createRestClient as (options: RestOptions) => RestClient;

/** Loads what AI agents call at /mcp. `hasTranscripts`: whether tools may return what was said in sessions. */
export const loadMcp: (
  version: string,
  authorizationServer?: AuthorizationServer,
  hasTranscripts?: boolean,
) => Promise<Mcp> = mcp.loadMcp;

/** Creates the GraphQL server, with the same checks, limits and headers for both kinds of requests. */
// The client in its options is one that `createRestClient` made, of which programs see a part.
export const createServer = graph.createServer as unknown as (
  options: ServerOptions,
) => GraphServer;

// Loaded on first use: a program that serves the API by `createServer` needs neither the settings, the built-in avatar
// service, the console's files nor telemetry.

/** The settings, as in the environment of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts the server of the command, with the built-in avatar service if no upstream is configured.
 * @throws ConfigError
 */
export async function startApi(settings: Environment, options?: StartOptions): Promise<Running> {
  const { readConfig } = await import('./runtime/config/config.ts');
  return (await import('./runtime/start-api.ts')).startApi(readConfig(settings), options);
}

/** Starts the built-in avatar service alone. @throws ConfigError */
export async function startAvatarService(
  settings: Environment,
  options?: StartOptions,
): Promise<Running> {
  const { readConfig } = await import('./runtime/config/config.ts');
  const { startAvatarService: start } = await import('./runtime/start-avatar-service.ts');
  return start(readConfig(settings), options);
}
