import { type Operations, readOperations } from './operations.ts';
import type { ProtocolOptions } from './protocol.ts';

/** What a server needs to serve the Model Context Protocol. */
export interface Mcp {
  readonly version: string;
  readonly operations: Operations;
  readonly respond: (
    request: Request,
    message: unknown,
    options: ProtocolOptions,
  ) => Promise<Response>;
}

/**
 * Loads the operations and the protocol's library, for the option `mcp` of `createServer`.
 * @param version of the server, for clients.
 * @throws Error if the operations cannot be read.
 */
export async function loadMcp(version: string): Promise<Mcp> {
  const [operations, { respond }] = await Promise.all([readOperations(), import('./protocol.ts')]);
  return { version, operations, respond };
}
