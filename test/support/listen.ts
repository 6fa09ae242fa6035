import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Lets a server listen on a free loopback port until the end of the running test, and returns the port.
 * @param endConnections closes the server's connections.
 */
export async function listenForTest(server: Server, endConnections: () => void): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    const closed = once(server, 'close');
    server.close();
    endConnections();
    await closed;
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Listens on a free loopback port until the end of the running test, and returns the URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await listenForTest(server, () => server.closeAllConnections())}`;
}
