import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export interface RequestRejection {
  readonly status: 400;
  readonly message: string;
  /** Whether the response closes the connection, as Node does after a request without Host. */
  readonly closes: boolean;
}

/** What is checked: a message of node:http has it. */
export interface RequestHead extends Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'> {
  readonly url?: string | undefined;
  readonly headers: Pick<IncomingHttpHeaders, 'host' | 'transfer-encoding'>;
}

/** Characters of a request target. Fragments are never sent. RFC 9112, section 3.2. */
const TARGET = /^[!"$-~]+$/;

/** `.` and `..` as path segments. URL parsers remove them, so two parsers would see different paths. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/**
 * A host name or address, with an optional port. RFC 9110, section 7.2, without user information and percent-encoding.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{1,5})?$/i;

function isReadablePath(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return !CONTROL_CHARACTER.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function validateTarget(target: string): string | undefined {
  if (!target.startsWith('/')) return 'The request target must be a path, such as /graphql.';
  if (!TARGET.test(target)) {
    return 'The request target contains characters that must be percent-encoded.';
  }
  const path = target.split('?', 1)[0] ?? '';
  if (path.startsWith('//') || path.includes('\\') || DOT_SEGMENT.test(path)) {
    return 'The path must not start with two slashes or contain backslashes or dot segments.';
  }
  if (!isReadablePath(path)) return 'The path contains an invalid percent-encoding.';
  return undefined;
}

const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

/** Counts a header. Node's `headers` object hides a second Host. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index];
    if (headerName?.length === name.length && headerName.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Creates a check of the request line, the Host header and the framing. It runs before everything else, so that later
 * code never builds a URL from invalid input.
 * @returns a function that returns why a request is rejected, or undefined if it is valid.
 */
export function createRequestCheck() {
  // Nearly all requests have the same Host.
  let lastHost: string | undefined;
  const validateHost = ({ headers: { host }, rawHeaders, httpVersion }: RequestHead) => {
    if (host === undefined) {
      return httpVersion === '1.0' ? undefined : 'The Host header is missing.';
    }
    if (countHeader(rawHeaders, 'host') > 1) return 'The request has more than one Host header.';
    if (host === lastHost) return undefined;
    if (!isHost(host)) return 'The Host header is not a valid host.';
    lastHost = host;
    return undefined;
  };
  return (message: RequestHead): RequestRejection | undefined => {
    const { url = '', headers } = message;
    const transferCoding = headers['transfer-encoding'];
    const hostProblem = validateHost(message);
    const problem =
      hostProblem ??
      validateTarget(url) ??
      (transferCoding === undefined || transferCoding.toLowerCase() === 'chunked'
        ? undefined
        : 'The only supported transfer coding is chunked.');
    if (problem === undefined) return undefined;
    return { status: 400, message: problem, closes: hostProblem !== undefined };
  };
}
