import { GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import type { RequestContext, ServerPlugin } from './request-context.ts';
import type { TranslateResult } from './translate-result.ts';

/**
 * A step before authentication. Returns the response to a request that is no operation, or throws a client error. A
 * promise ends the steps.
 * @param path that of the URL.
 */
type EarlyStep = (
  request: Request,
  context: RequestContext,
  path: string,
) => Promise<Response | undefined> | Response | undefined;

/**
 * Ends requests with the first response of the steps. Without a promise for operations, so that the asynchronous context
 * that a later plugin enters is that of the whole request.
 */
export const useEarlyResponses = (
  translateResult: TranslateResult,
  steps: readonly EarlyStep[],
): ServerPlugin => ({
  onRequest({ request, url: { pathname }, serverContext, endResponse, fetchAPI }) {
    const reject = (error: unknown) => {
      if (!(error instanceof GraphQLError)) throw error;
      const result = translateResult({ errors: [error] }, serverContext.requestId);
      endResponse(processRegularResult(result, fetchAPI, 'application/json'));
    };
    try {
      for (const step of steps) {
        const response = step(request, serverContext, pathname);
        if (response instanceof Promise)
          return response.then((found) => found && endResponse(found)).catch(reject);
        if (response) return endResponse(response);
      }
    } catch (error) {
      reject(error);
    }
    return undefined;
  },
});
