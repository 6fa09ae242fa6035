import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import { listenForTest, tempFolder } from './resources.ts';

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for a test. */
export interface Authority extends Certificate {
  /** Issues a server certificate; `host` is its only name. */
  issue(host?: string, validity?: { readonly notAfterDate?: Date }): Promise<Certificate>;
  /** Makes this process trust it until the running test has finished. */
  trust(): void;
  /** Writes its certificate to a file, for NODE_EXTRA_CA_CERTS. */
  file(): Promise<string>;
}

const DAY = 86_400_000;

/** Certificates of authorities that tests trust now. No test calls a public host, and to load 140 certificates takes a while. */
const trusted = new Set<string>();

/** Creates an authority whose own certificate is valid around today. */
export async function createAuthority(): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 10 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const authority = { cert: own.cert, key: own.private };
  return {
    ...authority,
    issue: async (host = 'localhost', validity = {}) => {
      const issued = await generate([{ name: 'commonName', value: host }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: authority,
        notBeforeDate: new Date(Date.now() - 5 * DAY),
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
        ...validity,
      });
      return { cert: issued.cert, key: issued.private };
    },
    trust: () => {
      trusted.add(authority.cert);
      setDefaultCACertificates([...trusted]);
      onTestFinished(() => {
        trusted.delete(authority.cert);
        setDefaultCACertificates([...trusted]);
      });
    },
    file: async () => {
      const path = join(await tempFolder(), 'authority.pem');
      await writeFile(path, authority.cert);
      return path;
    },
  };
}

/** Creates a self-signed certificate for localhost. */
export async function createSelfSigned(): Promise<Certificate> {
  const own = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  return { cert: own.cert, key: own.private };
}

/** The end of an expired certificate's validity. */
export const YESTERDAY = new Date(Date.now() - DAY);

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
  let connections = 0;
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  const port = await listenForTest(server);
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
): Promise<TlsUpstream> {
  const calls: string[] = [];
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    calls.push(`${request.httpVersion} ${request.method} ${request.url}`);
    listener(request, response);
  });
  return { ...(await listenWithTls(server)), calls };
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
