import type { CORSOptions, Plugin } from 'graphql-yoga';

/** Headers that pages may send, and read of an answer. */
const SENT = ['authorization', 'content-type', 'x-request-id'];
const READ = ['retry-after', 'www-authenticate', 'x-request-id'];

/** Seconds that a browser remembers a permission. */
const MAX_AGE = 600;

/**
 * What pages of other origins may do: those listed may call the API and read its answers, and no other is told
 * anything. Cookies are never asked for.
 */
export function createCorsOptions(
  origins: readonly string[],
): false | ((request: Request) => CORSOptions) {
  if (origins.length === 0) return false;
  return (request) => {
    const origin = request.headers.get('origin');
    if (origin === null || !origins.includes(origin)) return false;
    return {
      origin: [origin],
      credentials: false,
      methods: ['GET', 'POST'],
      allowedHeaders: SENT,
      exposedHeaders: READ,
      maxAge: MAX_AGE,
    };
  };
}

/** Tells caches that answers differ by origin, which Yoga leaves out where it grants something to a single one. */
export const useVaryByOrigin = (): Plugin => ({
  onResponse({ response }) {
    response.headers.append('vary', 'Origin');
  },
});
