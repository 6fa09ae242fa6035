import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A path of a route, and its methods. */
interface KnownPath {
  readonly url: string;
  readonly allow: readonly string[];
}

/** Whether a segment of a path matches a segment of a route: a text, optionally followed by a parameter. */
function isSegment(segment: string, [text = '', parameter]: readonly string[]): boolean {
  if (parameter === undefined) return segment === text;
  return segment.startsWith(text) && segment.length > text.length;
}

/**
 * Collects the paths of routes that are added later. Returns a function that finds the path of a request without a route,
 * if it has routes for other methods. A route for each of the 35 methods of HTTP on every path would take a third of
 * the start.
 */
export function collectPaths(
  app: FastifyInstance,
): (request: FastifyRequest) => KnownPath | undefined {
  const methodsByUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    methodsByUrl.set(url, methods);
    for (const name of [method].flat()) methods.add(name);
  });
  return ({ raw }) => {
    const segments = raw.url?.split('?')[0]?.split('/') ?? [];
    for (const [url, methods] of methodsByUrl) {
      const parts = url.split('/');
      if (parts.length !== segments.length) continue;
      if (parts.every((part, index) => isSegment(segments[index] ?? '', part.split(':'))))
        return { url, allow: [...methods].sort() };
    }
    return undefined;
  };
}
