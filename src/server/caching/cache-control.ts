import type { Plugin } from 'graphql-yoga';

interface Options {
  /** Returns for how many whole seconds the data of an operation's context stays fresh; 0 if it is not known. */
  readonly getMaxAge: (context: unknown) => number;
}

/**
 * Sets `Cache-Control` of responses to GET requests: as long as the upstream allows for all of the data, for the
 * client's own cache only, and not at all for errors.
 */
export function useCacheControl({ getMaxAge }: Options): Plugin {
  const maxAges = new WeakMap<Request, number>();
  return {
    onParams({ request }) {
      if (request.method === 'GET') maxAges.set(request, 0);
    },
    onExecute({ args: { contextValue } }) {
      if (!maxAges.has(contextValue.request)) return undefined;
      return {
        onExecuteDone({ result }) {
          if ('errors' in result && result.errors) return;
          maxAges.set(contextValue.request, getMaxAge(contextValue));
        },
      };
    },
    onResponse({ request, response }) {
      const maxAge = maxAges.get(request);
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
