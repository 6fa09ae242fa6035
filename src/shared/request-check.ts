import type { IncomingMessage } from 'node:http';

/** Why a request is refused before anything else sees it. */
export interface RequestRefusal {
  readonly status: 400 | 405;
  readonly message: string;
  /** The methods that are taken; only with 405. */
  readonly allow?: readonly string[];
}

/** Which requests a port takes. */
export interface RequestCheckOptions {
  /** Methods that are taken; a request with another is 405. Default: all that Node can read. */
  readonly methods?: readonly string[];
}

/** Characters that a request target may consist of. A fragment is never sent. RFC 9112, section 3.2. */
const TARGET = /^[!"$-~]+$/;

/** `.` and `../..` as segments, which URL parsers remove: two readers of one target would see different paths. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** A name or address, and a port. RFC 9110, section 7.2, without user information and percent-encoded names. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{1,5})?$/i;

function isReadablePath(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return !CONTROL_CHARACTER.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function problemOfTarget(target: string): string | undefined {
  if (!target.startsWith('/')) return 'The request target must be a path, such as /graphql.';
  if (!TARGET.test(target)) {
    return 'The request target has characters that must be percent-encoded.';
  }
  const path = target.split('?', 1)[0] ?? '';
  if (path.startsWith('//') || path.includes('\\') || DOT_SEGMENT.test(path)) {
    return 'The path must not begin with two slashes, nor hold backslashes or dot segments.';
  }
  if (!isReadablePath(path)) return 'The path has a percent sign that does not encode a character.';
  return undefined;
}

const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

/** How often a header was sent: of a second Host, Node's own object of headers tells nothing. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const found = rawHeaders[index];
    if (found?.length === name.length && found.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Makes the check of request lines, Host headers and framing that stands before everything else, so that nothing behind
 * it has to build an address from bytes that are none.
 * @returns a function that answers why a request is refused, or undefined for one that is taken.
 */
export function createRequestCheck({ methods }: RequestCheckOptions = {}) {
  // Nearly all requests of a server have the same Host.
  let lastHost: string | undefined;
  const problemOfHost = ({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage) => {
    if (host === undefined) {
      return httpVersion === '1.0' ? undefined : 'A Host header is needed.';
    }
    if (countHeader(rawHeaders, 'host') > 1) return 'There is more than one Host header.';
    if (host === lastHost) return undefined;
    if (!isHost(host)) return 'The Host header is not the name or address of a host.';
    lastHost = host;
    return undefined;
  };
  return (message: IncomingMessage): RequestRefusal | undefined => {
    const { method = '', url = '', headers } = message;
    if (methods && !methods.includes(method)) {
      return { status: 405, message: 'This method is not taken here.', allow: methods };
    }
    const coding = headers['transfer-encoding'];
    const problem =
      problemOfTarget(url) ??
      problemOfHost(message) ??
      (coding === undefined || coding.toLowerCase() === 'chunked'
        ? undefined
        : 'The only transfer coding that is read is chunked.');
    return problem === undefined ? undefined : { status: 400, message: problem };
  };
}
