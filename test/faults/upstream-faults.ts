import type { ErrorCode } from '../../src/graphql/error-codes.ts';
import { formatResponse, type Reply } from '../support/raw-upstream.ts';

/** A way in which an upstream fails on every call. */
export interface Fault {
  readonly name: string;
  /** Undefined: nothing listens. */
  readonly reply: Reply | undefined;
  readonly code: ErrorCode;
  /** Whether a retryable call is retried. */
  readonly isPassing: boolean;
  /** Operations for which it is not an error. */
  readonly spares?: RegExp;
  /** Whether only the deadline ends the call. */
  readonly isEndless?: true;
}

const fault = (name: string, code: ErrorCode, isPassing: boolean, reply: Reply): Fault => ({
  name,
  code,
  isPassing,
  reply,
});

const status =
  (line: string, headers: Record<string, string> = {}) =>
  () =>
    formatResponse(line, { error: 'No' }, headers);

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Maximum response size of the clients in these tests, in bytes. */
export const MAX_BYTES: number = 64 * 1024;

/** All faults that the API handles. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'refuses the connection',
    code: 'UPSTREAM_UNAVAILABLE',
    isPassing: true,
    reply: undefined,
  },
  fault(
    'resets before its headers',
    'UPSTREAM_UNAVAILABLE',
    true,
    (_, socket) => void socket.resetAndDestroy(),
  ),
  fault('resets after its headers', 'UPSTREAM_UNAVAILABLE', true, (_, socket) => {
    socket.write(`${HEAD}content-length: 100\r\n\r\n{"id":`, () => socket.resetAndDestroy());
    return undefined;
  }),
  fault('closes during its body', 'UPSTREAM_UNAVAILABLE', true, (_, socket) => {
    socket.end(`${HEAD}content-length: 100\r\n\r\n{"id":`);
    return undefined;
  }),
  fault('closes during a chunked body', 'UPSTREAM_UNAVAILABLE', true, (_, socket) => {
    socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n`);
    return undefined;
  }),
  fault('does not speak HTTP', 'UPSTREAM_UNAVAILABLE', true, () => 'SSH-2.0-server\r\n\r\n'),
  { ...fault('hangs', 'UPSTREAM_TIMEOUT', false, () => undefined), isEndless: true },
  {
    ...fault('sends its response slowly', 'UPSTREAM_TIMEOUT', false, (_, socket) => {
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
      return `${HEAD}content-length: 100000\r\n\r\n`;
    }),
    isEndless: true,
  },
  fault('fails with 500', 'UPSTREAM_UNAVAILABLE', true, status('500 Internal Server Error')),
  fault('fails with 501', 'UPSTREAM_UNAVAILABLE', false, status('501 Not Implemented')),
  fault('fails with 503', 'UPSTREAM_UNAVAILABLE', true, status('503 Service Unavailable')),
  fault(
    'fails with 503 and retry-after 3600',
    'UPSTREAM_UNAVAILABLE',
    false,
    status('503 Service Unavailable', { 'retry-after': '3600' }),
  ),
  fault(
    'limits the rate without retry-after',
    'RATE_LIMITED',
    false,
    status('429 Too Many Requests'),
  ),
  fault(
    'limits the rate with retry-after 0',
    'RATE_LIMITED',
    true,
    status('429 Too Many Requests', { 'retry-after': '0' }),
  ),
  fault(
    'limits the rate with retry-after 60',
    'RATE_LIMITED',
    false,
    status('429 Too Many Requests', { 'retry-after': '60' }),
  ),
  fault('returns invalid JSON', 'UPSTREAM_INVALID_RESPONSE', false, () =>
    formatResponse('200 OK', '{"id": "t1", '),
  ),
  {
    ...fault('returns unexpected JSON', 'UPSTREAM_INVALID_RESPONSE', false, () =>
      formatResponse('200 OK', { hello: 'world' }),
    ),
    // The response to a deletion or a stop may be any JSON.
    spares: /^(Delete|Cancel|Stop)/,
  },
  fault('returns a web page', 'UPSTREAM_INVALID_RESPONSE', false, () =>
    formatResponse('200 OK', '<!doctype html><p>Sign in', { 'content-type': 'text/html' }),
  ),
  fault('returns more than the maximum size', 'UPSTREAM_INVALID_RESPONSE', false, () =>
    formatResponse('200 OK', { id: 'x'.repeat(MAX_BYTES) }),
  ),
  fault('redirects', 'UPSTREAM_INVALID_RESPONSE', false, () =>
    formatResponse('302 Found', '', { location: 'http://127.0.0.1:1/' }),
  ),
];
