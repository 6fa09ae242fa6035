import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';

/** What an operator needs to know of a certificate. */
export interface CertificateSummary {
  /** Name of the issuer: its common name, or its organization. */
  readonly issuer: string;
  readonly validTo: Date;
}

export function summarizeCertificate({ issuer, valid_to }: PeerCertificate): CertificateSummary {
  const [name = 'unknown'] = [issuer?.CN ?? issuer?.O].flat();
  return { issuer: name, validTo: new Date(valid_to) };
}

/**
 * Reads the certificate of a server whose certificate was rejected, to describe it. Verification is off, so nothing is
 * sent on this connection. It does not use the proxy.
 * @returns undefined if there is no handshake before `signal` aborts.
 */
export async function readRejectedCertificate(
  { hostname, port }: URL,
  signal: AbortSignal,
): Promise<CertificateSummary | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port) || 443,
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  });
  const { promise, resolve } = Promise.withResolvers<CertificateSummary | undefined>();
  const stop = () => resolve(undefined);
  signal.addEventListener('abort', stop);
  socket
    .on('secureConnect', () => resolve(summarizeCertificate(socket.getPeerCertificate())))
    .on('error', stop);
  const certificate = await promise;
  signal.removeEventListener('abort', stop);
  socket.destroy();
  return certificate;
}
