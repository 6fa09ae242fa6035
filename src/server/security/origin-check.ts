import type { CORSOptions } from 'graphql-yoga';
import { isLoopback, LOOPBACK_ORIGINS } from '../../shared/loopback.ts';
import { createClientError } from '../client-errors.ts';

/** What `*` stands for: one or more labels of a host. */
const SUBDOMAINS = String.raw`[a-z\d_-]+(?:\.[a-z\d_-]+)*`;

const isOfThisMachine = (origin: string) => {
  const url = URL.parse(origin);
  return /^https?:$/.test(url?.protocol ?? '') && isLoopback(url?.hostname ?? '');
};

/**
 * Creates the rule that `origins` states, of which one with `*.` before its host stands for all subdomains. Returns
 * undefined if it allows no origin.
 */
export function createOriginRule(
  origins: readonly string[],
): ((origin: string) => boolean) | undefined {
  if (origins.length === 0) return undefined;
  const isLoopbackAllowed = origins.includes(LOOPBACK_ORIGINS);
  const patterns = origins.map(
    (origin) => new RegExp(`^${RegExp.escape(origin).replace('\\*', SUBDOMAINS)}$`),
  );
  return (origin) =>
    patterns.some((pattern) => pattern.test(origin)) ||
    (isLoopbackAllowed && isOfThisMachine(origin));
}

/** Which pages may send writes from a browser. */
export interface OriginOptions {
  /**
   * Whether a host name is one of this server's; requests to others are rejected. Default: all are. If the server holds
   * an API key, this prevents DNS rebinding.
   */
  readonly isOwnHost?: (hostname: string) => boolean;
  /** Whether pages of an origin may call the API from a browser, besides those of its own. Default: none may. */
  readonly isAllowedOrigin?: ((origin: string) => boolean) | undefined;
  /** Receives the origin of each rejected write, and of each preflight request that gets no CORS headers. */
  readonly onRejectedOrigin?: ((origin: string) => void) | undefined;
}

/** A preflight request asks for a request that may be a write. */
const isSafeMethod = ({ method, headers }: Request) =>
  method === 'GET' ||
  method === 'HEAD' ||
  (method === 'OPTIONS' && !headers.has('access-control-request-method'));

/** Whether a browser sent this for a page of another origin. Other clients send neither header. */
function isCrossOrigin({ headers, url }: Request, host = new URL(url).host): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && URL.parse(origin)?.host !== host;
}

/**
 * Creates a function that rejects requests to other hosts, and cross-origin writes from browsers (CSRF). A form post, even
 * an upload, needs no preflight, and this server may hold the API key that makes it succeed.
 */
export function createOriginCheck({
  isOwnHost = () => true,
  isAllowedOrigin = () => false,
  onRejectedOrigin,
}: OriginOptions): (request: Request, context: { readonly host: string | undefined }) => undefined {
  // Nearly all requests have the same Host.
  let last: { readonly host: string | undefined; readonly hostname: string } | undefined;
  return (request, { host }) => {
    if (last?.host !== host)
      last = { host, hostname: URL.parse(`http://${host ?? ''}`)?.hostname ?? '' };
    const hostname = last?.hostname ?? '';
    if (!isOwnHost(hostname)) {
      const message = `The host ${hostname || 'name'} is not allowed. Set PUBLIC_URL to allow it.`;
      throw createClientError('FORBIDDEN', message, { status: 421 });
    }
    if (isSafeMethod(request) || !isCrossOrigin(request, host)) return;
    const sent = request.headers.get('origin') ?? '';
    if (isAllowedOrigin(sent)) return;
    const parsed = URL.parse(sent);
    // The URL of an app or a browser extension has no origin, but its pages send one.
    const origin = parsed?.host && parsed.origin === 'null' ? sent : (parsed?.origin ?? 'null');
    onRejectedOrigin?.(origin);
    // A preflight response without CORS headers says the same to a browser.
    if (request.method === 'OPTIONS') return;
    const message = `Pages of ${origin} may not call this API. Set CORS_ORIGINS to allow them.`;
    throw createClientError('FORBIDDEN', message);
  };
}

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
