import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { Authenticate } from '../graphql/authorization/caller.ts';
import type { PolicyInput } from '../policy/policy-schema.ts';
import type { Spool } from '../shared/spool.ts';
import type { RestClient } from '../upstream/client.ts';
import type { DocumentLimits } from './documents/document-limits.ts';
import type { PersistedOperations } from './documents/persisted-operations.ts';
import type { RateLimiter } from './limits/rate-limits.ts';
import type { Mcp } from './mcp/load-mcp.ts';
import type { SignInProvider } from './pages/console.ts';
import type { HealthCheckOptions } from './pages/health-checks.ts';
import type { ActivePolicy, ServerPlugin } from './request-context.ts';
import type { ServerSettings } from './server-settings.ts';

/**
 * Dependencies and options of a server. It listens on no port and reads no environment. What is not set has the default
 * of its setting.
 */
export interface ServerOptions extends Partial<Omit<ServerSettings, 'limits'>>, HealthCheckOptions {
  readonly limits?: Partial<Omit<ServerSettings['limits'], 'document'>> & {
    readonly document?: Partial<DocumentLimits>;
  };
  readonly rest: RestClient;
  readonly authenticate: Authenticate;
  /**
   * What callers may do, by the claims of their tokens. `authenticate` must return callers with a `token`; others have
   * no permissions. Paths are relative to the working folder. Default: what the scopes of a caller allow.
   */
  readonly policy?: PolicyInput | ActivePolicy | undefined;
  /** Path of the API. Default `/graphql`. */
  readonly graphqlEndpoint?: string;
  /** Whether the upstream is the built-in avatar service, whose sessions the console offers to play. Default false. */
  readonly isBuiltInService?: boolean;
  /**
   * Returns the OpenID providers where people sign in to the console. Default: they do not sign in, but paste a key or
   * a token.
   */
  readonly getSignInProviders?: () => readonly SignInProvider[];
  /**
   * Returns the address of the client that sent a request: a message of node:http, or a Request with what was passed to
   * `fetch` besides. Rate limits use it. Default: the peer of the connection; all Requests have the same address.
   */
  readonly addressOf?: (request: IncomingMessage | Request, fetchContext?: object) => string;
  /**
   * Whether a host name is one of this server's; requests to others are rejected. Default: all are. If the server holds
   * an API key, this prevents DNS rebinding.
   */
  readonly isOwnHost?: (hostname: string) => boolean;
  /** Whether pages of an origin may call the API from a browser, besides those of its own. Default: none may. */
  readonly isAllowedOrigin?: ((origin: string) => boolean) | undefined;
  /** Receives the origin of each page whose request is rejected. */
  readonly onRejectedOrigin?: (origin: string) => void;
  /** Rate limits. Default: none. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** Where uploads are stored temporarily. Default: the system's temporary folder. */
  readonly spool?: Spool;
  /** If set, only these operations are executed, by id, hash or text. */
  readonly persistedOperations?: PersistedOperations | undefined;
  /** If set, from `loadMcp`, AI agents can call the product's operations at /mcp. Default: /mcp does not exist. */
  readonly mcp?: Mcp | undefined;
  /** Receives every error that clients see only as INTERNAL. Default: it is printed with `console.error`. */
  readonly onFault?: (fault: unknown, requestId?: string) => void;
  /** Records operations. Its place among the plugins is that of `plugins`. Default: nothing is recorded. */
  readonly telemetry?: ServerPlugin;
  /** Further plugins. They see errors as clients do and run around execution. */
  readonly plugins?: readonly Plugin[];
}
