import { randomUUID } from 'node:crypto';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import { listenForTest, tempFile } from './resources.ts';

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

/** Creates a certificate, self-signed unless `options` has an authority. */
async function certify(
  name: string,
  options: Parameters<typeof generate>[1] = {},
): Promise<Certificate> {
  const subject = [{ name: 'commonName', value: name }];
  const made = await generate(subject, { keyType: 'ec', algorithm: 'sha256', ...options });
  return { cert: made.cert, key: made.private };
}

const nameOnly = (host: string) => ({
  name: 'subjectAltName' as const,
  altNames: [{ type: 2 as const, value: host }],
});

/** Creates an authority whose own certificate is valid around today. */
export async function createAuthority(): Promise<Authority> {
  const authority = await certify(`Authority ${randomUUID()}`, {
    notBeforeDate: new Date(Date.now() - 10 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    ...authority,
    issue: (host = 'localhost', validity = {}) =>
      certify(host, {
        ca: authority,
        notBeforeDate: new Date(Date.now() - 5 * DAY),
        extensions: [nameOnly(host)],
        ...validity,
      }),
    trust: () => {
      trusted.add(authority.cert);
      setDefaultCACertificates([...trusted]);
      onTestFinished(() => {
        trusted.delete(authority.cert);
        setDefaultCACertificates([...trusted]);
      });
    },
    file: () => tempFile(authority.cert, 'authority.pem'),
  };
}

/** Creates a self-signed certificate for localhost. */
export const createSelfSigned = (): Promise<Certificate> =>
  certify('localhost', { extensions: [nameOnly('localhost')] });

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

/** Starts an upstream over TLS that prefers HTTP/2, until the running test has finished. */
export async function startTlsUpstream(
  certificate: Certificate,
  listener: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
): Promise<TlsUpstream> {
  const calls: string[] = [];
  let connections = 0;
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    calls.push(`${request.httpVersion} ${request.method} ${request.url}`);
    listener(request, response);
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  const port = await listenForTest(server);
  return { url: `https://localhost:${port}`, port, calls, connections: () => connections };
}

/** Answers a call for a tool. */
export function sendTool(
  response: { setHeader(name: string, value: string): unknown; end(body: string): unknown },
  name = 'a tool',
): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 't1', name }));
}
