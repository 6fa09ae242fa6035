import type { IncomingMessage, ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { GraphContext } from '../graphql/context.ts';
import { getSubgraphSchema } from '../graphql/federation/subgraph.ts';
import { Loaders } from '../graphql/loaders.ts';
import { schema } from '../graphql/schema.ts';
import { createVerifiedIdCache } from '../graphql/verified-ids.ts';
import { sendError } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { useDocumentCache } from './caching/document-cache.ts';
import { fetchAPI } from './fetch-api/fetch-api.ts';
import { LightRequest } from './fetch-api/light-request.ts';
import {
  createFetchHandler,
  createRejection,
  type FetchHandler,
  type ReceivedRequest,
} from './fetch-handler.ts';
import { ClientDisconnectSignal } from './http/client-disconnect-signal.ts';
import { createGraphErrorBody } from './http/error-body.ts';
import { type RequestHandler, withErrorBoundary } from './http/error-boundary.ts';
import { sendResponse } from './http/send-response.ts';
import { getMaxResponseBytes } from './limits/response-limits.ts';
import { MCP_HEADERS, MCP_METHODS, MCP_PATH } from './mcp/mcp-endpoint.ts';
import { createRpcErrorBody } from './mcp/rpc-errors.ts';
import { createPlugins } from './plugins.ts';
import { RequestContext, type RequestSource, type ServerPlugin } from './request-context.ts';
import { createCorsOptions } from './security/cors.ts';
import type { ServerOptions } from './server-options.ts';
import { serverSettings } from './server-settings.ts';

/** Methods of the graph, pages and health checks; OPTIONS is for CORS preflights. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** A path without characters that URLs or HTML encode. */
const ENDPOINT = /^(?:\/[\w.~-]+)+$/;

/** The two ways into a server. They throw errors outside of an operation. */
interface Handlers {
  readonly graphqlEndpoint: string;
  readonly getAddress: NonNullable<ServerOptions['addressOf']>;
  readonly handleMessage: RequestHandler;
  readonly handleReceived: (received: ReceivedRequest) => PromiseLike<Response> | Response;
}

function createHandlers(options: ServerOptions): Handlers {
  const defaults = getDefaults(serverSettings);
  const settings = {
    graphqlEndpoint: '/graphql',
    ...defaults,
    ...options,
    limits: { ...defaults.limits, ...options.limits },
  };
  const { mcp, maxImageBytes, limits, graphqlEndpoint } = settings;
  if (!ENDPOINT.test(graphqlEndpoint)) {
    throw new TypeError('The option graphqlEndpoint must be a path, such as /api/graphql.');
  }
  const verifiedIdCache = options.verifiedIdCache ?? createVerifiedIdCache();
  const execution = useDocumentCache(getMaxResponseBytes(limits.response));
  const graphSchema = settings.federation ? getSubgraphSchema() : schema;
  const contextPlugin: ServerPlugin = {
    onContextBuilding({ context, extendContext }) {
      const rest = options.rest.for(context);
      extendContext({
        until: performance.now() + settings.operationTimeout,
        rest,
        loaders: new Loaders(rest, options.rest.supports),
        verifiedIds: verifiedIdCache(context.caller.credential),
        maxImageBytes,
      });
    },
  };
  const yoga = createYoga<RequestContext, Omit<GraphContext, 'caller'>>({
    schema: graphSchema,
    graphqlEndpoint,
    plugins: [
      // Instead of Yoga's option, which makes three promises of it.
      contextPlugin,
      ...createPlugins(settings, graphSchema, execution),
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
    fetchAPI,
  });
  const contextOptions = {
    rest: options.rest,
    maxCalls: limits.document.cost,
    waitUntil: yoga.waitUntil,
  };
  const getAddress = options.addressOf ?? createAddressReader([]);

  /** Returns the context of a request, or the error if its method is not supported. */
  const admit = (method: string | undefined, path: string | undefined, source: RequestSource) => {
    const isMcpMessage = mcp !== undefined && path === MCP_PATH;
    const methods = isMcpMessage ? MCP_METHODS : METHODS;
    if (methods.includes(method ?? ''))
      return new RequestContext(contextOptions, source, isMcpMessage);
    const error = { status: 405, message: 'This method is not supported.' };
    return [
      { ...error, requestId: source.requestId },
      isMcpMessage ? createRpcErrorBody : createGraphErrorBody,
      { allow: methods.join(', ') },
    ] as const;
  };

  return {
    graphqlEndpoint,
    getAddress,
    handleMessage: async (req, res) => {
      const context = admit(req.method, req.url?.split('?', 1)[0], {
        req,
        res,
        requestId: readRequestId(req.headers['x-request-id']),
        body: req,
        getAddress: () => getAddress(req),
        createSignal: () => new ClientDisconnectSignal(res),
      });
      if (!(context instanceof RequestContext)) return sendError(res, ...context);
      if (context.isMcpMessage) req.url = graphqlEndpoint;
      return sendResponse(await yoga.handleNodeRequestAndResponse(req, res, context), res);
    },
    handleReceived: ({ url, init, source }) => {
      const context = admit(init.method, url.pathname, source);
      if (!(context instanceof RequestContext)) return createRejection(...context);
      const target = context.isMcpMessage ? new URL(graphqlEndpoint, url) : url;
      return yoga.handleRequest(new LightRequest(target, init), context);
    },
  };
}

/**
 * Creates the handler of the GraphQL server, for a listener with an error boundary of its own: errors outside of an
 * operation are thrown.
 */
export const createGraphHandler = (options: ServerOptions): RequestHandler =>
  createHandlers(options).handleMessage;

type NodeCall = [request: IncomingMessage, response: ServerResponse];
type FetchCall = Parameters<FetchHandler>;

/** Handles a request of node:http, or a Request. */
interface Handle {
  (request: IncomingMessage, response: ServerResponse): void;
  (request: Request, context?: object): Promise<Response>;
}

/** A GraphQL server as one function, as `createYoga` returns it. */
export interface GraphServer extends Handle {
  readonly fetch: FetchHandler;
  /** The same as the server itself. */
  readonly handle: Handle;
  /** Path of the API. */
  readonly graphqlEndpoint: string;
}

/** Creates the GraphQL server: a listener of node:http and a Fetch handler, with the same checks, limits and headers. */
export function createServer(options: ServerOptions): GraphServer {
  const { handleMessage, handleReceived, getAddress, graphqlEndpoint } = createHandlers(options);
  const boundary = { errorBody: createGraphErrorBody, onFault: options.onFault };
  const listener = withErrorBoundary(handleMessage, boundary);
  const fetch = createFetchHandler(handleReceived, { ...boundary, getAddress });
  const isNode = (call: NodeCall | FetchCall): call is NodeCall =>
    call[1] !== undefined && 'writeHead' in call[1];
  // TypeScript does not choose the overload by the arguments.
  const handle = ((...call: NodeCall | FetchCall) =>
    isNode(call) ? listener(...call) : fetch(...call)) as Handle;
  return Object.assign(handle, { fetch, handle, graphqlEndpoint });
}
