import {
  CircuitOpenError,
  ConnectionError,
  HttpStatusError,
  InvalidResponseError,
  ResponseTooLargeError,
  type RestError,
  ServerKeyRejectedError,
  TimeoutError,
  type TimeoutPhase,
  UpstreamFailedError,
} from './errors.ts';

/** The connection to the proxy failed, as opposed to one through it. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

const TIMEOUTS: Record<TimeoutPhase, string> = {
  queue: 'QUEUE_TIMEOUT',
  connect: 'CONNECT_TIMEOUT',
  response: 'RESPONSE_TIMEOUT',
  operation: 'OPERATION_TIMEOUT',
};

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
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return TIMEOUTS.connect;
  return root ?? (typeof code === 'string' && CODE_PATTERN.test(code) ? code : undefined);
}

/** Returns why a call failed, as a code for operators; undefined if the upstream did not fail. */
export function findCause(error: RestError): string | undefined {
  if (error instanceof TimeoutError) return TIMEOUTS[error.phase];
  if (error instanceof CircuitOpenError) return 'CIRCUIT_OPEN';
  if (error instanceof ServerKeyRejectedError) return 'SERVER_KEY_REJECTED';
  if (error instanceof ResponseTooLargeError) return 'RESPONSE_TOO_LARGE';
  if (error instanceof InvalidResponseError) return 'INVALID_RESPONSE';
  if (error instanceof UpstreamFailedError) return `STATUS_${error.status}`;
  if (error instanceof ConnectionError) return findConnectionCause(error.cause) ?? 'UNKNOWN';
  // The other codes are responses to the caller. This one is a status beyond the specification.
  return error instanceof HttpStatusError && error.code === 'UPSTREAM_INVALID_RESPONSE'
    ? `STATUS_${error.status}`
    : undefined;
}
