import {
  CircuitOpenError,
  ConnectionError,
  InvalidResponseError,
  RefusedError,
  ResponseTooLargeError,
  type RestError,
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

/** Errors of errors that are looked into, at most. */
const MAX_DEPTH = 5;

const PROXY_STATUS = /^Proxy (?:response|Authentication Required) \((\d{3})\)/;

/** Codes are words of a fixed set; anything else that a library hangs on an error might be content. */
const CODE = /^[A-Z][A-Z0-9_]{2,63}$/;

/**
 * The code of the error at the root of a failed connection: of Node, OpenSSL or undici, such as ECONNREFUSED. Where
 * several addresses were tried, the first one's. With a proxy, `PROXY_` and what failed between us and it.
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
  return root ?? (typeof code === 'string' && CODE.test(code) ? code : undefined);
}

/** Why a call failed, in one word for operators; undefined where that is no failure of the upstream. */
export function findCause(error: RestError): string | undefined {
  if (error instanceof TimeoutError) return TIMEOUTS[error.phase];
  if (error instanceof CircuitOpenError) return 'CIRCUIT_OPEN';
  if (error instanceof ResponseTooLargeError) return 'RESPONSE_TOO_LARGE';
  if (error instanceof InvalidResponseError) return 'INVALID_RESPONSE';
  if (error instanceof UpstreamFailedError) return `STATUS_${error.status}`;
  if (error instanceof ConnectionError) return findConnectionCause(error.cause) ?? 'UNKNOWN';
  // A refusal of a class of its own is an answer to the caller. Any other is a status that the specification lacks.
  return error.constructor === RefusedError ? `STATUS_${Reflect.get(error, 'status')}` : undefined;
}
