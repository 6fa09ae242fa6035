import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { createYoga, type Plugin } from 'graphql-yoga';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import type { Authenticate } from '../graphql/authorization/caller.ts';
import { anyKnownModel, withAvatarModels } from '../graphql/avatar-models.ts';
import type { GraphContext } from '../graphql/context.ts';
import { translateError } from '../graphql/errors.ts';
import { createLoaders } from '../graphql/loaders.ts';
import { schema } from '../graphql/schema.ts';
import { createVerifiedIdCache, type VerifiedIdCache } from '../graphql/verified-ids.ts';
import { readRequestId } from '../shared/request-id.ts';
import { createSpool, type Spool } from '../shared/spool.ts';
import type { RestClient } from '../upstream/client.ts';
import {
  createAuthentication,
  type ServerContext,
} from './authentication/authentication-plugin.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { RequestIdentity } from './authentication/request-identity.ts';
import { createDocumentCache } from './caching/document-cache.ts';
import { type SharedResponseCache, useResponseCache } from './caching/response-cache.ts';
import { createFastPath } from './fast-path/fast-path.ts';
import { fetchAPI } from './fast-path/fetch-api.ts';
import { createGraphErrorBody } from './http/error-body.ts';
import { withErrorBoundary } from './http/error-boundary.ts';
import { useHealthChecks } from './http/health-checks.ts';
import { useMediaTypes } from './http/media-types.ts';
import { useBodyLimits } from './limits/body-limits.ts';
import { useDocumentLimits } from './limits/document-limits.ts';
import type { RateLimiter } from './limits/rate-limits.ts';
import { type RequestLimits, createRequestLimits } from './limits/request-limits.ts';
import { usePages } from './pages/pages.ts';
import { createCorsOptions, useVaryByOrigin } from './security/cors.ts';
import { useCsrfPrevention } from './security/csrf-prevention.ts';
import { useNoIntrospection } from './security/introspection.ts';
import {
  type PersistedOperations,
  usePersistedOperationsOnly,
} from './security/persisted-operations.ts';
import { useUploads } from './uploads/uploads-plugin.ts';

/** Milliseconds that all calls of one operation may take together: one that is slow, and some before it. */
const OPERATION_TIMEOUT = 240_000;

/** What a server needs; it has no port and reads no environment. */
export interface ServerOptions {
  readonly rest: RestClient;
  /** Who sent a request, and what they may do. */
  readonly authenticate: Authenticate;
  /** Where a request came from, as one party. Default: the other end of its connection. */
  readonly addressOf?: (request: IncomingMessage) => string;
  /** Whether the upstream serves GET /v1/personas/{id}, an extension of the specification. Default false. */
  readonly personaById?: boolean;
  /** Bytes of an uploaded image, at most. Default: the specification's 10 MB. */
  readonly maxImageBytes?: number;
  /** Avatar models beyond the specification's that the enum AvatarModel has, too. Default none. */
  readonly furtherAvatarModels?: readonly string[];
  /** Milliseconds that one operation may take, all its upstream calls together. Default 240,000. */
  readonly operationTimeout?: number;
  /** Seconds for which answers to queries are kept, each for its own caller. Default 0: none is. */
  readonly responseCacheSeconds?: number;
  /** Where they are kept. Default: in this process's memory. */
  readonly sharedResponseCache?: SharedResponseCache | undefined;
  /** What remembers ids that were found to exist. Default: this process. */
  readonly verifiedIdCache?: VerifiedIdCache | undefined;
  /** Whether new requests are welcome: the answer of /ready. Default: always. */
  readonly isReady?: () => boolean | Promise<boolean>;
  /** What the server does without for now, in a word each: /ready then tells of it. Default: it has all it knows of. */
  readonly lacks?: () => readonly string[];
  /**
   * Whether a host name is one of ours; requests to any other are refused. Default: every name is.
   * Where the server holds a key, this keeps out pages whose own name was made to point here (DNS rebinding).
   */
  readonly isOwnHost?: (hostname: string) => boolean;
  /** Origins of pages that may call the API from a browser, besides its own. Default none. */
  readonly corsOrigins?: readonly string[];
  /** How often callers may come. Default: as often as they like. */
  readonly rateLimiter?: RateLimiter | undefined;
  /** What a single request is held to. Default: `requestLimits`. */
  readonly limits?: Partial<RequestLimits>;
  /** Where uploads wait on disk. Default: the system's folder for such files. */
  readonly spool?: Spool;
  /** Whether the schema may be asked for, and errors guess at names. Default true. */
  readonly introspection?: boolean;
  /** Whether there is an explorer at /graphql. Default true. */
  readonly explorer?: boolean;
  /** The only operations that are run, by id. Default: any. */
  readonly persistedOperations?: PersistedOperations;
  /** Told of every error that callers saw only as INTERNAL. */
  readonly onFault?: (fault: unknown, requestId?: string) => void;
  /**
   * Further plugins: they see errors as callers do, and stand around the execution of documents. What they do to parsing
   * and validation happens when a document is worked out, which one that is remembered is not each time.
   */
  readonly plugins?: readonly Plugin[];
}

/** Methods of the graph, its pages and probes; OPTIONS asks for a browser whether it may. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Names requests: by their own x-request-id if it is a sensible one, else anew. */
function createRequestIdReader() {
  const requestIds = new WeakMap<Request, string>();
  return (request: Request): string => {
    const cached = requestIds.get(request);
    if (cached) return cached;
    const id = readRequestId(request.headers.get('x-request-id'));
    requestIds.set(request, id);
    return id;
  };
}

/** Gives every answer its request id, and every error the one shape that callers see. */
function useErrorTranslation(
  getRequestId: (request: Request) => string,
  options: ServerOptions,
): Plugin {
  return {
    onResultProcess({ request, result, setResult }) {
      if (Array.isArray(result) || !('errors' in result) || !result.errors) return;
      const errors = result.errors.map((error) => {
        const { sent, masked } = translateError(error, getRequestId(request));
        if (masked !== undefined) options.onFault?.(masked, getRequestId(request));
        return sent;
      });
      setResult({ ...result, errors });
    },
    onResponse({ request, response, setResponse, fetchAPI }) {
      const requestId = getRequestId(request);
      const { status, headers } = response;
      headers.set('x-request-id', requestId);
      // Yoga answers some refusals without a word.
      const isClientError = status >= 400 && status < 500;
      if (!isClientError || headers.has('content-type') || response.body !== null) return;
      const message = `The request is refused: ${STATUS_CODES[status]}.`;
      const body = createGraphErrorBody({ status, message, requestId });
      setResponse(fetchAPI.Response.json(body, { status, headers }));
    },
  };
}

/** On whose behalf an operation with this context runs. */
function getIdentity(context: unknown): RequestIdentity | undefined {
  const identity = Reflect.get(Object(context), 'identity');
  return identity instanceof RequestIdentity ? identity : undefined;
}

/** Builds the GraphQL server: a request handler for node:http. */
export function createServer(options: ServerOptions) {
  const { maxImageBytes = MAX_IMAGE_BYTES, furtherAvatarModels = [], corsOrigins = [] } = options;
  const furtherModels = anyKnownModel.array().parse(furtherAvatarModels);
  const limits = { ...createRequestLimits(maxImageBytes), ...options.limits };
  const getRequestId = createRequestIdReader();
  const verifiedIdCache = options.verifiedIdCache ?? createVerifiedIdCache();
  const documentCache = createDocumentCache();
  const fastPath = createFastPath(documentCache.get);
  const authentication = createAuthentication({
    authenticate: options.authenticate,
    addressOf: options.addressOf ?? createAddressReader([]),
    rateLimiter: options.rateLimiter,
    onFault: (fault) => options.onFault?.(fault),
  });
  const yoga = createYoga<ServerContext, GraphContext & { identity: RequestIdentity }>({
    schema: withAvatarModels(schema, furtherModels),
    graphqlEndpoint: '/graphql',
    context: ({ request }) => {
      const caller = authentication.callerOf(request);
      const deadline = performance.now() + (options.operationTimeout ?? OPERATION_TIMEOUT);
      const identity = new RequestIdentity({
        client: options.rest,
        caller,
        request,
        until: deadline,
      });
      const rest = options.rest.for(identity);
      return {
        caller,
        identity,
        rest,
        loaders: createLoaders(rest, options.personaById),
        verifiedIds: verifiedIdCache(caller.credential),
        maxImageBytes,
        furtherModels,
      };
    },
    plugins: [
      options.introspection === false && useNoIntrospection(),
      useErrorTranslation(getRequestId, options),
      useCsrfPrevention({ ...options, origins: corsOrigins }),
      corsOrigins.length > 0 && useVaryByOrigin(),
      useHealthChecks(options),
      useMediaTypes(),
      usePages(options.explorer ?? true),
      authentication.plugin,
      useUploads(limits.upload, options.spool ?? createSpool(), (fault) =>
        options.onFault?.(fault),
      ),
      useBodyLimits(limits.body),
      options.persistedOperations ? usePersistedOperationsOnly(options.persistedOperations) : false,
      useDocumentLimits(limits.document),
      documentCache.plugin,
      ...(options.plugins ?? []),
      useResponseCache({
        getIdentity,
        seconds: options.responseCacheSeconds ?? 0,
        shared: options.sharedResponseCache,
      }),
      fastPath.plugin,
    ],
    // Documents are remembered by our own plugin, which plans them, too.
    parserAndValidationCache: false,
    // Errors are masked by our own translation, which knows the request they belong to.
    maskedErrors: false,
    logging: false,
    cors: createCorsOptions(corsOrigins),
    graphiql: false,
    // Yoga's own answers any address that ends so, such as one with the path in its query: this one no address has.
    healthCheckEndpoint: '\n',
    landingPage: false,
    multipart: false,
    maxRequestBodySize: false,
    extraParamNames: ['documentId'],
    fetchAPI: fetchAPI,
  });
  return withErrorBoundary(fastPath.createListener(yoga), {
    methods: METHODS,
    errorBody: createGraphErrorBody,
    onFault: options.onFault,
  });
}
