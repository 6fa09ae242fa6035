import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** An error that is answered outside of any route. */
export interface HttpError {
  readonly status: number;
  readonly message: string;
  /** Absent where no request could be read. */
  readonly requestId?: string;
}

/** The body of such an error, in the shape of one port. */
export type ErrorBody = (error: HttpError) => object;

const CONTENT_TYPE = 'application/json; charset=utf-8';

/**
 * Answers a request with an error. An answer that has begun cannot become one: its connection is closed, so that nobody
 * takes half of it for the whole.
 */
export function sendError(
  response: ServerResponse,
  error: HttpError,
  errorBody: ErrorBody,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(error));
  response
    .writeHead(error.status, {
      ...headers,
      ...(error.requestId !== undefined && { 'x-request-id': error.requestId }),
      'content-type': CONTENT_TYPE,
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

const UNREADABLE: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/**
 * Whether an answer has begun on this connection, after which another would be read as part of it. Node's own answer to
 * such bytes asks the same property, for which it has no public name.
 */
function isAnswering(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return Boolean(Reflect.get(Object(response), 'headersSent'));
}

/** Answers bytes that Node could not read as a request, in JSON like everything else, and closes the connection. */
export function handleClientError(
  error: Error & { code?: string },
  socket: Duplex,
  errorBody: ErrorBody,
): void {
  if (!socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[error.code ?? ''] ?? [
    400,
    'The request is not HTTP that can be read.',
  ];
  const body = JSON.stringify(errorBody({ status, message }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${CONTENT_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers a request that expects what HTTP does not know, for which Node alone would send no JSON. */
export function rejectExpectations(server: Server, errorBody: ErrorBody): void {
  server.on('checkExpectation', (_request, response) => {
    const message = 'This expectation cannot be met.';
    sendError(response, { status: 417, message }, errorBody);
  });
}
