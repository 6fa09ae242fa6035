import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { GraphContext } from '../graphql/context.ts';
import { getSubgraphSchema } from '../graphql/federation/subgraph.ts';
import { Loaders } from '../graphql/loaders.ts';
import { schema } from '../graphql/schema.ts';
import { createVerifiedIdCache } from '../graphql/verified-ids.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { useDocumentCache } from './caching/document-cache.ts';
import { fetchAPI } from './fetch-api/fetch-api.ts';
import { createGraphErrorBody } from './http/error-body.ts';
import { allowMethods, type RequestHandler, withErrorBoundary } from './http/error-boundary.ts';
import { sendResponse } from './http/send-response.ts';
import { getMaxResponseBytes } from './limits/response-limits.ts';
import { MCP_HEADERS, routeMcp } from './mcp/mcp-endpoint.ts';
import { createPlugins } from './plugins.ts';
import { RequestContext, type ServerPlugin } from './request-context.ts';
import { createCorsOptions } from './security/cors.ts';
import type { ServerOptions } from './server-options.ts';
import { serverSettings } from './server-settings.ts';

/** Methods of the graph, pages and health checks; OPTIONS is for CORS preflights. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Creates the handler of the GraphQL server, for a listener with an error boundary of its own: errors outside of an
 * operation are thrown.
 */
export function createGraphHandler(options: ServerOptions): RequestHandler {
  const defaults = getDefaults(serverSettings);
  const settings = { ...defaults, ...options, limits: { ...defaults.limits, ...options.limits } };
  const { mcp, maxImageBytes, limits } = settings;
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
    graphqlEndpoint: '/graphql',
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
    getAddress: options.addressOf ?? createAddressReader([]),
    maxCalls: limits.document.cost,
    waitUntil: yoga.waitUntil,
  };
  const createHandler =
    (isMcpMessage: boolean) => async (request: IncomingMessage, response: ServerResponse) => {
      const context = new RequestContext(contextOptions, request, response, isMcpMessage);
      const sent = await yoga.handleNodeRequestAndResponse(request, response, context);
      await sendResponse(sent, response);
    };
  const handler = allowMethods(createHandler(false), METHODS, createGraphErrorBody);
  return mcp ? routeMcp(handler, createHandler(true)) : handler;
}

/** Creates the GraphQL server, as a request handler for node:http. */
export const createServer = (options: ServerOptions): RequestListener =>
  withErrorBoundary(createGraphHandler(options), {
    errorBody: createGraphErrorBody,
    onFault: options.onFault,
  });
