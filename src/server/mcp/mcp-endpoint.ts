import type { CallToolResult } from '@modelcontextprotocol/server';
import { Response } from '@whatwg-node/fetch';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { processRegularResult, type YogaServer } from 'graphql-yoga';
import { createInputError } from '../../graphql/errors.ts';
import { ALL_SCOPES } from '../../policy/scopes.ts';
import {
  type AuthenticationOptions,
  authenticateRequest,
  requireAuthentication,
} from '../authentication/authenticate.ts';
import {
  type BodyLimits,
  type BodyReader,
  checkMediaType,
  checkVariables,
} from '../body/body-reader.ts';
import { createClientError, createEarlyEndError } from '../client-errors.ts';
import { createResponseTooLargeError } from '../executor/operation-limits.ts';
import { getOutcome, type TranslateResult } from '../executor/translate-result.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';
import type { AuthorizationServer, Mcp } from './load-mcp.ts';
import { createTools, type McpTool } from './tools.ts';

export const MCP_PATH = '/mcp';

/** Request headers of the protocol, which pages of other origins may send. */
export const MCP_HEADERS = ['mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];

/** Where clients look for the metadata of /mcp. RFC 9728, section 3.1. */
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

const getBase = ({ publicUrl }: AuthorizationServer, { url }: Request) =>
  publicUrl ?? new URL(url).origin;

/** Returns the parameter of `WWW-Authenticate` that leads to the metadata. RFC 9728, section 5.1. */
const getMetadataParameter = (server: AuthorizationServer, request: Request): string =>
  `resource_metadata="${getBase(server, request)}${METADATA_PATH}"`;

/**
 * Serves the OAuth 2.0 metadata of /mcp, by which clients find the authorization server. RFC 9728, section 2. It is
 * public: no token is required. Returns undefined for other paths.
 */
export const serveMetadata =
  (server: AuthorizationServer | undefined) =>
  (request: Request, path: string): Response | undefined =>
    server && path === METADATA_PATH && request.method === 'GET'
      ? Response.json({
          resource: `${getBase(server, request)}${MCP_PATH}`,
          resource_name: 'avatar-graphql',
          authorization_servers: server.issuers,
          scopes_supported: ALL_SCOPES,
          bearer_methods_supported: ['header'],
        })
      : undefined;

/** The result of a tool contains the response as text, where quotes are escaped, and as JSON. */
const RESULT_SIZE_FACTOR = 3;

/** The parts of Yoga that execute an operation and create its response. */
type Yoga = Pick<YogaServer<object, object>, 'getEnveloped' | 'fetchAPI'>;

type Variables = Readonly<Record<string, unknown>>;

interface McpOptions extends AuthenticationOptions {
  readonly schema: GraphQLSchema;
  readonly bodies: BodyReader;
  readonly translateResult: TranslateResult;
  readonly limits: {
    readonly body: BodyLimits;
    /** Maximum size of a response. */
    readonly responseBytes: number;
  };
}

/** Rejects arguments that a tool does not have. */
function checkArguments({ variables }: McpTool, given: Variables): void {
  const unknown = Object.keys(given).filter((name) => !variables.has(name));
  if (unknown.length === 0) return;
  throw createInputError(
    unknown.map((name) => ({
      path: [name],
      message: 'This tool has no such argument.',
      code: 'UNKNOWN_FIELD',
    })),
  );
}

/** Executes the operation of a tool with a caller's context, and all hooks of plugins around it. */
async function executeTool(
  { getEnveloped }: Yoga,
  { query, definition }: McpTool,
  variables: Variables,
  request: Request,
  context: RequestContext,
): Promise<ExecutionResult> {
  const operationName = definition.name;
  const params = { query, operationName, variables };
  const { parse, validate, contextFactory, execute, schema } = getEnveloped(
    Object.assign(context, { request, params }),
  );
  const document = parse(query);
  const errors = validate(schema, document);
  if (errors.length > 0) return { errors };
  const contextValue = await contextFactory();
  return execute({ schema, document, contextValue, variableValues: variables, operationName });
}

const isAbortError = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError';

/** Converts what a step threw to a result. A client that disconnects is not an error. */
function toErrorResult(error: unknown): ExecutionResult {
  if (error instanceof GraphQLError) return { errors: [error] };
  if (isAbortError(error)) return { errors: [] };
  const originalError = error instanceof Error ? error : new Error(String(error));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/**
 * Serves the Model Context Protocol. A message passes the same checks as an operation, and a call of a tool is executed as
 * one. Errors before a call is known are those of the graph. Place it after the plugins that observe
 * requests, because it ends those to /mcp.
 */
export function useMcp(
  { operations, hasTranscripts, respond, authorizationServer }: Mcp,
  { schema, bodies, limits, translateResult, ...authentication }: McpOptions,
): ServerPlugin {
  const maxBytes = limits.responseBytes;
  let server: Yoga;
  const tools = new Map(
    [...createTools(schema, operations)].filter(
      ([, { scopes }]) => hasTranscripts || !scopes.includes('transcripts:read'),
    ),
  );

  /** Creates the response that a client of the graph would receive. */
  const createResponse = (result: ExecutionResult, context: RequestContext) => {
    const translated = translateResult(result, context.requestId);
    context.outcome = getOutcome(translated);
    return processRegularResult(translated, server.fetchAPI, 'application/json');
  };

  const toToolResult = async (
    result: ExecutionResult,
    context: RequestContext,
  ): Promise<CallToolResult> => {
    const text = await createResponse(result, context).text();
    if (result.data != null && Buffer.byteLength(text) * RESULT_SIZE_FACTOR > maxBytes)
      return toToolResult({ errors: [createResponseTooLargeError(maxBytes)] }, context);
    const structuredContent = JSON.parse(text);
    const isError = 'errors' in structuredContent;
    return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
  };

  const callTool = async (
    tool: McpTool,
    variables: Variables,
    request: Request,
    context: RequestContext,
  ) => {
    try {
      checkVariables(variables, limits.body);
      checkArguments(tool, variables);
      const result = await executeTool(server, tool, variables, request, context);
      return await toToolResult(result, context);
    } catch (error) {
      return toToolResult(toErrorResult(error), context);
    }
  };

  const handle = async (request: Request, context: RequestContext) => {
    try {
      checkMediaType(request, false);
      await authenticateRequest(request, context, authentication);
      requireAuthentication(context, 'This path');
      const message = await bodies.readJson(request, context);
      if (Array.isArray(message))
        throw createClientError('BAD_REQUEST', 'Batches of messages are not supported.');
      const { url, method, headers } = request;
      const head = new Request(url, { method, headers: [...headers] });
      return await respond(head, message, {
        tools,
        scopes: context.caller.scopes,
        callTool: (tool, variables) => callTool(tool, variables, request, context),
      });
    } catch (error) {
      const cause = context.body.readableAborted ? createEarlyEndError(context) : error;
      // Nobody reads a response, and it is no fault.
      if (isAbortError(cause)) throw cause;
      const response = createResponse(toErrorResult(cause), context);
      const challenge = response.headers.get('www-authenticate');
      if (challenge === null || !authorizationServer) return response;
      const parameter = getMetadataParameter(authorizationServer, request);
      const separator = challenge.includes(' ') ? ', ' : ' ';
      response.headers.set('www-authenticate', `${challenge}${separator}${parameter}`);
      return response;
    }
  };

  return {
    onYogaInit({ yoga }) {
      server = yoga;
    },
    async onRequest({ request, url, serverContext, endResponse }) {
      if (url.pathname === MCP_PATH) endResponse(await handle(request, serverContext));
    },
  };
}
