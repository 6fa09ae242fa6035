import type { IncomingMessage } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type GraphQLParams, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Caller } from '../../graphql/authorization/caller.ts';
import type { GraphContext } from '../../graphql/context.ts';
import { createInputError } from '../../graphql/errors.ts';
import { createUnauthenticatedError } from '../authentication/authentication-plugin.ts';
import { allowMethods, type RequestHandler } from '../http/error-boundary.ts';
import type { ServerContext } from '../http/server-context.ts';
import { createResponseTooLargeError } from '../limits/response-limits.ts';
import type { Mcp } from './load-mcp.ts';
import { getMetadataParameter } from './protected-resource.ts';
import { createRpcErrorBody, toRpcResponse } from './rpc-errors.ts';
import { createTools, type McpTool } from './tools.ts';

/** The path of the Model Context Protocol. */
const MCP_PATH = '/mcp';

/** GET would open a stream of messages, and this server sends none. */
const METHODS = ['POST', 'OPTIONS'];

const JSON_TYPE = 'application/json';

/** Request headers of the protocol, which pages of other origins may send. */
export const MCP_HEADERS = ['mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];

/** A call of a tool whose operation is executed. */
interface ToolCall {
  readonly tool: McpTool;
  /** The protocol's response; resolves after `finish`. */
  readonly response: Promise<Response>;
  finish(result: CallToolResult): void;
}

/** The result of a tool contains the response as text, where quotes are escaped, and as JSON. */
const RESULT_SIZE_FACTOR = 3;

/** Converts the response of an operation, as a client of the graph would receive it. */
async function toToolResult(
  maxResponseBytes: number,
  ...[result, fetchAPI, mediaType]: Parameters<typeof processRegularResult>
): Promise<CallToolResult> {
  const text = await processRegularResult(result, fetchAPI, mediaType).text();
  if (Buffer.byteLength(text) * RESULT_SIZE_FACTOR > maxResponseBytes && !('errors' in result)) {
    const errors = [createResponseTooLargeError(maxResponseBytes)];
    return toToolResult(maxResponseBytes, { errors }, fetchAPI, mediaType);
  }
  const structuredContent = JSON.parse(text);
  const isError = 'errors' in structuredContent;
  return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
}

/** The Model Context Protocol at one server. */
export interface McpEndpoint {
  /** Turns messages into operations and their results into messages. Must come after authentication, before uploads. */
  readonly plugin: Plugin<GraphContext, ServerContext>;
  /** Passes requests for /mcp to the graph's own handler. */
  route(handler: RequestHandler): RequestHandler;
  /** Whether a request executes an operation of this product, whose document no client can choose. */
  isToolCall(request: Request): boolean;
}

interface McpOptions {
  /** Returns who sent a request. */
  readonly getCaller: (request: Request) => Caller;
  /** Maximum size of a response. */
  readonly maxResponseBytes: number;
}

/**
 * Creates the endpoint of the Model Context Protocol. A request to /mcp is a request to /graphql in another format: it
 * passes the same checks, a call of a tool is executed as an operation of the same request, and errors before a call is
 * known are those of the graph, as errors of JSON-RPC.
 */
export function createMcpEndpoint(
  { operations, respond, version, authorizationServer }: Mcp,
  schema: GraphQLSchema,
  { getCaller, maxResponseBytes }: McpOptions,
): McpEndpoint {
  const tools = createTools(schema, operations);
  const messages = new WeakSet<IncomingMessage>();
  const calls = new WeakMap<Request, ToolCall>();
  const isMessage = ({ req }: ServerContext) => req !== undefined && messages.has(req);

  /** Returns the operation of a call, or the response to any other message. */
  const receive = async (request: Request, body: Request): Promise<GraphQLParams | Response> => {
    const message: unknown = await body.json();
    if (Array.isArray(message)) throw new GraphQLError('Batches of messages are not supported.');
    const { url, method, headers } = request;
    const head = new Request(url, { method, headers: [...headers] });
    const { promise: params, resolve: execute } = Promise.withResolvers<GraphQLParams>();
    const response = respond(head, message, {
      version,
      tools,
      scopes: getCaller(request).scopes,
      callTool: (tool, variables) => {
        const { promise, resolve: finish } = Promise.withResolvers<CallToolResult>();
        calls.set(request, { tool, response, finish });
        execute({ query: tool.query, operationName: tool.definition.name, variables });
        return promise;
      },
    });
    return Promise.race([params, response]);
  };

  return {
    isToolCall: (request) => calls.has(request),
    route: (handler) => {
      const handleMessage: RequestHandler = (request, response) => {
        messages.add(request);
        request.url = '/graphql';
        return handler(request, response);
      };
      const endpoint = allowMethods(handleMessage, METHODS, createRpcErrorBody);
      return (request, response) =>
        request.url?.split('?', 1)[0] === MCP_PATH
          ? endpoint(request, response)
          : handler(request, response);
    },
    plugin: {
      onRequest({ request, serverContext, endResponse, fetchAPI }) {
        const { method, headers } = request;
        if (method !== 'POST' || !isMessage(serverContext)) return;
        if (headers.get('content-type') === JSON_TYPE) return;
        const message = 'The content type must be application/json in UTF-8.';
        const body = createRpcErrorBody({ status: 415, message });
        const init = { status: 415, headers: { 'accept-post': JSON_TYPE } };
        endResponse(fetchAPI.Response.json(body, init));
      },
      onRequestParse({ request, serverContext, setRequestParser }) {
        if (!isMessage(serverContext)) return;
        if (!getCaller(request).isAuthenticated) {
          const message = 'This path requires an Authorization header with a bearer token.';
          throw createUnauthenticatedError(message, 'Bearer');
        }
        setRequestParser((body) => receive(request, body));
      },
      onParams({ request, params: { variables } }) {
        const tool = calls.get(request)?.tool;
        const unknown = Object.keys(variables ?? {}).filter((name) => !tool?.variables.has(name));
        if (!tool || unknown.length === 0) return;
        throw createInputError(
          unknown.map((name) => ({ path: [name], message: 'This tool has no such argument.' })),
        );
      },
      onResultProcess({ request, setResultProcessor }) {
        const call = calls.get(request);
        if (!call) return;
        setResultProcessor(async (...processed) => {
          call.finish(await toToolResult(maxResponseBytes, ...processed));
          return call.response;
        }, JSON_TYPE);
      },
      onResponse({ request, response, serverContext, setResponse }) {
        if (response.ok || !isMessage(serverContext)) return undefined;
        const challenge = response.headers.get('www-authenticate');
        if (challenge !== null && authorizationServer) {
          const parameter = getMetadataParameter(authorizationServer, request);
          const separator = challenge.includes(' ') ? ', ' : ' ';
          response.headers.set('www-authenticate', `${challenge}${separator}${parameter}`);
        }
        return toRpcResponse(response).then(setResponse);
      },
    },
  };
}
