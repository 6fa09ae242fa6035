import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from './certificates.ts';
import { listenForTest } from './listen.ts';

/** An upstream over TLS. */
export interface TlsUpstream {
  /** Its address by the name `localhost`. */
  readonly url: string;
  readonly port: number;
  /** Every call so far, as `HTTP-version METHOD /path`, in order of arrival. */
  readonly calls: readonly string[];
  /** Connections so far whose TLS handshake was completed. */
  readonly connections: () => number;
}

/** Listens with TLS on a free loopback port until the running test has finished. */
async function listenWithTls(server: Server | Http2SecureServer) {
  const sockets = new Set<TLSSocket>();
  let connections = 0;
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  const port = await listenForTest(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `https://localhost:${port}`, port, connections: () => connections };
}

type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Starts an upstream that speaks HTTP/1.1 over TLS. */
export async function startHttp1Upstream(
  certificate: Certificate,
  listener: (...args: Parameters<Parameters<typeof createServer>[1] & object>) => void,
): Promise<TlsUpstream> {
  const calls: string[] = [];
  const server = createServer({ ...certificate }, (request, response) => {
    calls.push(`${request.httpVersion} ${request.method} ${request.url}`);
    listener(request, response);
  });
  return { ...(await listenWithTls(server)), calls };
}

/** Starts an upstream that prefers HTTP/2. */
export async function startHttp2Upstream(
  certificate: Certificate,
  listener: Listener,
  { maxConcurrentStreams = 100 } = {},
): Promise<TlsUpstream & { readonly sessions: readonly ServerHttp2Session[] }> {
  const calls: string[] = [];
  const sessions: ServerHttp2Session[] = [];
  const server = createSecureServer(
    { ...certificate, allowHTTP1: true, settings: { maxConcurrentStreams } },
    (request, response) => {
      calls.push(`${request.httpVersion} ${request.method} ${request.url}`);
      listener(request, response);
    },
  );
  server.on('session', (session) => sessions.push(session));
  return { ...(await listenWithTls(server)), calls, sessions };
}

/** Answers a call for a tool. */
export function sendTool(
  response: {
    setHeader(name: string, value: string): unknown;
    end(body: string): unknown;
  },
  name = 'a tool',
): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 't1', name }));
}
