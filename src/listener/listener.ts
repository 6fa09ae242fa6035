import { once } from 'node:events';
import type {
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  RequestListener,
} from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import {
  type CreateErrorBody,
  handleClientError,
  receiveRest,
  rejectExpectations,
  sendError,
} from '../shared/http-errors.ts';
import { readRequestId } from '../shared/request-id.ts';
import { getErrorCode } from '../shared/thrown-errors.ts';
import { createRequestCheck } from '../shared/validate-request.ts';
import { createDrain, type Drain } from './drain.ts';
import {
  type ConnectionLimits,
  limitConnections,
  limitSlowClients,
  type RequestHandler,
  type SlowClientLimits,
} from './limits.ts';

// Not by an import, as in src/shared/status-texts.ts.
const { createServer, ServerResponse } = process.getBuiltinModule('node:http');

interface ErrorBoundaryOptions {
  readonly errorBody: CreateErrorBody;
  /** Called for every error that the handler does not handle. */
  readonly onFault?: ((fault: unknown, requestId: string) => void) | undefined;
}

/** The error for clients. It contains no details of the fault. */
export const FAULT = { status: 500, message: 'Internal server error.' } as const;

export const isDisconnect = (error: unknown): boolean =>
  /^(ABORT_ERR|20|ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(getErrorCode(error)));

/**
 * Wraps the handler of a port. Rejects invalid requests before they reach it. Responds with 500 to errors that it throws
 * or rejects with, and reports them to `onFault`.
 */
export function withErrorBoundary(
  handler: RequestHandler,
  { errorBody, onFault }: ErrorBoundaryOptions,
): RequestListener {
  const check = createRequestCheck();
  return (request, response) => {
    const rejection = check(request);
    if (rejection) {
      if (rejection.closes) response.shouldKeepAlive = false;
      return sendError(response, rejection, errorBody);
    }
    // An asynchronous function would keep more memory while the request waits.
    return Promise.try(handler, request, response).catch((fault: unknown) => {
      const requestId = readRequestId(request.headers['x-request-id']);
      if (!response.destroyed || !isDisconnect(fault)) onFault?.(fault, requestId);
      sendError(response, { ...FAULT, requestId }, errorBody);
    });
  };
}

/**
 * Default headers of every response. They suit data: no framing, no embedding, no caching. Pages override them.
 */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** One year. Sent only if clients use https. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

/**
 * Creates the class of the responses of a listener. They have the default headers, unless the handler sets others of
 * the same name.
 */
function createSecureResponse(isHttps: boolean): typeof ServerResponse<IncomingMessage> {
  const defaults = Object.entries(isHttps ? { ...SECURITY_HEADERS, ...HSTS } : SECURITY_HEADERS);
  return class SecureResponse extends ServerResponse {
    override writeHead(
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      for (const [name, value] of defaults) {
        if (!this.hasHeader(name)) this.setHeader(name, value);
      }
      return typeof reason === 'string'
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason ?? headers);
    }
  };
}

/** An HTTP server with graceful shutdown. */
export interface Listener extends Drain {
  /** The URL for clients on this machine, with the actual port. @throws Error if it does not listen. */
  readonly url: string;
  /**
   * Starts to listen, and serves requests with `handler`. It responds with 500 to its errors.
   * @throws Error with a code of node:net, such as EADDRINUSE.
   */
  listen(handler: RequestHandler, host: string, port: number): Promise<void>;
}

const isAddressInfo = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Returns the URL of a server for clients on this machine. */
export function formatAddress(host: string, port: number): string {
  const hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
}

/** Maximum size of the request line and all headers in bytes. Beyond it, the response is 431. */
const MAX_HEADER_BYTES = 16_384;

/** Limits of incoming requests. Beyond a timeout the response is 408. */
interface ArrivalLimits extends SlowClientLimits {
  /** Maximum time until the last header, in milliseconds. Default 15,000. */
  readonly headersTimeout?: number;
  /**
   * Maximum time until the last byte of the body, in milliseconds. Default 130,000: longer than the timeout of uploads,
   * whose error says more.
   */
  readonly requestTimeout?: number;
  /** Interval of the timeout checks, in milliseconds. Default 5,000. */
  readonly checkEvery?: number;
}

export interface ListenerOptions extends ErrorBoundaryOptions {
  readonly arrival?: ArrivalLimits;
  readonly connections?: ConnectionLimits;
  /** Whether clients use https, through a proxy. Default false. */
  readonly isHttps?: boolean;
}

export function createListener({
  arrival = {},
  connections = {},
  isHttps = false,
  ...boundary
}: ListenerOptions): Listener {
  const { checkEvery = 5_000 } = arrival;
  let url: string | undefined;
  const server = createServer({
    headersTimeout: arrival.headersTimeout ?? 15_000,
    requestTimeout: arrival.requestTimeout ?? 130_000,
    connectionsCheckingInterval: checkEvery,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node would respond to a missing Host with an empty 400. The error boundary responds in JSON.
    requireHostHeader: false,
    ServerResponse: createSecureResponse(isHttps),
  });
  const { errorBody } = boundary;
  const drain = createDrain(server);
  server.on('clientError', (error, socket) => handleClientError(error, socket, errorBody));
  rejectExpectations(server, errorBody);
  receiveRest(server);
  limitSlowClients(server, drain, errorBody, { ...arrival, checkEvery });
  limitConnections(server, connections);
  return {
    ...drain,
    get url() {
      if (url === undefined) throw new Error('The server does not listen.');
      return url;
    },
    listen: async (handler, host, port) => {
      server.on('request', withErrorBoundary(handler, boundary));
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      url = formatAddress(host, isAddressInfo(address) ? address.port : port);
    },
  };
}
