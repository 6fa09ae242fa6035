import { GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import { createClientError } from '../client-errors.ts';
import type { TranslateResult } from '../executor/translate-result.ts';
import type { RequestContext, ServerPlugin } from '../request-context.ts';

/** Whether a request comes from the address bar of a browser. */
export const wantsPage = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers.get('accept')?.includes('text/html') ?? false);

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

/**
 * A step before authentication. Throws a client error, or returns the response to a request that is no operation. A
 * promise ends the steps.
 * @param path that of the URL.
 */
type EarlyStep = (
  request: Request,
  context: RequestContext,
  path: string,
) => Promise<Response | undefined> | Response | undefined;

/**
 * Checks all requests, and ends those that are no operations with the first response of the others. Without a promise for operations, so that the asynchronous context
 * that a later plugin enters is that of the whole request.
 */
export const useEarlyResponses = (
  endpoint: string,
  translateResult: TranslateResult,
  {
    checks,
    others,
  }: { readonly checks: readonly EarlyStep[]; readonly others: readonly EarlyStep[] },
): ServerPlugin => ({
  onRequest({ request, url: { pathname }, serverContext, endResponse, fetchAPI }) {
    const reject = (error: unknown) => {
      if (!(error instanceof GraphQLError)) throw error;
      const result = translateResult({ errors: [error] }, serverContext.requestId);
      endResponse(processRegularResult(result, fetchAPI, 'application/json'));
    };
    try {
      for (const check of checks) check(request, serverContext, pathname);
      if (pathname === endpoint && !wantsPage(request)) return;
      for (const step of others) {
        const response = step(request, serverContext, pathname);
        if (response instanceof Promise)
          return response.then((found) => found && endResponse(found)).catch(reject);
        if (response) return endResponse(response);
      }
    } catch (error) {
      reject(error);
    }
  },
});
