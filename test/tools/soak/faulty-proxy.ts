import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { forwardTo } from '../../support/upstream.ts';

/** A proxy that fails now and then. */
export interface FaultyProxy {
  readonly url: string;
  /** What it does with everything for the time being: fails one in twenty, answers 503, or hangs. */
  mood: 'usual' | 'away' | 'hanging';
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
  const handle: RequestListener = (request, response) => {
    if (proxy.mood === 'usual' && Math.random() >= SHARE) {
      forward(request, response);
      return;
    }
    faults += 1;
    request.resume();
    if (proxy.mood === 'away') {
      response.writeHead(503, JSON_TYPE).end('{}');
      return;
    }
    if (proxy.mood === 'usual') FAULTS[Math.floor(Math.random() * FAULTS.length)]?.(response);
    const cut = setTimeout(() => response.destroy(), PATIENCE);
    response.once('close', () => clearTimeout(cut));
  };
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    mood: 'usual',
    faults: () => faults,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
