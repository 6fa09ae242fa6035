import type { ServerPlugin } from '../request-context.ts';

/**
 * Sets `Cache-Control` of responses to GET requests: as long as the upstream allows for all of the data, for the
 * client's own cache only, and not at all for errors.
 */
export function useCacheControl(): ServerPlugin {
  return {
    onParams({ request, context }) {
      if (request.method === 'GET') context.maxAge = 0;
    },
    onExecute({ args: { contextValue } }) {
      if (contextValue.maxAge === undefined) return undefined;
      return {
        onExecuteDone({ result }) {
          if ('errors' in result && result.errors) return;
          contextValue.maxAge = contextValue.freshness.maxAge;
        },
      };
    },
    onResponse({ serverContext: { maxAge }, response }) {
      if (maxAge === undefined) return;
      response.headers.append('vary', 'Accept, Authorization');
      const isCacheable = maxAge > 0 && response.status === 200;
      response.headers.set(
        'cache-control',
        isCacheable ? `private, max-age=${maxAge}` : 'no-store',
      );
    },
  };
}
