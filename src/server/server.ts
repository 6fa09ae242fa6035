import type { IncomingMessage, ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import type { GraphContext } from '../graphql/context.ts';
import { getSubgraphSchema } from '../graphql/federation/subgraph.ts';
import { getSchema } from '../graphql/get-schema.ts';
import type { RequestHandler } from '../listener/limits.ts';
import { withErrorBoundary } from '../listener/listener.ts';
import { createMemoryLimits } from '../policy/memory-limits.ts';
import { checkPolicy } from '../policy/parse-policy.ts';
import { Policy } from '../policy/policy.ts';
import { PolicyError } from '../policy/policy-error.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { createGraphErrorBody } from './client-errors.ts';
import { createFetchHandler, type FetchHandler } from './fetch-handler.ts';
import { MCP_HEADERS } from './mcp/mcp-endpoint.ts';
import { createPipeline } from './pipeline.ts';
import { type ActivePolicy, RequestContext, type ServerContext } from './request-context.ts';
import { ResponseSignal, sendResponse } from './response.ts';
import { createCorsOptions } from './security/origin-check.ts';
import { resolveOptions, type ServerOptions } from './server-options.ts';

/** A path without characters that URLs or HTML encode. */
const ENDPOINT = /^(?:\/[\w.~-]+)+$/;

/**
 * Returns the policy of a server, with counters in this process's memory unless it has its own.
 * @throws PolicyError if it is not valid.
 */
function openPolicy(policy: ServerOptions['policy']): ActivePolicy | undefined {
  if (policy === undefined || 'current' in policy) return policy;
  const current = new Policy(checkPolicy(policy));
  if (current.guestRole)
    throw new PolicyError(['guests: only startApi and the command have guests.']);
  return { current, limits: createMemoryLimits() };
}

/** What is known of a message of node:http. */
class NodeRequestContext extends RequestContext {
  override readonly req: IncomingMessage;
  override readonly res: ServerResponse;
  readonly host: string | undefined;
  readonly signal: ResponseSignal;
  readonly body: IncomingMessage;

  constructor(server: ServerContext, req: IncomingMessage, res: ServerResponse) {
    super(server, req.headers['x-request-id']);
    this.req = req;
    this.res = res;
    this.host = req.headers.host;
    this.signal = new ResponseSignal(res);
    this.body = req;
  }

  get clientAddress(): string {
    return this.server.getAddress(this.req);
  }
}

function createHandlers(given: ServerOptions) {
  const options = resolveOptions(given);
  const { mcp, limits, graphqlEndpoint } = options;
  if (!ENDPOINT.test(graphqlEndpoint)) {
    throw new TypeError('The option graphqlEndpoint must be a path, such as /api/graphql.');
  }
  const graphSchema = options.federation ? getSubgraphSchema() : getSchema();
  const yoga = createYoga<RequestContext, Omit<GraphContext, 'caller'>>({
    schema: graphSchema,
    graphqlEndpoint,
    plugins: createPipeline(options, graphSchema),
    // Features that the pipeline provides itself.
    parserAndValidationCache: false,
    maskedErrors: false,
    logging: false,
    cors: createCorsOptions(options.isAllowedOrigin, mcp && MCP_HEADERS),
    graphiql: false,
    // Yoga's health check matches any URL that ends with its path, such as one with the path in its query. No URL ends
    // with a newline.
    healthCheckEndpoint: '\n',
    landingPage: false,
    maxRequestBodySize: false,
    extraParamNames: ['documentId'],
  });
  const server = {
    policy: openPolicy(options.policy),
    maxCalls: limits.document.cost,
    getAddress: options.addressOf ?? createAddressReader([]),
    waitUntil: yoga.waitUntil,
  };
  // Not Yoga's listener, which sends the stack of a fault.
  const handleMessage: RequestHandler = (req, res) => {
    const context = new NodeRequestContext(server, req, res);
    const handled = yoga.handleNodeRequestAndResponse(req, res, context);
    return Promise.resolve(handled).then((response) => sendResponse(response, res));
  };
  const fetch = createFetchHandler(server, yoga.handleRequest, options.onFault);
  return { graphqlEndpoint, onFault: options.onFault, handleMessage, fetch };
}

/**
 * Creates the handler of the GraphQL server, for a listener with an error boundary of its own: errors outside of an
 * operation are thrown.
 */
export const createGraphHandler = (options: ServerOptions): RequestHandler =>
  createHandlers(options).handleMessage;

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

type NodeCall = [request: IncomingMessage, response: ServerResponse];
type FetchCall = Parameters<FetchHandler>;

const isNode = (call: NodeCall | FetchCall): call is NodeCall =>
  call[1] !== undefined && 'writeHead' in call[1];

/** Creates the GraphQL server: a listener of node:http and a Fetch handler, with the same checks, limits and headers. */
export function createServer(options: ServerOptions): GraphServer {
  const { handleMessage, fetch, graphqlEndpoint, onFault } = createHandlers(options);
  const listener = withErrorBoundary(handleMessage, { errorBody: createGraphErrorBody, onFault });
  // TypeScript cannot choose the overload by the arguments.
  const handle = ((...call: NodeCall | FetchCall) =>
    isNode(call) ? listener(...call) : fetch(...call)) as Handle;
  return Object.assign(handle, { fetch, handle, graphqlEndpoint });
}
