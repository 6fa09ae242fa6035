import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasArrivalTimer } from '../shared/arrival-timer.ts';
import { type CreateErrorBody, sendError } from '../shared/http-errors.ts';

/** Timeouts of slow clients, in milliseconds. */
export interface SlowClientLimits {
  /** Maximum time until the last byte of a body other than an upload. Default 15,000. */
  readonly bodyTimeout?: number | undefined;
  /** Maximum time without progress while the client reads a response. Default 30,000. */
  readonly writeTimeout?: number | undefined;
  /** Interval of the checks. Default 5,000. */
  readonly checkEvery?: number | undefined;
}

/**
 * Ends requests of slow clients for which Node has no timeout: bodies other than uploads, whose timeout is shorter, and
 * responses that the client does not read.
 */
export function limitSlowClients(
  server: Server,
  activeResponses: Iterable<ServerResponse>,
  errorBody: CreateErrorBody,
  { bodyTimeout = 15_000, writeTimeout = 30_000, checkEvery = 5_000 }: SlowClientLimits = {},
): void {
  /** When a request was first found incomplete, on the clock of `performance.now()`. */
  const incompleteSince = new WeakMap<IncomingMessage, number>();

  const isLate = (request: IncomingMessage, now: number) => {
    const since = incompleteSince.get(request) ?? now;
    incompleteSince.set(request, since);
    return now - since >= bodyTimeout - checkEvery;
  };

  const checkResponses = () => {
    const now = performance.now();
    for (const response of activeResponses) {
      const { req: request, socket } = response;
      // Uploads have the request timeout, and their own timer.
      if (!request.complete && !hasArrivalTimer(request)) {
        if (!isLate(request, now)) continue;
        const message = 'The request took too long to arrive.';
        // Closes the connection with the response, without waiting for the rest of the request.
        response.shouldKeepAlive = false;
        sendError(response, { status: 408, message }, errorBody);
      } else if (socket && response.headersSent && socket.writableLength > 0 && !socket.timeout) {
        // Node's socket timeout is reset by progress of a write, and cleared with the next request.
        socket.setTimeout(writeTimeout);
      }
    }
  };

  const timer = setInterval(checkResponses, checkEvery).unref();
  server.once('close', () => clearInterval(timer));
}
