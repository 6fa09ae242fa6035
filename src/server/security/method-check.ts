import { createClientError } from '../client-errors.ts';

/** Methods of the graph, pages and health checks, and of MCP; OPTIONS is for CORS preflights. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
const MCP_METHODS = ['POST', 'OPTIONS'];

/** Creates the step that rejects methods which a path does not support. */
export const createMethodCheck =
  (mcpPaths: readonly string[]) =>
  ({ method }: Request, _: unknown, path: string): undefined => {
    const isMcp = mcpPaths.includes(path);
    // A preflight request that arrives here gets no CORS headers.
    if (isMcp ? method === 'POST' : METHODS.includes(method)) return;
    const headers = { allow: (isMcp ? MCP_METHODS : METHODS).join(', ') };
    const message = 'This method is not supported.';
    throw createClientError('BAD_REQUEST', message, { status: 405, headers });
  };
