import { type LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type buildConnector, errors as undici } from 'undici';

/** How one connection is opened, and when it counts as dead. Times are milliseconds. */
export interface ConnectorOptions {
  /** Time to a usable connection: name resolution, TCP, proxy and TLS handshake together. Default 5,000. */
  readonly connectTimeout?: number;
  /** Interval of HTTP/2 PING frames. A connection without a byte for three intervals is closed. Default 10,000. */
  readonly pingInterval?: number;
  /** Resolves host names. Default: node:dns, that is, the system's resolver. */
  readonly lookup?: LookupFunction;
}

/** Default time to a connection, in milliseconds. */
export const CONNECT_TIMEOUT = 5_000;
/** Default interval of HTTP/2 PING frames, in milliseconds. */
export const PING_INTERVAL = 10_000;

/** Ping intervals that may pass without a byte from the peer. */
const SILENT_INTERVALS = 3;

const isH2 = (socket: Socket | TLSSocket) =>
  'alpnProtocol' in socket && socket.alpnProtocol === 'h2';

/**
 * Closes an HTTP/2 connection whose peer no longer answers PING frames. A call that times out ends only its own stream,
 * and TCP takes a quarter of an hour to give up: until then every call on a dead connection would time out.
 */
function closeWhenSilent(socket: Socket, pingInterval: number): void {
  let read = socket.bytesRead;
  let silent = 0;
  const timer = setInterval(() => {
    silent = socket.bytesRead === read ? silent + 1 : 0;
    read = socket.bytesRead;
    if (silent < SILENT_INTERVALS) return;
    socket.destroy(new undici.SocketError('The peer does not respond to HTTP/2 PING frames.'));
  }, pingInterval).unref();
  socket.once('close', () => clearInterval(timer));
}

/**
 * Bounds a connector. undici's own connect timeout fires up to a second late, and does not cover a tunnel. While it does
 * not know whether an origin speaks HTTP/2, a Pool opens one connection at a time: without the second rule, each call
 * that waits for that connection would wait for one full timeout after the other.
 *
 * - `connect` fails with ConnectTimeoutError after `connectTimeout`.
 * - Calls that waited for a connection that failed fail with it.
 */
export function createConnector(
  connect: buildConnector.connector,
  { connectTimeout = CONNECT_TIMEOUT, pingInterval = PING_INTERVAL }: ConnectorOptions,
): buildConnector.connector {
  let failure: Error | undefined;

  const fail = (error: Error, callback: buildConnector.Callback) => {
    // Pools hand their waiting calls on in microtasks, so only those see this failure: later calls connect anew.
    failure = error;
    setImmediate(() => {
      failure = undefined;
    });
    callback(error, null);
  };

  return (options, callback) => {
    const shared = failure;
    if (shared) {
      queueMicrotask(() => callback(shared, null));
      return;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      if (socket instanceof Socket) socket.destroy();
      const message = `No connection to ${options.hostname} within ${connectTimeout} ms.`;
      fail(new undici.ConnectTimeoutError(message), callback);
    }, connectTimeout);
    // undici's connectors return the socket that is connecting, or a promise, which their types leave out.
    const socket: unknown = connect(options, (error, connected) => {
      if (isOver) {
        connected?.on('error', () => undefined).destroy();
        return;
      }
      clearTimeout(timer);
      if (error) return fail(error, callback);
      if (isH2(connected)) closeWhenSilent(connected, pingInterval);
      callback(null, connected);
    });
  };
}
