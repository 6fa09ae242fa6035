import type { IncomingMessage, ServerResponse } from 'node:http';
import { createYoga, type Plugin } from 'graphql-yoga';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import type { GraphContext } from '../graphql/context.ts';
import { getSubgraphSchema } from '../graphql/federation/subgraph.ts';
import { schema } from '../graphql/schema.ts';
import { type RequestHandler, withErrorBoundary } from '../listener/error-boundary.ts';
import { createMemoryLimits } from '../policy/memory-limits.ts';
import { checkPolicy } from '../policy/parse-policy.ts';
import { Policy } from '../policy/policy.ts';
import { readRequestId } from '../shared/request-id.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { BODY_LIMITS, UPLOAD_LIMITS } from './body/body-limits.ts';
import { createGraphErrorBody } from './client-errors.ts';
import { DocumentCache } from './documents/document-cache.ts';
import { DOCUMENT_LIMITS } from './documents/document-limits.ts';
import { MAX_RESPONSE_BYTES } from './executor/response-limits.ts';
import { ClientDisconnectSignal } from './fetch-api/client-disconnect-signal.ts';
import { createFetchAPI } from './fetch-api/fetch-api.ts';
import { LightRequest } from './fetch-api/light-request.ts';
import { sendResponse } from './fetch-api/send-response.ts';
import { createFetchHandler, type FetchHandler, type ReceivedRequest } from './fetch-handler.ts';
import { MCP_HEADERS } from './mcp/mcp-endpoint.ts';
import { createPipeline } from './pipeline.ts';
import { type ActivePolicy, RequestContext } from './request-context.ts';
import { createCorsOptions } from './security/cors.ts';
import type { ServerOptions } from './server-options.ts';
import { OPERATION_TIMEOUT, serverSettings } from './server-settings.ts';

/** A path without characters that URLs or HTML encode. */
const ENDPOINT = /^(?:\/[\w.~-]+)+$/;

/**
 * Returns the policy of a server, with counters in this process's memory unless it has its own.
 * @throws PolicyError if it is not valid.
 */
function openPolicy(policy: ServerOptions['policy']): ActivePolicy | undefined {
  if (policy === undefined || 'current' in policy) return policy;
  return {
    current: new Policy(checkPolicy(policy)),
    limits: createMemoryLimits(),
  };
}

// biome-ignore lint/suspicious/noConsole: a program without a logger of its own must see its faults.
const printFault = (fault: unknown) => console.error(fault);

const mayAddRules = ({ onValidate, onPluginInit }: Plugin) =>
  onValidate !== undefined || onPluginInit !== undefined;

/** The two ways into a server. They throw errors outside of an operation. */
interface Handlers {
  readonly graphqlEndpoint: string;
  readonly onFault: NonNullable<ServerOptions['onFault']>;
  readonly getAddress: NonNullable<ServerOptions['addressOf']>;
  readonly handleMessage: RequestHandler;
  readonly handleReceived: (received: ReceivedRequest) => PromiseLike<Response> | Response;
}

function createHandlers(given: ServerOptions): Handlers {
  const onFault = given.onFault ?? printFault;
  const options = { ...given, onFault };
  const { limits: defaultLimits, ...defaults } = getDefaults(serverSettings);
  const settings = {
    graphqlEndpoint: '/graphql',
    operationTimeout: OPERATION_TIMEOUT,
    introspection: true,
    maxImageBytes: MAX_IMAGE_BYTES,
    ...defaults,
    ...options,
    limits: {
      body: BODY_LIMITS,
      upload: UPLOAD_LIMITS,
      responseBytes: MAX_RESPONSE_BYTES,
      ...defaultLimits,
      ...options.limits,
      document: { ...DOCUMENT_LIMITS, ...defaultLimits.document, ...options.limits?.document },
    },
  };
  const { mcp, limits, graphqlEndpoint } = settings;
  if (!ENDPOINT.test(graphqlEndpoint)) {
    throw new TypeError('The option graphqlEndpoint must be a path, such as /api/graphql.');
  }
  const graphSchema = settings.federation ? getSubgraphSchema() : schema;
  const documents = new DocumentCache();
  const yoga = createYoga<RequestContext, Omit<GraphContext, 'caller'>>({
    schema: graphSchema,
    graphqlEndpoint,
    plugins: createPipeline(settings, graphSchema, documents),
    parserAndValidationCache: {
      // The pipeline adds a document when it is valid.
      documentCache: { get: documents.get, set: () => undefined },
      errorCache: { get: () => undefined, set: () => undefined },
      // Rules are known by their names. Those of a plugin may depend on the caller.
      validationCache: !settings.plugins?.some(mayAddRules),
    },
    // Features that the pipeline provides itself.
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
    fetchAPI: createFetchAPI(),
  });
  const contextOptions = {
    policy: openPolicy(options.policy),
    rest: options.rest,
    maxCalls: limits.document.cost,
    waitUntil: yoga.waitUntil,
  };
  const getAddress = options.addressOf ?? createAddressReader([]);
  return {
    graphqlEndpoint,
    onFault,
    getAddress,
    handleMessage: (req, res) => {
      const signal = new ClientDisconnectSignal(res);
      const context = new RequestContext(contextOptions, {
        req,
        res,
        requestId: readRequestId(req.headers['x-request-id']),
        body: req,
        getAddress: () => getAddress(req),
        signal,
      });
      // Not `handleRequest`, which reads the context through a proxy: 20 KB for each request.
      const response = yoga.handleNodeRequestAndResponse(req, signal.asResponse(), context);
      return Promise.resolve(response).then((complete) => sendResponse(complete, res));
    },
    handleReceived: ({ url, init, source }) =>
      yoga.handleRequest(new LightRequest(url, init), new RequestContext(contextOptions, source)),
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

interface Handle {
  (request: IncomingMessage, response: ServerResponse): void;
  (request: Request, context?: object): Promise<Response>;
}

/** A GraphQL server as one function, as `createYoga` returns it. */
export interface GraphServer extends Handle {
  readonly fetch: FetchHandler;
  /** The server itself. */
  readonly handle: Handle;
  /** Path of the API. */
  readonly graphqlEndpoint: string;
}

/** Creates the GraphQL server: a listener of node:http and a Fetch handler, with the same checks, limits and headers. */
export function createServer(options: ServerOptions): GraphServer {
  const { handleMessage, handleReceived, getAddress, graphqlEndpoint, onFault } =
    createHandlers(options);
  const boundary = { errorBody: createGraphErrorBody, onFault };
  const listener = withErrorBoundary(handleMessage, boundary);
  const fetch = createFetchHandler(handleReceived, { ...boundary, getAddress });
  const isNode = (call: NodeCall | FetchCall): call is NodeCall =>
    call[1] !== undefined && 'writeHead' in call[1];
  // TypeScript cannot choose the overload by the arguments.
  const handle = ((...call: NodeCall | FetchCall) =>
    isNode(call) ? listener(...call) : fetch(...call)) as Handle;
  return Object.assign(handle, { fetch, handle, graphqlEndpoint });
}
