import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { z } from 'zod';
import { hasArrivalTimer } from '../shared/arrival-timer.ts';
import { DiagnosticEvent } from '../shared/diagnostic-event.ts';
import { type CreateErrorBody, sendError } from '../shared/http-errors.ts';
import { setting } from '../shared/settings/setting.ts';
import { integer } from '../shared/settings/setting-types.ts';
import type { Drain } from './drain.ts';

/** Handles a request of node:http. May throw, or return a promise that rejects. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Maximum number of connections of a server, and from one address. Further connections are closed immediately. */
export const CONNECTION_LIMITS = { total: 10_000, perAddress: 1_000 };

/** Limits of connections. Default: none but the limit of the system. */
export interface ConnectionLimits extends Partial<typeof CONNECTION_LIMITS> {
  /** Returns the subject of an address; undefined if it has no limit. Default: the address. */
  readonly getSubject?: (address: string) => string | undefined;
}

/** Limits the connections of a server, in total and per subject. */
export function limitConnections(
  server: Server,
  { total, perAddress = 0, getSubject = (address) => address }: ConnectionLimits,
): void {
  if (total !== undefined) server.maxConnections = total;
  if (perAddress === 0) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const subject = getSubject(socket.remoteAddress ?? '');
    if (subject === undefined) return;
    const count = (counts.get(subject) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    counts.set(subject, count);
    socket.once('close', () => {
      const remaining = (counts.get(subject) ?? 1) - 1;
      if (remaining > 0) counts.set(subject, remaining);
      else counts.delete(subject);
    });
  });
}

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
  { listActive }: Pick<Drain, 'listActive'>,
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
    for (const response of listActive()) {
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

export const loadSettings = z.object({
  /** Maximum number of concurrent requests to the paths of the graph. */
  maxRequests: setting('MAX_REQUESTS', integer(1, 1_000_000).default(4_000), {
    description:
      'Maximum concurrent GraphQL requests of a process; others get 503 and `Retry-After`.',
  }),
});

interface LoadSheddingOptions extends z.output<typeof loadSettings> {
  /** Paths of the graph: its endpoint and that of MCP. */
  readonly paths: readonly string[];
  /** Whether the upstream's queue is full. */
  readonly isSaturated: () => boolean;
}

/** A GraphQL request that was rejected because of overload. */
export const rejectedRequests = new DiagnosticEvent<object>('request-shed');

const RETRY_AFTER_SECONDS = 1;

const OVERLOADED = {
  status: 503,
  message: 'The API is overloaded and did not process the request. Try again later.',
};

const createOverloadBody: CreateErrorBody = ({ message, requestId }) => ({
  errors: [
    {
      message,
      extensions: { code: 'OVERLOADED', retryAfterSeconds: RETRY_AFTER_SECONDS, requestId },
    },
  ],
});

/**
 * Adds load shedding to a handler. Rejects GraphQL requests with 503 while the server is overloaded, before their body is
 * read, so that memory stays bounded. Other paths, such as /health, are always served.
 */
export function withLoadShedding(
  handler: RequestHandler,
  { maxRequests, isSaturated, paths }: LoadSheddingOptions,
): RequestHandler {
  let active = 0;
  return (request, response) => {
    if (!paths.includes(request.url?.split('?', 1)[0] ?? '')) return handler(request, response);
    if (active >= maxRequests || isSaturated()) {
      rejectedRequests.publish({});
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      return sendError(response, OVERLOADED, createOverloadBody, headers);
    }
    active += 1;
    response.on('close', () => {
      active -= 1;
    });
    return handler(request, response);
  };
}
