import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { handleClientError, rejectExpectations } from '../shared/http-errors.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { createDrain, type Drain } from './drain.ts';
import {
  type ErrorBoundaryOptions,
  type RequestHandler,
  withErrorBoundary,
} from './error-boundary.ts';
import { limitSlowClients, type SlowClientLimits } from './slow-clients.ts';

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
  /** Class of the responses. Default: that of Node. */
  readonly ServerResponse?: typeof ServerResponse<IncomingMessage>;
}

export function createListener({
  arrival = {},
  connections = {},
  ServerResponse,
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
    ...(ServerResponse && { ServerResponse }),
  });
  const { errorBody } = boundary;
  const drain = createDrain(server);
  server.on('clientError', (error, socket) => handleClientError(error, socket, errorBody));
  rejectExpectations(server, errorBody);
  limitSlowClients(server, drain.activeResponses, errorBody, { ...arrival, checkEvery });
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
