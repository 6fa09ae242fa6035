import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { listenForTest } from './listen.ts';

/** What a proxy was asked, in order of arrival. */
interface ProxyRequest {
  /** `CONNECT host:port`, or the method and address of a request to hand on. */
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
}

/** An HTTP proxy on loopback, to which every host name is loopback, too. */
export interface HttpProxy {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ProxyRequest[];
}

interface Conduct {
  /** Status with which it refuses everything; 0: it never answers. */
  readonly refuse?: number;
  /** What it asks for, as `user:password`. */
  readonly credentials?: string;
  /** The certificate for localhost of a proxy that is itself reached over TLS. */
  readonly certificate?: Certificate;
}

/** Starts one for the running test. */
export async function startHttpProxy({
  refuse,
  credentials,
  certificate,
}: Conduct = {}): Promise<HttpProxy> {
  const requests: ProxyRequest[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const refusalOf = ({ headers }: IncomingMessage) =>
    refuse ?? (headers['proxy-authorization'] === expected ? undefined : 407);
  const note = ({ method, url, headers }: IncomingMessage) => {
    requests.push({ line: `${method} ${url}`, headers });
  };
  const forward: RequestListener = (incoming, outgoing) => {
    note(incoming);
    const status = refusalOf(incoming);
    if (status === 0) return;
    if (status !== undefined) {
      outgoing.writeHead(status).end();
      return;
    }
    const { port, pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  };
  const server = certificate ? createTlsServer({ ...certificate }, forward) : createServer(forward);
  server.on(certificate ? 'secureConnection' : 'connection', keep);
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    note(incoming);
    const status = refusalOf(incoming);
    if (status === 0) return;
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const onward = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(onward).pipe(client);
    });
    keep(onward);
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
  });
  const port = await listenForTest(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  const url = certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return { url, port, requests };
}
