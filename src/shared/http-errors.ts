import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { readRequestId } from './request-id.ts';
import { STATUS_CODES } from './status-texts.ts';

/** An error that is sent without a route. */
export interface HttpError {
  readonly status: number;
  readonly message: string;
  /** Default: that of the request, if one could be parsed. */
  readonly requestId?: string;
}

/** Creates the body of such an error, in one server's format. */
export type CreateErrorBody = (error: HttpError) => object;

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Formats an error as the parts of a response. */
export function formatError(
  { status, message, requestId }: Required<HttpError>,
  createBody: CreateErrorBody,
  headers: Readonly<Record<string, string>> = {},
) {
  return {
    status,
    headers: { ...headers, 'x-request-id': requestId, 'content-type': CONTENT_TYPE },
    body: JSON.stringify(createBody({ status, message, requestId })),
  };
}

/**
 * Sends an error. If the response has already started, closes the connection instead, so that the client does not take
 * the truncated body for a complete one.
 */
export function sendError(
  response: ServerResponse,
  error: HttpError,
  createBody: CreateErrorBody,
  headers?: Readonly<Record<string, string>>,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const requestId = error.requestId ?? readRequestId(response.req.headers['x-request-id']);
  const formatted = formatError({ ...error, requestId }, createBody, headers);
  const length = Buffer.byteLength(formatted.body);
  response
    .writeHead(formatted.status, { ...formatted.headers, 'content-length': length })
    .end(formatted.body);
}

const CLIENT_ERRORS: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/**
 * Whether a response has started on this connection; anything written then would become part of it. Node's own handler
 * reads the same property, which has no public name.
 */
function hasStartedResponse(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return Boolean(Reflect.get(Object(response), 'headersSent'));
}

/** Responds to bytes that Node cannot parse as a request, in JSON, and closes the connection. */
export function handleClientError(
  error: Error & { code?: string },
  socket: Duplex,
  createBody: CreateErrorBody,
): void {
  if (!socket.writable || hasStartedResponse(socket)) {
    socket.destroy();
    return;
  }
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
    400,
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify(createBody({ status, message }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${CONTENT_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Responds with 417 in JSON to an `Expect` header that Node does not support. */
export function rejectExpectations(server: Server, createBody: CreateErrorBody): void {
  server.on('checkExpectation', (_request, response) => {
    const message = 'The Expect header is not supported.';
    sendError(response, { status: 417, message }, createBody);
  });
}

/**
 * Receives the rest of a request that was answered early, before the connection is closed as its client asked. Node.js
 * would close it at once, and a client that is still sending would get EPIPE instead of the response. The time is limited
 * as that of any request.
 */
export function receiveRest(server: Server): void {
  server.prependListener('request', (request, response) => {
    // Where the server decides later to close the connection, it does so at once.
    if (response.shouldKeepAlive) return;
    response.prependListener('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      // What Node.js calls next, in the same event.
      socket.destroySoon = () => {
        socket.end();
        request.once('end', () => socket.destroy());
      };
    });
  });
}
