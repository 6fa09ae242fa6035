import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Lets a server listen on a free loopback port until the running test has finished, when `endConnections` ends those that
 * it has; answers the port.
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

/** Listens on a free loopback port until the running test has finished; answers the address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await listenForTest(server, () => server.closeAllConnections())}`;
}
