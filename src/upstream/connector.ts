import { type LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type buildConnector, errors as undici } from 'undici';

/** How a connection is opened and when it is considered dead. Times are in milliseconds. */
export interface ConnectorOptions {
  /** Maximum time for DNS, TCP, proxy and TLS handshake together. Default 5,000. */
  readonly connectTimeout?: number;
  /** Interval of HTTP/2 PING frames. A connection that receives nothing for three intervals is closed. Default 10,000. */
  readonly pingInterval?: number;
  /** Resolves host names. Default: the system's resolver. */
  readonly lookup?: LookupFunction;
}

/** Default connect timeout in milliseconds. */
export const CONNECT_TIMEOUT = 5_000;
/** Default interval of HTTP/2 PING frames in milliseconds. */
export const PING_INTERVAL = 10_000;

/** Maximum number of ping intervals without a byte from the peer. */
const MAX_SILENT_INTERVALS = 3;

const isH2 = (socket: Socket | TLSSocket) =>
  'alpnProtocol' in socket && socket.alpnProtocol === 'h2';

/**
 * Closes an HTTP/2 connection whose peer no longer responds to PING frames. A call that times out closes only its own
 * stream, and TCP detects a dead peer after 15 minutes. Until then, every call on the connection would time out.
 */
function closeIfUnresponsive(socket: Socket, pingInterval: number): void {
  let { bytesRead } = socket;
  let silentIntervals = 0;
  const timer = setInterval(() => {
    silentIntervals = socket.bytesRead === bytesRead ? silentIntervals + 1 : 0;
    bytesRead = socket.bytesRead;
    if (silentIntervals < MAX_SILENT_INTERVALS) return;
    socket.destroy(new undici.SocketError('The peer does not respond to HTTP/2 PING frames.'));
  }, pingInterval).unref();
  socket.once('close', () => clearInterval(timer));
}

/**
 * Creates a connector with a timeout. undici's own connect timeout fires up to a second late and does not cover tunnels.
 *
 * - `connect` fails with ConnectTimeoutError after `connectTimeout`.
 * - Calls that waited for a connection fail together with it. A Pool opens one connection at a time until it knows whether
 *   the origin supports HTTP/2, so each waiting call would otherwise wait for one more timeout.
 */
export function createConnector(
  connect: buildConnector.connector,
  { connectTimeout = CONNECT_TIMEOUT, pingInterval = PING_INTERVAL }: ConnectorOptions,
): buildConnector.connector {
  let recentFailure: Error | undefined;

  const fail = (error: Error, callback: buildConnector.Callback) => {
    // Pools connect for their waiting calls in microtasks, so only these see the failure. Later calls connect again.
    recentFailure = error;
    setImmediate(() => {
      recentFailure = undefined;
    });
    callback(error, null);
  };

  return (options, callback) => {
    const sharedFailure = recentFailure;
    if (sharedFailure) {
      queueMicrotask(() => callback(sharedFailure, null));
      return;
    }
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      if (socket instanceof Socket) socket.destroy();
      const message = `No connection to ${options.hostname} within ${connectTimeout} ms.`;
      fail(new undici.ConnectTimeoutError(message), callback);
    }, connectTimeout);
    // undici's connectors return the connecting socket or a promise, which their types omit.
    const socket: unknown = connect(options, (error, connected) => {
      if (hasTimedOut) {
        connected?.on('error', () => undefined).destroy();
        return;
      }
      clearTimeout(timer);
      if (error) return fail(error, callback);
      if (isH2(connected)) closeIfUnresponsive(connected, pingInterval);
      callback(null, connected);
    });
  };
}
