import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { loadMcp } from '../../src/server/mcp/load-mcp.ts';
import { type FakeService, fakeService, reply } from './fake-service.ts';
import { onFinished } from './resources.ts';
import { type Address, type Api, type StartOptions, start } from './start.ts';

/** Revisions of the protocol: with a handshake, and without. */
export type Revision = 'legacy' | '2026-07-28';

/** A result of a tool: the response of the graph. */
const ToolResult = z.object({
  isError: z.boolean().default(false),
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on data of any operation.
  structuredContent: z.custom<any>(),
});

/** An AI agent's side of the protocol, by the SDK's own client. */
export interface Agent {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<z.output<typeof ToolResult>>;
}

/** Connects to a server of the Model Context Protocol, until the end of the running test or file. */
export async function connectAgent(
  url: string,
  headers: Record<string, string> = {},
  revision: Revision = 'legacy',
): Promise<Agent> {
  const mode = revision === 'legacy' ? revision : { pin: revision };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  onFinished(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return {
    client,
    call: async (name, args = {}) =>
      ToolResult.parse(await client.callTool({ name, arguments: args })),
  };
}

/** The MCP options of the tests' servers. */
export const mcp = await loadMcp('1.2.3');

/** A list of tools, as a message without a handshake. */
export const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** A call of a tool, as a message without a handshake. */
export const createCall = (name: string, args: object = {}): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });

/** Headers of every message. */
export const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** The API with its endpoint for agents. */
interface McpApi extends Api {
  /** URL of the endpoint. */
  readonly mcpUrl: string;
  /** Sends a message to the endpoint. */
  sendMessage(body: string, headers?: Record<string, string>): Promise<Response>;
}

/** Starts the API with its endpoint for agents over an upstream, for the running test. */
export async function startMcp(upstream: Address, options: StartOptions = {}): Promise<McpApi> {
  const api = await start({ upstream, mcp, extensions: 'all', ...options });
  const mcpUrl = api.url.replace('/graphql', '/mcp');
  return {
    ...api,
    mcpUrl,
    sendMessage: (body, headers = {}) =>
      fetch(mcpUrl, { method: 'POST', body, headers: { ...HEADERS, ...headers } }),
  };
}

/** Starts the API with its endpoint for agents over an upstream that sends the same response to every call. */
export async function startMcpOverJson(
  options: StartOptions = {},
): Promise<McpApi & { readonly upstream: FakeService }> {
  const upstream = await fakeService(reply(200, { id: 't1', name: 'x', sessionToken: 'x' }));
  return { upstream, ...(await startMcp(upstream, options)) };
}
