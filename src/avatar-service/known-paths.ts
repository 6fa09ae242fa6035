import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A path of the service as in its routes, and the methods that it has. */
interface KnownPath {
  readonly url: string;
  readonly allow: readonly string[];
}

/** By server. A route for each of the 35 methods of HTTP on every path would take a third of the start. */
const pathsOf = new WeakMap<FastifyInstance['server'], KnownPath[]>();

/** Has every other method of a path return 405 with an Allow header instead of 404. `methods` with GET include HEAD. */
export function rejectOtherMethods(
  { server }: FastifyInstance,
  url: string,
  methods: readonly string[],
): void {
  const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  pathsOf.set(server, [...(pathsOf.get(server) ?? []), { url, allow }]);
}

/** Whether a segment of a path is the one of a route: a text, perhaps with a parameter after it. */
function isSegment(segment: string, [text = '', parameter]: readonly string[]): boolean {
  if (parameter === undefined) return segment === text;
  return segment.startsWith(text) && segment.length > text.length;
}

/** Returns the path of a request that has no route, if it has routes for other methods. */
export function findKnownPath({ server, raw }: FastifyRequest): KnownPath | undefined {
  const segments = raw.url?.split('?')[0]?.split('/') ?? [];
  return pathsOf.get(server.server)?.find(({ url }) => {
    const parts = url.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, index) => isSegment(segments[index] ?? '', part.split(':')))
    );
  });
}
