import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Authenticate } from '../graphql/authorization/caller.ts';
import type { GraphContext } from '../graphql/context.ts';
import { translateError } from '../graphql/errors.ts';
import { getSubgraphSchema } from '../graphql/federation/subgraph.ts';
import { Loaders } from '../graphql/loaders.ts';
import { schema } from '../graphql/schema.ts';
import { hideSecrets } from '../graphql/secret-scalar.ts';
import { createVerifiedIdCache, type VerifiedIdCache } from '../graphql/verified-ids.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createSpool, type Spool } from '../shared/spool.ts';
import type { RestClient } from '../upstream/client.ts';
import { createAuthentication } from './authentication/authentication-plugin.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { RequestIdentity } from './authentication/request-identity.ts';
import {
  type SharedDocuments,
  useAutomaticPersistedQueries,
} from './caching/automatic-persisted-queries.ts';
import { useCacheControl } from './caching/cache-control.ts';
import { createDocumentCache } from './caching/document-cache.ts';
import { type SharedResponseCache, useResponseCache } from './caching/response-cache.ts';
import { measureJson } from './executor/json-size.ts';
import { createFastPath } from './fast-path/fast-path.ts';
import { fetchAPI } from './fast-path/fetch-api.ts';
import { createGraphErrorBody } from './http/error-body.ts';
import { allowMethods, type RequestHandler, withErrorBoundary } from './http/error-boundary.ts';
import { useHealthChecks } from './http/health-checks.ts';
import { useMediaTypes } from './http/media-types.ts';
import { getRequestId } from './http/request-id.ts';
import type { ServerContext } from './http/server-context.ts';
import { useBodyLimits } from './limits/body-limits.ts';
import { useDocumentLimits } from './limits/document-limits.ts';
import { createOperationCosts } from './limits/operation-cost.ts';
import { useRateLimits } from './limits/rate-limit-plugin.ts';
import type { RateLimiter } from './limits/rate-limits.ts';
import { createResponseTooLargeError, getMaxResponseBytes } from './limits/response-limits.ts';
import type { Mcp } from './mcp/load-mcp.ts';
import { createMcpEndpoint, MCP_HEADERS } from './mcp/mcp-endpoint.ts';
import { useProtectedResource } from './mcp/protected-resource.ts';
import { usePages } from './pages/pages.ts';
import { bundledOperations } from './security/bundled-operations.ts';
import { createCorsOptions, useVaryByOrigin } from './security/cors.ts';
import { useCsrfPrevention } from './security/csrf-prevention.ts';
import { useNoIntrospection } from './security/introspection.ts';
import type { PersistedOperations } from './security/operations-manifest.ts';
import { usePersistedOperationsOnly } from './security/persisted-operations.ts';
import { TrustedDocuments } from './security/trusted-documents.ts';
import { type ServerSettings, serverSettings } from './server-settings.ts';
import { getBodyBytes } from './uploads/upload-limits.ts';
import { useUploads } from './uploads/uploads-plugin.ts';

/**
 * Dependencies and options of a server. It listens on no port and reads no environment. What is not set has the default
 * of its setting.
 */
export interface ServerOptions extends Partial<Omit<ServerSettings, 'limits'>> {
  readonly limits?: Partial<ServerSettings['limits']>;
  readonly rest: RestClient;
  /** Identifies a request's caller and their permissions. */
  readonly authenticate: Authenticate;
  /** Returns a request's client address. Default: the peer of the connection. */
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Where they are cached. Default: in this process's memory. */
  readonly sharedResponseCache?: SharedResponseCache | undefined;
  /** Cache of ids that are known to exist. Default: in this process's memory. */
  readonly verifiedIdCache?: VerifiedIdCache | undefined;
  /** Where documents of automatic persisted queries are shared. Default: each process keeps its own. */
  readonly sharedDocuments?: SharedDocuments | undefined;
  /** Whether /ready succeeds. Default: always. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /** Names of dependencies that are unavailable, which /ready lists. Default: none. */
  readonly lacks?: () => readonly string[];
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
  /** Receives every error that clients see only as INTERNAL. */
  readonly onFault?: (fault: unknown, requestId?: string) => void;
  /**
   * Further plugins. They see errors as clients do and run around execution. Their parsing and validation hooks do not
   * run for cached documents.
   */
  readonly plugins?: readonly Plugin[];
}

/** Methods of the graph, pages and health checks; OPTIONS is for CORS preflights. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Adds the request id to responses and converts errors to the format that clients see. If a response with errors has more
 * than `maxBytes`, an error replaces it.
 */
function useErrorTranslation({ onFault }: ServerOptions, maxBytes: number): Plugin {
  const translate = (error: GraphQLError, request: Request) => {
    const { sent, masked } = translateError(hideSecrets(error, schema), getRequestId(request));
    if (masked !== undefined) onFault?.(masked, getRequestId(request));
    return sent;
  };
  return {
    onResultProcess({ request, result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      const errors = result.errors.map((error) => translate(error, request));
      const isTooLarge = measureJson({ ...result, errors }, maxBytes) > maxBytes;
      setResult(
        isTooLarge
          ? { errors: [translate(createResponseTooLargeError(maxBytes), request)] }
          : { ...result, errors },
      );
    },
    onResponse({ request, response, setResponse, fetchAPI }) {
      const requestId = getRequestId(request);
      const { status, headers } = response;
      headers.set('x-request-id', requestId);
      // Yoga sends some client errors without a body.
      const isClientError = status >= 400 && status < 500;
      if (!isClientError || headers.has('content-type') || response.body !== null) return;
      const message = `The request was rejected: ${STATUS_CODES[status]}.`;
      const body = createGraphErrorBody({ status, message, requestId });
      setResponse(fetchAPI.Response.json(body, { status, headers }));
    },
  };
}

/** Returns the identity that an operation's context holds. */
function getIdentity(context: unknown): RequestIdentity | undefined {
  const identity = Reflect.get(Object(context), 'identity');
  return identity instanceof RequestIdentity ? identity : undefined;
}

/**
 * Creates the handler of the GraphQL server, for a listener with an error boundary of its own: errors outside of an
 * operation are thrown.
 */
export function createGraphHandler(options: ServerOptions): RequestHandler {
  const defaults = getDefaults(serverSettings);
  const settings = { ...defaults, ...options, limits: { ...defaults.limits, ...options.limits } };
  const { maxImageBytes, limits } = settings;
  const verifiedIdCache = options.verifiedIdCache ?? createVerifiedIdCache();
  const trustedDocuments = new TrustedDocuments(
    options.persistedOperations ?? bundledOperations,
    limits.document,
  );
  const getOperationCost = createOperationCosts(limits.document.cost);
  const maxResponseBytes = getMaxResponseBytes(limits.response);
  const documentCache = createDocumentCache(maxResponseBytes);
  const fastPath = createFastPath(documentCache.get);
  const authentication = createAuthentication(options.authenticate, (fault) =>
    options.onFault?.(fault),
  );
  const graphSchema = settings.federation ? getSubgraphSchema() : schema;
  const mcp =
    options.mcp &&
    createMcpEndpoint(options.mcp, graphSchema, {
      getCaller: authentication.getCaller,
      maxResponseBytes,
    });
  const yoga = createYoga<ServerContext, GraphContext & { identity: RequestIdentity }>({
    schema: graphSchema,
    graphqlEndpoint: '/graphql',
    context: ({ request }) => {
      const caller = authentication.getCaller(request);
      const deadline = performance.now() + settings.operationTimeout;
      const identity = new RequestIdentity({
        client: options.rest,
        caller,
        request,
        until: deadline,
        maxCalls: limits.document.cost,
      });
      const rest = options.rest.for(identity);
      return {
        caller,
        identity,
        rest,
        loaders: new Loaders(rest, options.rest.supports),
        verifiedIds: verifiedIdCache(caller.credential),
        maxImageBytes,
      };
    },
    plugins: [
      !settings.introspection && useNoIntrospection(),
      useErrorTranslation(options, maxResponseBytes),
      useCsrfPrevention(options),
      options.isAllowedOrigin ? useVaryByOrigin() : false,
      useHealthChecks(options),
      useMediaTypes(),
      options.mcp?.authorizationServer
        ? useProtectedResource(options.mcp.authorizationServer)
        : false,
      usePages(settings.explorer),
      options.rateLimiter
        ? useRateLimits(
            options.rateLimiter,
            options.addressOf ?? createAddressReader([]),
            getOperationCost,
          )
        : false,
      authentication.plugin,
      mcp ? mcp.plugin : false,
      useUploads(
        { bytes: getBodyBytes(maxImageBytes), ...limits.upload },
        options.spool ?? createSpool(),
        (fault) => options.onFault?.(fault),
      ),
      useBodyLimits(limits.body),
      useAutomaticPersistedQueries(trustedDocuments, options.sharedDocuments),
      options.persistedOperations
        ? usePersistedOperationsOnly(trustedDocuments, mcp?.isToolCall)
        : false,
      useCacheControl({ getMaxAge: (context) => getIdentity(context)?.freshness.maxAge ?? 0 }),
      useDocumentLimits(limits.document, getOperationCost),
      documentCache.plugin,
      ...(options.plugins ?? []),
      useResponseCache({
        getIdentity,
        seconds: settings.responseCacheSeconds,
        hasHeader: settings.responseCacheHeader,
        shared: options.sharedResponseCache,
      }),
      fastPath.plugin,
    ],
    // Replaced by the document cache, which also caches plans.
    parserAndValidationCache: false,
    // Replaced by useErrorTranslation, which knows the request id.
    maskedErrors: false,
    logging: false,
    cors: createCorsOptions(options.isAllowedOrigin, mcp && MCP_HEADERS),
    graphiql: false,
    // Yoga's health check matches any URL that ends with its path, such as one with the path in its query. No URL ends
    // with a newline.
    healthCheckEndpoint: '\n',
    landingPage: false,
    multipart: false,
    maxRequestBodySize: false,
    extraParamNames: ['documentId'],
    fetchAPI: fetchAPI,
  });
  const handler = allowMethods(fastPath.createListener(yoga), METHODS, createGraphErrorBody);
  return mcp ? mcp.route(handler) : handler;
}

/** Creates the GraphQL server, as a request handler for node:http. */
export const createServer = (options: ServerOptions): RequestListener =>
  withErrorBoundary(createGraphHandler(options), {
    errorBody: createGraphErrorBody,
    onFault: options.onFault,
  });
