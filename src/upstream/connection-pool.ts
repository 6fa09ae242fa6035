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

/** A pool of connections. */
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

/**
 * Number of calls, and of connections, of a pool. undici's Pool searches all of its connections for a free one: at 100
 * connections and 20 ms, a mint takes 491 us of CPU time with pools of 100, and 423 us with pools of 25.
 */
const GROUP_SIZE = 25;

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

/**
 * Returns the connections to one upstream, which are opened when first needed. Each carries one call at a time: HTTP/2,
 * where a broken connection fails all of its calls, is not used. undici's default of 4 s for idle connections is shorter
 * than the 5 s after which Node, Apache and uvicorn close them, so that no call is sent on a connection that is closing.
 */
function openConnections(
  { buildConnector, EnvHttpProxyAgent, Pool }: typeof import('undici'),
  { origin, maxBytes, ...options }: PoolOptions,
): Dispatcher {
  const { proxy, lookup, connectTimeout: timeout = CONNECT_TIMEOUT } = options;
  const settings = {
    allowH2: false,
    // A response ends shortly before its connection is free. Without the limit, the next call would open another one.
    connections: GROUP_SIZE,
    clientTtl: options.maxConnectionAge ?? MAX_CONNECTION_AGE,
    keepAliveMaxTimeout: MAX_IDLE_TIMEOUT,
    maxResponseSize: maxBytes,
  };
  const connect = { timeout, allowH2: false, ...(lookup && { lookup }) };
  // undici's types of connectors lack the options of net.connect, such as lookup.
  const connector = buildConnector(connect as buildConnector.BuildOptions);
  if (!proxy) return new Pool(origin, { ...settings, connect: connector });

  const { url, except = '' } = proxy;
  const proxyHost = new URL(url).host;
  const isSecure = new URL(origin).protocol === 'https:';
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
      return new Pool(target, { ...settings, connect: own });
    },
    // Connections that become tunnels.
    clientFactory: (target, given: Pool.Options) =>
      new Pool(target, { connect: withProxyErrors(getConnector(given)), headersTimeout: timeout }),
  });
  return agent.compose(
    (dispatch) => (request, handler) => dispatch({ ...request, origin }, handler),
  );
}

/** The connections of calls to one upstream, in pools of a bounded size. */
export class ConnectionGroups {
  readonly #options: PoolOptions;
  /** Loaded with the first client: a program that only imports the library need not wait for it. */
  readonly #library = import('undici');
  readonly #groups: { readonly dispatcher: Dispatcher; active: number }[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Makes a call over the first pool that has room, so that few calls use few connections. */
  async run<Result>(
    call: (dispatcher: Dispatcher, library: typeof import('undici')) => Promise<Result>,
  ): Promise<Result> {
    const library = await this.#library;
    let group = this.#groups.find(({ active }) => active < GROUP_SIZE);
    if (!group) {
      group = { dispatcher: openConnections(library, this.#options), active: 0 };
      this.#groups.push(group);
    }
    group.active += 1;
    try {
      return await call(group.dispatcher, library);
    } finally {
      group.active -= 1;
    }
  }

  /** Waits for active calls, then closes all connections. */
  async close(): Promise<void> {
    await Promise.all(this.#groups.map(({ dispatcher }) => dispatcher.close()));
  }
}
