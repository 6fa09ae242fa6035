import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { type CertificateSummary, summarizeCertificate } from './certificate.ts';
import { type ConnectionOptions, openConnections } from './connection-pool.ts';
import { findConnectionCause } from './failure-cause.ts';

/** Why an upstream cannot be reached. */
export interface Unreachable {
  /** A code, as returned by `findConnectionCause`. */
  readonly cause: string;
  /** A sentence for the operator. */
  readonly message: string;
}

const UNKNOWN_ISSUER =
  'its certificate is not issued by a trusted CA; set NODE_EXTRA_CA_CERTS for a private CA';

const REASONS: Record<string, string> = {
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'no name server responds',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host',
  CONNECT_TIMEOUT: 'the connection timed out',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS',
  RESPONSE_TOO_LARGE: 'the response is too large',
  PROXY_STATUS_407: 'the proxy requires a valid user name and password',
};

/** Describes a code of `findConnectionCause` or `findCause` for the operator, as the end of a sentence. */
export const describeCause = (cause: string) => {
  const reason = REASONS[cause];
  if (reason) return reason;
  if (cause.startsWith('PROXY_STATUS_')) return 'the proxy refused to connect to the host';
  return cause.startsWith('PROXY_') ? 'the proxy cannot be reached' : 'the connection failed';
};

/** A connection that was opened. */
export interface Connected {
  readonly httpVersion: 'HTTP/1.1' | 'HTTP/2';
  /** Undefined without TLS. */
  readonly tls: { readonly version: string; readonly certificate: CertificateSummary } | undefined;
}

/** Ends the dispatch of a check whose connection succeeded. */
class ConnectedError extends Error {
  readonly connected: Connected;

  constructor(socket: unknown) {
    super('Connected.');
    const tls = socket instanceof TLSSocket ? socket : undefined;
    this.connected = {
      httpVersion: tls?.alpnProtocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1',
      tls: tls && {
        version: tls.getProtocol() ?? 'TLS',
        certificate: summarizeCertificate(tls.getPeerCertificate()),
      },
    };
  }
}

/** Closes a connection as soon as it is usable, before any byte of a request is sent. */
const closeOnConnect =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      const end = new ConnectedError(socket);
      // After the end of the handshake: `destroy` would cut it off, and the service would log an error.
      socket.on('error', () => undefined).destroySoon();
      callback(end, null);
    });

/**
 * Opens one connection to the upstream at `url`, through the proxy if there is one, and closes it. Sends no request.
 * @returns the code of `findConnectionCause` if it fails, within the connect timeout; undefined if `signal` aborts.
 */
export async function tryConnection(
  url: string,
  options: ConnectionOptions,
  signal?: AbortSignal,
): Promise<Connected | string | undefined> {
  const { origin } = new URL(url);
  // There is no response, so its maximum size does not matter.
  const dispatcher = openConnections(origin, 1, options, closeOnConnect);
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  const stop = () => resolve(undefined);
  signal?.addEventListener('abort', stop);
  const ignore = () => undefined;
  dispatcher.dispatch(
    { method: 'GET', path: '/' },
    {
      onRequestStart: ignore,
      onResponseStart: ignore,
      onResponseData: ignore,
      onResponseEnd: ignore,
      onResponseError: (_, error) => resolve(error),
    },
  );
  const error = await promise;
  signal?.removeEventListener('abort', stop);
  // undici rejects pending calls. Nobody waits for them.
  dispatcher.destroy().catch(() => undefined);
  if (!error) return undefined;
  return error instanceof ConnectedError
    ? error.connected
    : (findConnectionCause(error) ?? 'UNKNOWN');
}

/**
 * Checks at startup that the upstream at `url` can be reached, as `tryConnection` does.
 * @returns why it cannot; undefined if it can or `signal` aborts.
 */
export async function checkReachability(
  url: string,
  options: ConnectionOptions,
  signal?: AbortSignal,
): Promise<Unreachable | undefined> {
  const cause = await tryConnection(url, options, signal);
  if (typeof cause !== 'string') return undefined;
  return {
    cause,
    message: `The upstream ${url} cannot be reached: ${describeCause(cause)} (${cause}). Requests fail until it can be reached.`,
  };
}
