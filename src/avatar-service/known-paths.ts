import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A path of a route, and its methods. */
interface KnownPath {
  readonly url: string;
  readonly allow: readonly string[];
}

/**
 * Collects the paths of routes that are added later. Returns a function that finds the path of a request without a route,
 * if it has routes for other methods. A route for each of the 35 methods of HTTP on every path would take a third of
 * the start.
 */
export function collectPaths(
  app: FastifyInstance,
): (request: FastifyRequest) => KnownPath | undefined {
  const known = new Map<string, { readonly pattern: URLPattern; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new URLPattern({ pathname: url });
    const { methods } = known.get(url) ?? { methods: new Set<string>() };
    known.set(url, { pattern, methods });
    for (const name of [method].flat()) methods.add(name);
  });
  return ({ raw }) => {
    const pathname = raw.url?.split('?')[0] ?? '';
    for (const [url, { pattern, methods }] of known)
      if (pattern.test({ pathname })) return { url, allow: [...methods].sort() };
    return undefined;
  };
}
