/** The only module that loads the protocol's library, on first use. */
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Scope } from '../../policy/scopes.ts';
import type { McpTool } from './tools.ts';

/** What a message may ask for. */
export interface ProtocolOptions {
  /** Version of this server. */
  readonly version: string;
  readonly tools: ReadonlyMap<string, McpTool>;
  /** The caller's scopes. Tools that need others are not listed. */
  readonly scopes: ReadonlySet<Scope>;
  /** Calls a tool. Its arguments are not validated yet. */
  callTool(tool: McpTool, variables: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
}

const INSTRUCTIONS =
  'Tools read and change the personas, avatars, tools, voices and LLMs of a conversational avatar service, and create session tokens. A result is a GraphQL response: `data`, and `errors` with `extensions.code`.';

function createProtocolServer(options: ProtocolOptions): Server {
  const { version, tools, scopes, callTool } = options;
  const server = new Server(
    { name: 'avatar-graphql', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()]
      .filter((tool) => tool.scopes.every((scope) => scopes.has(scope)))
      .map(({ definition }) => definition),
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This tool does not exist.');
    return callTool(tool, params.arguments ?? {});
  });
  return server;
}

/**
 * Responds to one message, as JSON and without a session. Clients of the protocol's revisions up to 2025-11-25 are
 * served as well as those of 2026-07-28, which have no handshake.
 */
export async function respond(
  request: Request,
  message: unknown,
  options: ProtocolOptions,
): Promise<Response> {
  const server = createProtocolServer(options);
  if (!(await isLegacyRequest(request, message))) {
    // No subscriptions: the tools never change, and nothing else can be subscribed to.
    const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: message });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
