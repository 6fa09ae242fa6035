import type { CORSOptions } from 'graphql-yoga';

/** Request headers that pages may send, of which tracing and GraphQL clients add some to every request. */
const ALLOWED_HEADERS = [
  ...['authorization', 'content-type', 'x-request-id'],
  ...['traceparent', 'tracestate', 'baggage', 'sentry-trace'],
  ...['apollographql-client-name', 'apollographql-client-version'],
];

/** Response headers that pages may read. */
const EXPOSED_HEADERS = ['retry-after', 'www-authenticate', 'x-request-id'];

/** How long browsers may cache a preflight response, in seconds. */
const MAX_AGE = 600;

/**
 * Creates Yoga's CORS options: pages of allowed origins may call the API and read its responses, without cookies.
 * Other origins get no CORS headers.
 * @param furtherHeaders Further request headers that pages may send. Default: none.
 */
export function createCorsOptions(
  isAllowedOrigin: ((origin: string) => boolean) | undefined,
  furtherHeaders: readonly string[] = [],
): false | ((request: Request) => CORSOptions) {
  if (!isAllowedOrigin) return false;
  return (request) => {
    const origin = request.headers.get('origin');
    if (origin === null || !isAllowedOrigin(origin)) return false;
    return {
      origin: [origin],
      credentials: false,
      methods: ['GET', 'POST'],
      allowedHeaders: [...ALLOWED_HEADERS, ...furtherHeaders],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: MAX_AGE,
    };
  };
}
