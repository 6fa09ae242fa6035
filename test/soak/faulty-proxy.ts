import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { forwardTo } from '../support/forward.ts';

/** A proxy that fails now and then. */
export interface FaultyProxy {
  readonly url: string;
  /** Whether everything is answered with 503 for the time being. */
  isAway: boolean;
  /** Requests that it failed. */
  readonly faults: () => number;
  close(): void;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Ways to fail, one of which befalls one in about twenty requests. */
const FAULTS: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.destroy(),
  (response) => response.writeHead(200, { ...JSON_TYPE, 'content-length': 100 }).write('{"id":'),
  (response) => response.writeHead(500, JSON_TYPE).end('{"error":"Oops"}'),
  (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<p>Bad gateway'),
  (response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': '0' }).end('{}'),
  (response) => response.writeHead(200, JSON_TYPE).end('{"id": broken'),
  (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  () => undefined,
];

const SHARE = 0.05;
/** Milliseconds after which even a request that hangs is broken off. */
const PATIENCE = 3_000;

/** Opens one in front of the server at `url`. */
export async function openFaultyProxy(url: string): Promise<FaultyProxy> {
  const forward = forwardTo(url);
  let faults = 0;
  const server = createServer((request, response) => {
    if (!proxy.isAway && Math.random() >= SHARE) {
      forward(request, response);
      return;
    }
    faults += 1;
    request.resume();
    if (proxy.isAway) {
      response.writeHead(503, JSON_TYPE).end('{}');
      return;
    }
    FAULTS[Math.floor(Math.random() * FAULTS.length)]?.(response);
    const cut = setTimeout(() => response.destroy(), PATIENCE);
    response.once('close', () => clearTimeout(cut));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    isAway: false,
    faults: () => faults,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
