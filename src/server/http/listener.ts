import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { handleClientError, rejectExpectations } from '../../shared/http-errors.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { createDrain, type Drain } from './drain.ts';
import {
  type ErrorBoundaryOptions,
  type RequestHandler,
  withErrorBoundary,
} from './error-boundary.ts';
import { limitSlowClients, type SlowClientLimits } from './slow-clients.ts';

/** An HTTP server that can be left without losing a request. */
export interface Listener extends Drain {
  /**
   * Begins to take requests, and answers the address, with the port really taken.
   * @throws Error with the code of node:net where the address cannot be listened on.
   */
  listen(host: string, port: number): Promise<string>;
}

const isAddressInfo = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** The address by which callers on this machine reach a server that listens so. */
export function formatAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** How long a request may take to arrive, and how large its headers may be: beyond it, 408 and 431. */
export interface ArrivalLimits extends SlowClientLimits {
  /** Milliseconds until the last header. Default 15,000. */
  readonly headersTimeout?: number;
  /** Milliseconds until the last byte of the body. Default 130,000: above what an upload has, which says more. */
  readonly requestTimeout?: number;
  /** Milliseconds between two looks at who is late. Default 5,000. */
  readonly checkEvery?: number;
  /** Bytes of the request line and all headers. Default 16,384. */
  readonly headerBytes?: number;
}

/** What a listener is held to, and how it answers what never reaches its handler. */
export interface ListenerOptions extends ErrorBoundaryOptions {
  readonly arrival?: ArrivalLimits;
  readonly connections?: ConnectionLimits;
}

/** A listener that hands requests to `handler`, whose faults it answers. */
export function createListener(
  handler: RequestHandler,
  { arrival = {}, connections = {}, ...boundary }: ListenerOptions,
): Listener {
  const { checkEvery = 5_000 } = arrival;
  const server = createServer(
    {
      headersTimeout: arrival.headersTimeout ?? 15_000,
      requestTimeout: arrival.requestTimeout ?? 130_000,
      connectionsCheckingInterval: checkEvery,
      maxHeaderSize: arrival.headerBytes ?? 16_384,
      // Node would answer a missing Host with an empty 400; the boundary does it in JSON.
      requireHostHeader: false,
    },
    withErrorBoundary(handler, boundary),
  );
  const { errorBody } = boundary;
  const drain = createDrain(server);
  server.on('clientError', (error, socket) => handleClientError(error, socket, errorBody));
  rejectExpectations(server, errorBody);
  limitSlowClients(server, drain.open, errorBody, { ...arrival, checkEvery });
  limitConnections(server, connections);
  return {
    ...drain,
    listen: async (host, port) => {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      return formatAddress(host, isAddressInfo(address) ? address.port : port);
    },
  };
}
