import type { AuthorizationServer } from './protected-resource.ts';
import type { ProtocolOptions } from './protocol.ts';
import { type Operations, readOperations } from './tools.ts';

/** What a server needs to serve the Model Context Protocol. */
export interface Mcp {
  readonly version: string;
  /** Whose JWTs are accepted. Undefined if clients cannot find out by themselves. */
  readonly authorizationServer: AuthorizationServer | undefined;
  readonly operations: Operations;
  /** Whether tools may return what was said in sessions. */
  readonly hasTranscripts: boolean;
  readonly respond: (
    request: Request,
    message: unknown,
    options: ProtocolOptions,
  ) => Promise<Response>;
}

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
  const [operations, { respond }] = await Promise.all([readOperations(), import('./protocol.ts')]);
  return { version, authorizationServer, operations, hasTranscripts, respond };
}
