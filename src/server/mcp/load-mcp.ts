import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Scope } from '../../policy/scopes.ts';
import { type McpTool, type Operations, readOperations } from './tools.ts';

/** The authorization servers whose JWTs a server accepts. */
export interface AuthorizationServer {
  /** The identifiers of its issuers, which are URLs. */
  readonly issuers: readonly string[];
  /** URL that clients use for this server, without a slash at the end. Default: the URL of each request. */
  readonly publicUrl?: string | undefined;
}

/** What a message may ask for. */
interface ProtocolOptions {
  readonly tools: ReadonlyMap<string, McpTool>;
  /** The caller's scopes. Tools that need others are not listed. */
  readonly scopes: ReadonlySet<Scope>;
  /** Calls a tool. Its arguments are not validated yet. */
  callTool(tool: McpTool, variables: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
}

/** What a server needs to serve the Model Context Protocol. */
export interface Mcp {
  readonly version: string;
  /** Whose JWTs are accepted. Undefined if clients cannot find out by themselves. */
  readonly authorizationServer: AuthorizationServer | undefined;
  readonly operations: Operations;
  /** Whether tools may return what was said in sessions. */
  readonly hasTranscripts: boolean;
  /**
   * Responds to one message, as JSON and without a session. Clients of the protocol's revisions up to 2025-11-25 are
   * served as well as those of 2026-07-28, which have no handshake.
   */
  readonly respond: (
    request: Request,
    message: unknown,
    options: ProtocolOptions,
  ) => Promise<Response>;
}

const INSTRUCTIONS =
  'Tools read and change the personas, avatars, tools, voices and LLMs of a conversational avatar service, and create session tokens. A result is a GraphQL response: `data`, and `errors` with `extensions.code`.';

/**
 * Loads the operations and the protocol's library, for the option `mcp` of `createServer`.
 * @param version of the server, for clients.
 * @param authorizationServer whose JWTs are accepted, for clients that obtain them by OAuth. Default: not announced.
 * @param hasTranscripts whether tools may return what was said in sessions. Default: no.
 * @throws Error if the operations cannot be read.
 */
export async function loadMcp(
  version: string,
  authorizationServer?: AuthorizationServer,
  hasTranscripts = false,
): Promise<Mcp> {
  const sdk = await import('@modelcontextprotocol/server');
  const createServer = ({ tools, scopes, callTool }: ProtocolOptions) => {
    const server = new sdk.Server(
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
      if (tool) return callTool(tool, params.arguments ?? {});
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'This tool does not exist.');
    });
    return server;
  };
  const respond: Mcp['respond'] = async (request, message, options) => {
    const server = createServer(options);
    if (!(await sdk.isLegacyRequest(request, message))) {
      // No subscriptions: the tools never change, and nothing else can be subscribed to.
      const handler = sdk.createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
      return handler.fetch(request, { parsedBody: message });
    }
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
    });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  };
  const operations = await readOperations();
  return { version, authorizationServer, operations, hasTranscripts, respond };
}
