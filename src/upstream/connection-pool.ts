import type { LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { ProxyError } from './failure-cause.ts';

/** An HTTP proxy, and the hosts that are reached without it. */
interface ProxyOptions {
  /** URL of the proxy, with user name and password if it requires them. */
  readonly url: string;
  /** Hosts that are reached directly: names, `.suffixes`, `host:port` or `*`, separated by commas. */
  readonly except?: string;
}

/** Options of the connections to one upstream. Times are in milliseconds. */
export interface ConnectionOptions {
  /** Maximum time for DNS, TCP and the TLS handshake, and for each of the two of a tunnel. Default 5,000. */
  readonly connectTimeout?: number;
  /** Resolves host names. Default: the system's resolver. */
  readonly lookup?: LookupFunction;
  /** Maximum age of a connection for new calls, so that a change of the DNS record takes effect. Default 120,000. */
  readonly maxConnectionAge?: number;
  /** Default: no proxy. */
  readonly proxy?: ProxyOptions | undefined;
}

interface PoolOptions extends ConnectionOptions {
  readonly origin: string;
  /** Maximum size of a response. */
  readonly maxBytes: number;
}

/** Milliseconds. */
const CONNECT_TIMEOUT = 5_000;

/** Maximum idle time of a connection if the server sends `Keep-Alive: timeout=`. Milliseconds. */
const MAX_IDLE_TIMEOUT = 60_000;

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

/** undici hands a connector to the factories of an agent, which its types do not say. */
function getConnector({ connect }: Pool.Options): Connector {
  if (typeof connect !== 'function') throw new TypeError('undici hands on no connector.');
  return connect;
}

type Undici = typeof import('undici');

/**
 * Returns a function that creates clients of one upstream. Each opens its connection when first needed, and carries one
 * call at a time: HTTP/2, where a broken connection fails all of its calls, is not used. undici's default of 4 s for idle
 * connections is shorter than the 5 s after which Node, Apache and uvicorn close them, so that no call is sent on a
 * connection that is closing.
 */
function createFactory(
  { buildConnector, Client, EnvHttpProxyAgent, Pool }: Undici,
  { origin, maxBytes, ...options }: PoolOptions,
): () => Dispatcher {
  const { proxy, lookup, connectTimeout: timeout = CONNECT_TIMEOUT } = options;
  const settings = {
    allowH2: false,
    keepAliveMaxTimeout: MAX_IDLE_TIMEOUT,
    maxResponseSize: maxBytes,
  };
  const connect = { timeout, allowH2: false, ...(lookup && { lookup }) };
  // undici's types of connectors lack the options of net.connect, such as lookup.
  const connector = buildConnector(connect as buildConnector.BuildOptions);
  if (!proxy) return () => new Client(origin, { ...settings, connect: connector });

  const { url, except = '' } = proxy;
  const proxyHost = new URL(url).host;
  const isSecure = new URL(origin).protocol === 'https:';
  return () => {
    const agent = new EnvHttpProxyAgent({
      // Empty strings: for undefined, the agent would read environment variables.
      httpProxy: isSecure ? '' : url,
      httpsProxy: isSecure ? url : '',
      noProxy: except,
      connect: connector,
      connectTimeout: timeout,
      requestTls: { allowH2: false },
      // Connections that carry calls: tunnels, connections to the proxy for http upstreams, and direct connections.
      factory: (target, given: Pool.Options) => {
        const isProxy = new URL(target).host === proxyHost;
        const connect = getConnector(given);
        const own = isProxy ? withProxyErrors(connect) : connect;
        return new Pool(target, { ...settings, connections: 1, connect: own });
      },
      // Connections that become tunnels.
      clientFactory: (target, given: Pool.Options) =>
        new Pool(target, {
          connect: withProxyErrors(getConnector(given)),
          headersTimeout: timeout,
        }),
    });
    return agent.compose(
      (dispatch) => (request, handler) => dispatch({ ...request, origin }, handler),
    );
  };
}

export interface Connection {
  readonly dispatcher: Dispatcher;
  readonly createdAt: number;
}

/**
 * The connections to one upstream: no more than there are active calls. The last used is used first. undici's Pool
 * instead searches all of its connections for a free one for each call, which is slow with hundreds.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  /** Loaded with the first client: a program that only imports the library need not wait for it. */
  readonly #library = import('undici');
  #create: (() => Dispatcher) | undefined;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Dispatcher>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async acquire(): Promise<Connection> {
    this.#create ??= createFactory(await this.#library, this.#options);
    const { maxConnectionAge = MAX_CONNECTION_AGE } = this.#options;
    const now = performance.now();
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (now - idle.createdAt < maxConnectionAge) return idle;
      this.#remove(idle);
    }
    const dispatcher = this.#create();
    this.#open.add(dispatcher);
    return { dispatcher, createdAt: now };
  }

  /** Returns a connection. One that failed, or whose call was aborted, carries no other call. */
  release(connection: Connection, isReusable: boolean): void {
    if (isReusable) this.#idle.push(connection);
    else this.#remove(connection);
  }

  #remove({ dispatcher }: Connection) {
    this.#open.delete(dispatcher);
    void dispatcher.destroy();
  }

  /** Waits for active calls, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((dispatcher) => dispatcher.close()));
  }
}
