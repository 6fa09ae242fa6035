import { getErrorCode } from '../shared/thrown-errors.ts';
import type { UpstreamError } from './errors.ts';

/** The connection to the proxy failed, as opposed to one through it. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** Maximum depth of nested errors that are searched. */
const MAX_DEPTH = 5;

const PROXY_STATUS = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** Error codes of Node and its libraries. Any other value of `code` might be content. */
const CODE_PATTERN = /^[A-Z][A-Z0-9_]{2,63}$/;

/**
 * Returns the code of the root error of a failed connection, from Node, OpenSSL or undici, such as ECONNREFUSED. If
 * several addresses were tried, that of the first. If the connection to the proxy failed, with the prefix `PROXY_`.
 */
export function findConnectionCause(error: unknown, depth = MAX_DEPTH): string | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  const [, status] = PROXY_STATUS.exec(error.message) ?? [];
  if (status !== undefined) return `PROXY_STATUS_${status}`;
  const inner =
    error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error.cause;
  const root = findConnectionCause(inner, depth - 1);
  if (error instanceof ProxyError) return `PROXY_${root ?? 'UNKNOWN'}`;
  const code = getErrorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'CONNECT_TIMEOUT';
  return root ?? (typeof code === 'string' && CODE_PATTERN.test(code) ? code : undefined);
}

/** Returns why a call failed, as a code for operators; undefined if the upstream did not fail. */
export function findCause(error: UpstreamError): string | undefined {
  switch (error.kind) {
    case 'timeout':
      return `${error.phase}_TIMEOUT`;
    case 'circuit':
      return 'CIRCUIT_OPEN';
    case 'unsupported':
      return 'NOT_ENABLED';
    case 'key':
      return 'SERVER_KEY_REJECTED';
    case 'invalid':
      // Only what is too large has a cause.
      return error.cause ? 'RESPONSE_TOO_LARGE' : 'INVALID_RESPONSE';
    case 'connection':
      return findConnectionCause(error.cause) ?? 'UNKNOWN';
    case 'status':
      // The other codes are responses to the caller.
      return /^UPSTREAM_/.test(error.code) ? `STATUS_${error.status}` : undefined;
    default:
      return undefined;
  }
}
