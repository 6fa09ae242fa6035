import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { forwardTo } from './fake-service.ts';
import { listenForTest } from './resources.ts';
import type { Certificate } from './tls.ts';

/** A request that a proxy received. */
interface ProxyRequest {
  /** `CONNECT host:port`, or the method and URL of a request to forward. */
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
}

/** An HTTP proxy on loopback, which resolves every host name to loopback. */
export interface HttpProxy {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ProxyRequest[];
}

interface HttpProxyOptions {
  /** Status of every response; 0: it never responds. */
  readonly refuse?: number;
  /** Required credentials, as `user:password`. */
  readonly credentials?: string;
  /** Certificate of the proxy for localhost. Default: the proxy does not use TLS. */
  readonly certificate?: Certificate;
}

/** Starts a proxy for the running test. */
export async function startHttpProxy({
  refuse,
  credentials,
  certificate,
}: HttpProxyOptions = {}): Promise<HttpProxy> {
  const requests: ProxyRequest[] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const getRefusal = ({ headers }: IncomingMessage) =>
    refuse ?? (headers['proxy-authorization'] === expected ? undefined : 407);
  const recordRequest = ({ method, url, headers }: IncomingMessage) => {
    requests.push({ line: `${method} ${url}`, headers });
  };
  const forward: RequestListener = (incoming, outgoing) => {
    recordRequest(incoming);
    const status = getRefusal(incoming);
    if (status === 0) return;
    if (status !== undefined) {
      outgoing.writeHead(status).end();
      return;
    }
    const { port, pathname, search } = new URL(incoming.url ?? '');
    incoming.url = pathname + search;
    forwardTo(`http://127.0.0.1:${port}`)(incoming, outgoing);
  };
  const server = certificate ? createTlsServer({ ...certificate }, forward) : createServer(forward);
  server.on('clientError', (_, socket) => socket.destroy());
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    recordRequest(incoming);
    const status = getRefusal(incoming);
    if (status === 0) return;
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const forwarded = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(forwarded).pipe(client);
    });
    client.on('error', () => undefined).on('close', () => forwarded.destroy());
    forwarded.on('error', () => undefined).on('close', () => client.destroy());
  });
  const port = await listenForTest(server);
  const url = certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return { url, port, requests };
}
