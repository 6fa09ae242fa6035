import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createYoga, type Plugin } from 'graphql-yoga';
import { MAX_IMAGE_BYTES } from '../contract/avatar.ts';
import type { GraphContext } from '../graphql/context.ts';
import { getSubgraphSchema } from '../graphql/federation/subgraph.ts';
import { schema } from '../graphql/schema.ts';
import {
  FAULT,
  isDisconnect,
  type RequestHandler,
  withErrorBoundary,
} from '../listener/error-boundary.ts';
import { createMemoryLimits } from '../policy/memory-limits.ts';
import { checkPolicy, PolicyError } from '../policy/parse-policy.ts';
import { Policy } from '../policy/policy.ts';
import { formatError, type HttpError } from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { getDefaults } from '../shared/settings/setting.ts';
import { createRequestCheck } from '../shared/validate-request.ts';
import { createAddressReader } from './authentication/client-address.ts';
import { BODY_LIMITS, UPLOAD_LIMITS } from './body/body-limits.ts';
import { createGraphErrorBody } from './client-errors.ts';
import { DocumentCache } from './documents/document-cache.ts';
import { DOCUMENT_LIMITS } from './documents/document-limits.ts';
import { MAX_RESPONSE_BYTES } from './executor/response-limits.ts';
import { MCP_HEADERS } from './mcp/mcp-endpoint.ts';
import { createPipeline } from './pipeline.ts';
import { type ActivePolicy, RequestContext, type RequestSource } from './request-context.ts';
import { CLOSED, ResponseSignal } from './response-signal.ts';
import { createCorsOptions } from './security/cors.ts';
import { sendResponse } from './send-response.ts';
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
  const current = new Policy(checkPolicy(policy));
  if (current.guestRole)
    throw new PolicyError(['guests: only startApi and the command have guests.']);
  return { current, limits: createMemoryLimits() };
}

// biome-ignore lint/suspicious/noConsole: a program without a logger of its own must see its faults.
const printFault = (fault: unknown) => console.error(fault);

const mayAddRules = ({ onValidate, onPluginInit }: Plugin) =>
  onValidate !== undefined || onPluginInit !== undefined;

/**
 * Handles a Request.
 * @param context Additional values of the platform, such as `waitUntil`. Plugins find it as `fetchContext`.
 */
export type FetchHandler = (request: Request, context?: object) => Promise<Response>;

/** The two ways into a server. They throw errors outside of an operation. */
interface Handlers {
  readonly graphqlEndpoint: string;
  readonly onFault: NonNullable<ServerOptions['onFault']>;
  readonly getAddress: NonNullable<ServerOptions['addressOf']>;
  readonly handleMessage: RequestHandler;
  readonly handleRequest: (
    request: Request,
    source: RequestSource,
  ) => PromiseLike<Response> | Response;
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
    handleMessage: async (req, res) => {
      const context = new RequestContext(contextOptions, {
        req,
        res,
        host: req.headers.host,
        requestId: readRequestId(req.headers['x-request-id']),
        getBody: () => req,
        getAddress: () => getAddress(req),
        signal: new ResponseSignal(res),
      });
      // Not Yoga's listener, which sends the stack of a fault.
      const response = await yoga.handleNodeRequestAndResponse(req, res, context);
      await sendResponse(response, res);
    },
    handleRequest: (request, source) =>
      yoga.handleRequest(request, new RequestContext(contextOptions, source)),
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

/** Returns the parts of a Request that are checked, in the form of a node:http message. */
function getHead({ url, headers }: Request) {
  const { host, pathname, search } = new URL(url);
  return {
    url: `${pathname}${search}`,
    headers: {
      host: headers.get('host') ?? host,
      'transfer-encoding': headers.get('transfer-encoding') ?? undefined,
    },
    rawHeaders: [],
    httpVersion: '1.1',
  };
}

/**
 * Returns a function that returns the body of a Request as a stream that ends when the client disconnects. It is opened
 * when it is first read, because plugins may read the Request itself. It is not closed with the response, because
 * adapters of node:http would close the connection.
 */
function createBodyOpener(request: Request): () => Readable {
  let opened: Readable | undefined;
  const open = () => {
    const { body, signal } = request;
    if (body === null) return Readable.from([]);
    // At run time, it is the platform's ReadableStream, but the type of the module differs.
    const stream = Readable.fromWeb(body as ReadableStream, { signal });
    // An error that nobody handles, for example after a rejection, must not end the process.
    return stream.on('error', () => undefined);
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

function getWaitUntil(context: object = {}): RequestSource['waitUntil'] {
  const waitUntil = 'waitUntil' in context && context.waitUntil;
  if (typeof waitUntil !== 'function') return undefined;
  return (promise) => Reflect.apply(waitUntil, context, [promise]);
}

/** Converts a response to the platform's class, which frameworks require. */
function toPlatformResponse(response: Response, { method }: Request): Response {
  const { status, statusText, headers, body } = response;
  if (response instanceof Response && method !== 'HEAD') return response;
  const converted = new Response(method === 'HEAD' ? null : body, {
    status,
    statusText,
    headers: [...headers],
  });
  // Frameworks may compress the body.
  converted.headers.delete('content-length');
  return converted;
}

/** Creates a handler of Requests with the checks and the error boundary that a listener has for node:http messages. */
function createFetchHandler({ handleRequest, getAddress, onFault }: Handlers): FetchHandler {
  const check = createRequestCheck();
  const reject = (error: Required<HttpError>) => {
    const { body, ...init } = formatError(error, createGraphErrorBody);
    return new Response(body, init);
  };
  return async (request, fetchContext) => {
    const ended = new AbortController();
    const requestId = readRequestId(request.headers.get('x-request-id'));
    const head = getHead(request);
    const source = {
      fetchContext,
      host: head.headers.host,
      requestId,
      getBody: createBodyOpener(request),
      getAddress: () => getAddress(request, fetchContext),
      signal: AbortSignal.any([request.signal, ended.signal]),
      waitUntil: getWaitUntil(fetchContext),
    };
    try {
      const rejection = check(head);
      const response = rejection
        ? reject({ ...rejection, requestId })
        : await handleRequest(request, source);
      return toPlatformResponse(response, request);
    } catch (fault) {
      if (!request.signal.aborted || !isDisconnect(fault)) onFault(fault, requestId);
      return toPlatformResponse(reject({ ...FAULT, requestId }), request);
    } finally {
      ended.abort(CLOSED);
      // Discards the rest of a body that was rejected, as node:http does: a client may read the response only after it has
      // sent everything.
      if (!request.bodyUsed) source.getBody().resume();
    }
  };
}

/** Creates the GraphQL server: a listener of node:http and a Fetch handler, with the same checks, limits and headers. */
export function createServer(options: ServerOptions): GraphServer {
  const handlers = createHandlers(options);
  const { handleMessage, graphqlEndpoint, onFault } = handlers;
  const listener = withErrorBoundary(handleMessage, { errorBody: createGraphErrorBody, onFault });
  const fetch = createFetchHandler(handlers);
  const isNode = (call: NodeCall | FetchCall): call is NodeCall =>
    call[1] !== undefined && 'writeHead' in call[1];
  // TypeScript cannot choose the overload by the arguments.
  const handle = ((...call: NodeCall | FetchCall) =>
    isNode(call) ? listener(...call) : fetch(...call)) as Handle;
  return Object.assign(handle, { fetch, handle, graphqlEndpoint });
}
