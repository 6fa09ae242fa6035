import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { onFinished } from './on-finished.ts';

/**
 * Lets a server listen on a free loopback port until the end of the running test or file, and returns the port.
 * @param endConnections closes the server's connections.
 */
export async function listenForTest(server: Server, endConnections: () => void): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    endConnections();
    await closed;
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Listens on a free loopback port until the end of the running test or file, and returns the URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await listenForTest(server, () => server.closeAllConnections())}`;
}
