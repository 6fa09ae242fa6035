import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { createDrain, type Drain } from './drain.ts';

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
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** A listener that hands requests to `handler`. */
export function createListener(handler: RequestListener): Listener {
  const server = createServer(handler);
  return {
    ...createDrain(server),
    listen: async (host, port) => {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address();
      return addressOf(host, isAddressInfo(address) ? address.port : port);
    },
  };
}
