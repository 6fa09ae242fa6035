import type { CallToolResult } from '@modelcontextprotocol/server';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type GraphQLParams, processRegularResult } from 'graphql-yoga';
import { createInputError } from '../../graphql/errors.ts';
import { createUnauthenticatedError } from '../authentication/authentication-plugin.ts';
import { createResponseTooLargeError } from '../limits/response-limits.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
import type { Mcp } from './load-mcp.ts';
import { getMetadataParameter } from './protected-resource.ts';
import { createRpcErrorBody, toRpcResponse } from './rpc-errors.ts';
import { createTools } from './tools.ts';

/** The path of the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** GET would open a stream of messages, and this server sends none. */
export const MCP_METHODS = ['POST', 'OPTIONS'];

const JSON_TYPE = 'application/json';

/** Request headers of the protocol, which pages of other origins may send. */
export const MCP_HEADERS = ['mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];

/** The result of a tool contains the response as text, where quotes are escaped, and as JSON. */
const RESULT_SIZE_FACTOR = 3;

/** Converts the response of an operation, as a client of the graph would receive it. */
async function toToolResult(
  maxResponseBytes: number,
  ...[result, fetchAPI, mediaType]: Parameters<typeof processRegularResult>
): Promise<CallToolResult> {
  const text = await processRegularResult(result, fetchAPI, mediaType).text();
  const hasData = 'data' in result && result.data != null;
  if (hasData && Buffer.byteLength(text) * RESULT_SIZE_FACTOR > maxResponseBytes) {
    const errors = [createResponseTooLargeError(maxResponseBytes)];
    return toToolResult(maxResponseBytes, { errors }, fetchAPI, mediaType);
  }
  const structuredContent = JSON.parse(text);
  const isError = 'errors' in structuredContent;
  return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
}

/**
 * Turns messages of the Model Context Protocol into operations, and their results into messages. A request to /mcp is a
 * request to /graphql in another format: it passes the same checks, a call of a tool is executed as an operation of the
 * same request, and errors before a call is known are those of the graph, as errors of JSON-RPC.
 * @param maxResponseBytes Maximum size of a response.
 */
export function useMcp(
  { operations, hasTranscripts, respond, version, authorizationServer }: Mcp,
  schema: GraphQLSchema,
  maxResponseBytes: number,
): ServerPlugin {
  const tools = new Map(
    [...createTools(schema, operations)].filter(
      ([, { scopes }]) => hasTranscripts || !scopes.includes('transcripts:read'),
    ),
  );

  /** Returns the operation of a call, or the response to any other message. */
  const receive = async (
    request: Request,
    context: RequestContext,
    body: Request,
  ): Promise<GraphQLParams | Response> => {
    const message: unknown = await body.json();
    if (Array.isArray(message)) throw new GraphQLError('Batches of messages are not supported.');
    const { url, method, headers } = request;
    const head = new Request(url, { method, headers: [...headers] });
    const { promise: params, resolve: execute } = Promise.withResolvers<GraphQLParams>();
    const response = respond(head, message, {
      version,
      tools,
      scopes: context.caller.scopes,
      callTool: (tool, variables) => {
        const { promise, resolve: finish } = Promise.withResolvers<CallToolResult>();
        context.toolCall = { tool, response, finish };
        execute({ query: tool.query, operationName: tool.definition.name, variables });
        return promise;
      },
    });
    return Promise.race([params, response]);
  };

  return {
    onRequest({ request, serverContext, endResponse, fetchAPI }) {
      const { method, headers } = request;
      if (method !== 'POST' || !serverContext.isMcpMessage) return;
      if (headers.get('content-type') === JSON_TYPE) return;
      const message = 'The content type must be application/json in UTF-8.';
      const body = createRpcErrorBody({ status: 415, message });
      const init = { status: 415, headers: { 'accept-post': JSON_TYPE } };
      endResponse(fetchAPI.Response.json(body, init));
    },
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (!serverContext.isMcpMessage) return;
      if (!serverContext.caller.isAuthenticated) {
        const message = 'This path requires an Authorization header with a bearer token.';
        throw createUnauthenticatedError(message, 'Bearer');
      }
      setRequestParser((body) => receive(request, serverContext, body));
    },
    onParams({ context: { toolCall }, params: { variables } }) {
      const unknown = Object.keys(variables ?? {}).filter(
        (name) => !toolCall?.tool.variables.has(name),
      );
      if (!toolCall || unknown.length === 0) return;
      throw createInputError(
        unknown.map((name) => ({ path: [name], message: 'This tool has no such argument.' })),
      );
    },
    onResultProcess({ serverContext: { toolCall }, setResultProcessor }) {
      if (!toolCall) return;
      setResultProcessor(async (...processed) => {
        toolCall.finish(await toToolResult(maxResponseBytes, ...processed));
        return toolCall.response;
      }, JSON_TYPE);
    },
    onResponse({ request, response, serverContext, setResponse }) {
      if (response.ok || !serverContext.isMcpMessage) return undefined;
      const challenge = response.headers.get('www-authenticate');
      if (challenge !== null && authorizationServer) {
        const parameter = getMetadataParameter(authorizationServer, request);
        const separator = challenge.includes(' ') ? ', ' : ' ';
        response.headers.set('www-authenticate', `${challenge}${separator}${parameter}`);
      }
      return toRpcResponse(response).then(setResponse);
    },
  };
}
