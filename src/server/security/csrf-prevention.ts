import type { Plugin } from 'graphql-yoga';

/** Whose pages may make a browser write here. */
export interface CsrfPreventionOptions {
  /** Whether a host name is one of ours; requests to any other are refused. Default: every name is. */
  readonly isOwnHost?: (hostname: string) => boolean;
  /** Origins of pages that are let in besides our own. Default none. */
  readonly origins?: readonly string[];
}

const isSafe = ({ method }: Request) =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Whether a browser sent this on behalf of a page of another origin. Other clients send neither header. */
function isCrossOrigin({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  return origin !== null && URL.parse(origin)?.host !== (headers.get('host') ?? new URL(url).host);
}

/**
 * Refuses what a foreign page makes a browser send. A form post to us, an upload too, needs no permission of ours, and
 * the server may hold the key that makes it work.
 */
export function useCsrfPrevention({
  isOwnHost = () => true,
  origins = [],
}: CsrfPreventionOptions): Plugin {
  // One name at a time is remembered: nearly all requests bear the same.
  let last = { host: '', hostname: '' };
  const hostnameOf = (host: string | null) => {
    if (host === null) return '';
    if (host !== last.host) {
      last = { host, hostname: URL.parse(`http://${host}`)?.hostname ?? '' };
    }
    return last.hostname;
  };
  return {
    onRequest({ request, endResponse, fetchAPI }) {
      const refuse = (status: number, message: string) => {
        const errors = [{ message, extensions: { code: 'FORBIDDEN' } }];
        endResponse(fetchAPI.Response.json({ errors }, { status }));
      };
      const hostname = hostnameOf(request.headers.get('host'));
      const isListed = origins.includes(request.headers.get('origin') ?? '');
      if (!isOwnHost(hostname)) {
        refuse(421, `This API is not known as ${hostname || 'that'}: PUBLIC_URL can name it.`);
      } else if (!isSafe(request) && !isListed && isCrossOrigin(request)) {
        refuse(403, 'This API takes writes of browsers only from pages of its own origin.');
      }
    },
  };
}
