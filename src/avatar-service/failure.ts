import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, MethodNotAllowed, Refusal, Unauthorized } from './errors.ts';
import { StoreFailure } from './store/error.ts';

/**
 * A client may look for the answer only after it has sent everything, so what is still coming is read and dropped
 * instead of closing on it; the server's request timeout bounds how long.
 */
function dropRest({ raw: request }: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection');
  reply.raw.once('finish', () => {
    request.unpipe();
    request.resume();
  });
}

/** Statuses of a store that fails: where it is not the service itself that is away, 503 would say too much. */
const STORE_STATUS = {
  full: 507,
  busy: 503,
  unreachable: 503,
  readOnly: 500,
  away: 500,
  damaged: 500,
} as const;

/** Answers a failure in JSON. One that is no refusal is a 500 that says nothing of it, and `onError` is told. */
export function answerFailure(
  error: FastifyError | Refusal | StoreFailure,
  request: FastifyRequest,
  reply: FastifyReply,
  onError: (error: unknown) => void,
): FastifyReply {
  dropRest(request, reply);
  if (error instanceof Refusal) {
    if (error instanceof MethodNotAllowed) reply.header('allow', error.allow.join(', '));
    if (error instanceof Unauthorized) reply.header('www-authenticate', 'Bearer');
    return reply.status(error.status).send(errorBody(error.status, error.message, error.details));
  }
  if (error instanceof StoreFailure) {
    onError(error);
    const status = STORE_STATUS[error.reason];
    if (status === 503) reply.header('retry-after', '1');
    return reply.status(status).send(errorBody(status, error.message));
  }
  const { statusCode = 500, message } = error;
  if (statusCode < 500) return reply.status(statusCode).send(errorBody(statusCode, message));
  onError(error);
  return reply.status(500).send(errorBody(500, 'The service failed; its operator has been told.'));
}

const UNREADABLE: Record<string, readonly [status: number, line: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
};

/** Answers bytes that Node could not read as a request, in JSON like everything else, and closes. */
export function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  const [status, line, message] = UNREADABLE[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not HTTP that can be read.',
  ];
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(status, message));
  const head = [
    `HTTP/1.1 ${status} ${line}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers a request that expects what HTTP does not know, for which Node alone would send no JSON. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(errorBody(417, 'This expectation cannot be met.'));
    response
      .writeHead(417, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body);
  });
}
