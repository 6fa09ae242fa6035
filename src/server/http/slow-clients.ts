import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type ErrorBody, sendError } from '../../shared/http-errors.ts';
import { isForm } from './form-type.ts';

/** How long clients may take. Times are milliseconds. */
export interface SlowClientLimits {
  /** Until the last byte of a body that is no form, at most. Default 15,000. */
  readonly bodyTimeout?: number | undefined;
  /** Without a byte of an answer that is read. Default 30,000. */
  readonly writeTimeout?: number | undefined;
  /** Between two looks at who is late. Default 5,000. */
  readonly checkEvery?: number | undefined;
}

/**
 * Ends what clients have begun and do not go on with, which Node has no limit for: a body that is no form, whose time is
 * far less than an upload has, and an answer that nobody reads. `open` has the answers of requests under way. Nothing is
 * done for requests that are not late.
 */
export function limitSlowClients(
  server: Server,
  open: Iterable<ServerResponse>,
  errorBody: ErrorBody,
  { bodyTimeout = 15_000, writeTimeout = 30_000, checkEvery = 5_000 }: SlowClientLimits = {},
): void {
  /** When a request was first seen without the end of its body. */
  const incomplete = new WeakMap<IncomingMessage, number>();

  const isLate = (request: IncomingMessage, now: number) => {
    const since = incomplete.get(request) ?? now;
    incomplete.set(request, since);
    return now - since >= bodyTimeout - checkEvery;
  };

  const look = () => {
    const now = performance.now();
    for (const response of open) {
      const { req: request, socket } = response;
      // Forms have the time of a whole request, and their readers a limit between two pieces.
      if (!request.complete && !isForm(request.method, request.headers['content-type'])) {
        if (!isLate(request, now)) continue;
        const message = 'The request took too long to arrive.';
        // The connection ends with the answer: what is still to come of the request is not waited for.
        response.shouldKeepAlive = false;
        sendError(response, { status: 408, message }, errorBody);
      } else if (socket && response.headersSent && socket.writableLength > 0 && !socket.timeout) {
        // Node's own limit sees what the system has taken of a write, and is lifted with the next request.
        socket.setTimeout(writeTimeout);
      }
    }
  };

  const timer = setInterval(look, checkEvery).unref();
  server.once('close', () => clearInterval(timer));
}
