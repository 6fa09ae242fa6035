import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';

/** An HTTP server that can be left without losing a request. */
export interface Listener {
  /**
   * Begins to take requests, and answers the address, with the port really taken.
   * @throws Error with the code of node:net where the address cannot be listened on.
   */
  listen(host: string, port: number): Promise<string>;
  /** Takes no new connection, lets requests under way finish, and cuts those that outlast `grace` milliseconds. */
  drain(grace: number): Promise<void>;
}

const isAddressInfo = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** The address by which callers on this machine reach a server that listens so. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** A listener that hands requests to `handler`. */
export function createListener(handler: RequestListener): Listener {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    handler(request, response);
  });
  return {
    listen: async (host, port) => {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      return addressOf(host, isAddressInfo(address) ? address.port : port);
    },
    drain: async (grace) => {
      const closed = once(server, 'close');
      server.close();
      // Tells each caller with its answer that the connection ends with it.
      for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(cut);
    },
  };
}
