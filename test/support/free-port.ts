import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those from which Linux, macOS and Windows connect, so that no connection of another test takes one. */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

const isFree = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** Finds a free port of loopback, for programs that need their port before they start, and where nothing must listen. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await isFree(port)) return port;
  }
}
