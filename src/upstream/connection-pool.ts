import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import {
  CONNECT_TIMEOUT,
  type ConnectorOptions,
  createConnector,
  PING_INTERVAL,
} from './connector.ts';
import { ProxyError } from './failure-cause.ts';

/** An HTTP proxy, and the hosts that are reached without it. */
interface ProxyOptions {
  /** URL of the proxy, with user name and password if it requires them. */
  readonly url: string;
  /** Hosts that are reached directly: names, `.suffixes`, `host:port` or `*`, separated by commas. */
  readonly except?: string;
}

/** Options of the connections to one upstream. Times are in milliseconds. */
export interface ConnectionOptions extends ConnectorOptions {
  /** Maximum age of a connection for new calls, so that a change of the DNS record takes effect. Default 120,000. */
  readonly maxConnectionAge?: number;
  /** Default: no proxy. */
  readonly proxy?: ProxyOptions | undefined;
}

/**
 * How long an idle connection is kept without a timeout from the server, in milliseconds. Shorter than the 5 s after
 * which Node, Apache and uvicorn close idle connections, so that no call is sent on a connection that is closing.
 */
const IDLE_TIMEOUT = 4_000;

/** Maximum if the server sends `Keep-Alive: timeout=`, and how much earlier than that timeout to close. Milliseconds. */
const MAX_IDLE_TIMEOUT = 60_000;
const IDLE_TIMEOUT_MARGIN = 2_000;

/** Maximum number of streams per HTTP/2 connection and of calls per group. Beyond it, another connection is opened. */
const MAX_STREAMS = 100;

/** Milliseconds. As in .NET: DNS changes take effect soon, and handshakes stay rare. */
const MAX_CONNECTION_AGE = 120_000;

type Connector = buildConnector.connector;

/** Wraps a connector to a proxy: its errors become ProxyError. */
const withProxyErrors =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (error, socket) => {
      if (error) callback(new ProxyError('The proxy cannot be reached.', { cause: error }), null);
      else callback(null, socket);
    });

/** Opens the dispatcher of one group. `wrapConnector` is applied to each connector. */
export function openDispatcher(
  origin: string,
  maxBytes: number,
  options: ConnectionOptions,
  wrapConnector: (connect: Connector) => Connector,
): Dispatcher {
  const { proxy, lookup } = options;
  const settings = {
    connections: null,
    keepAliveTimeout: IDLE_TIMEOUT,
    keepAliveMaxTimeout: MAX_IDLE_TIMEOUT,
    keepAliveTimeoutThreshold: IDLE_TIMEOUT_MARGIN,
    maxResponseSize: maxBytes,
    h2Options: {
      maxConcurrentStreams: MAX_STREAMS,
      pingInterval: options.pingInterval ?? PING_INTERVAL,
    },
  };
  // 0 means none: createConnector has its own timer.
  const connect = buildConnector({
    timeout: 0,
    ...(lookup && { lookup }),
  } as buildConnector.BuildOptions);
  if (!proxy) return new Pool(origin, { ...settings, connect: wrapConnector(connect) });

  const { url, except = '' } = proxy;
  const proxyHost = new URL(url).host;
  const isSecure = new URL(origin).protocol === 'https:';
  const agent = new EnvHttpProxyAgent({
    // Empty strings: for undefined, the agent would read environment variables.
    httpProxy: isSecure ? '' : url,
    httpsProxy: isSecure ? url : '',
    noProxy: except,
    connect,
    connectTimeout: 0,
    // Connections that carry calls: tunnels, connections to the proxy for http upstreams, and direct connections.
    factory: (target, { connect }: Pool.Options) => {
      if (typeof connect !== 'function') throw new TypeError('undici hands on no connector.');
      const isProxy = new URL(target).host === proxyHost;
      return new Pool(target, {
        ...settings,
        connect: wrapConnector(isProxy ? withProxyErrors(connect) : connect),
      });
    },
    // Connections that become tunnels.
    clientFactory: (target, { connect }: Pool.Options) => {
      if (typeof connect !== 'function') throw new TypeError('undici hands on no connector.');
      const headersTimeout = options.connectTimeout ?? CONNECT_TIMEOUT;
      return new Pool(target, { connect: withProxyErrors(connect), headersTimeout });
    },
  });
  return agent.compose(
    (dispatch) => (request, handler) => dispatch({ ...request, origin }, handler),
  );
}

export interface ConnectionGroup {
  readonly dispatcher: Dispatcher;
  /** On the clock of `performance.now()`. */
  readonly openedAt: number;
  active: number;
}

/**
 * The connections to one upstream, opened when first needed. HTTP/2 is used over TLS if the server prefers it.
 *
 * Connections are in groups of 100 calls, as many as an HTTP/2 connection carries. An undici Pool searches all of its
 * connections for a free one, which with thousands of connections would cost more than the rest of a call. A group that
 * has reached the maximum age is replaced by a new one.
 *
 * undici sends a call again only if HTTP/2 guarantees that the server did not process it (GOAWAY, REFUSED_STREAM).
 */
export class Connections {
  readonly #open: () => Dispatcher;
  readonly #maxAge: number;
  readonly #groups: ConnectionGroup[] = [];

  /** @param maxBytes maximum size of a response. */
  constructor(origin: string, maxBytes: number, options: ConnectionOptions = {}) {
    this.#maxAge = options.maxConnectionAge ?? MAX_CONNECTION_AGE;
    this.#open = () =>
      openDispatcher(origin, maxBytes, options, (connect) => createConnector(connect, options));
  }

  /** Returns a group for one more call. Call `release` when the call has ended. */
  acquire(): ConnectionGroup {
    const now = performance.now();
    const groups = this.#groups;
    let index = 0;
    while (index < groups.length && (groups[index]?.active ?? 0) >= MAX_STREAMS) index += 1;
    let group = groups[index];
    if (!group || now - group.openedAt > this.#maxAge) {
      // Its active calls still complete.
      group?.dispatcher.close().catch(() => undefined);
      group = { dispatcher: this.#open(), openedAt: now, active: 0 };
      groups[index] = group;
    }
    group.active += 1;
    return group;
  }

  release(group: ConnectionGroup): void {
    group.active -= 1;
  }

  /** Waits for active calls, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#groups.map(({ dispatcher }) => dispatcher.close()));
  }
}
