import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import {
  CONNECT_TIMEOUT,
  type ConnectorOptions,
  createConnector,
  PING_INTERVAL,
} from './connector.ts';
import { ProxyError } from './failure-cause.ts';

/** The proxy of a network, and what is reached without it. */
export interface ProxyOptions {
  /** Address of an HTTP proxy, with the user and password that it asks for. */
  readonly url: string;
  /** Hosts that are reached without it: names, `.suffixes`, `host:port` or `*`, separated by commas. */
  readonly except?: string;
}

/** The connections to one upstream. Times are milliseconds. */
export interface ConnectionOptions extends ConnectorOptions {
  /** Age at which a connection takes no further call, so that a service that moves is found by its name. Default 120,000. */
  readonly maxConnectionAge?: number;
  /** Default: no proxy. */
  readonly proxy?: ProxyOptions | undefined;
}

/**
 * How long an idle connection is kept, where the server does not say: shorter than the 5 seconds after which Node,
 * Apache and uvicorn close theirs, so that no call meets a connection that is being closed.
 */
const IDLE = 4_000;

/** The same, at most, where it does say by `Keep-Alive: timeout=`, and how much sooner than it says. */
const MAX_IDLE = 60_000;
const IDLE_MARGIN = 2_000;

/** Streams of one HTTP/2 connection, and calls of a group. A server may allow fewer; further calls open another connection. */
const STREAMS = 100;

/** As .NET has it: often enough for a service that moves, and one handshake in thousands of calls. */
const MAX_AGE = 120_000;

type Connector = buildConnector.connector;

/** Marks what fails between us and the proxy. */
const toProxy =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (error, socket) => {
      if (error) callback(new ProxyError('The proxy cannot be reached.', { cause: error }), null);
      else callback(null, socket);
    });

/** Opens the dispatcher of one group, with `finish` around each connector. */
export function openDispatcher(
  origin: string,
  maxBytes: number,
  options: ConnectionOptions,
  finish: (connect: Connector) => Connector,
): Dispatcher {
  const { proxy, lookup } = options;
  const settings = {
    connections: null,
    keepAliveTimeout: IDLE,
    keepAliveMaxTimeout: MAX_IDLE,
    keepAliveTimeoutThreshold: IDLE_MARGIN,
    maxResponseSize: maxBytes,
    h2Options: {
      maxConcurrentStreams: STREAMS,
      pingInterval: options.pingInterval ?? PING_INTERVAL,
    },
  };
  // 0 is none: boundConnector has a timer of its own.
  const connect = buildConnector({
    timeout: 0,
    ...(lookup && { lookup }),
  } as buildConnector.BuildOptions);
  if (!proxy) return new Pool(origin, { ...settings, connect: finish(connect) });

  const { url, except = '' } = proxy;
  const proxyHost = new URL(url).host;
  const isSecure = new URL(origin).protocol === 'https:';
  const agent = new EnvHttpProxyAgent({
    // Empty texts, and not undefined: for those the agent would look into the environment.
    httpProxy: isSecure ? '' : url,
    httpsProxy: isSecure ? url : '',
    noProxy: except,
    connect,
    connectTimeout: 0,
    // What calls are sent on: tunnels, connections to the proxy where the upstream is http, and those without it.
    factory: (target, { connect }: Pool.Options) => {
      if (typeof connect !== 'function') throw new TypeError('undici hands on no connector.');
      const isProxy = new URL(target).host === proxyHost;
      return new Pool(target, {
        ...settings,
        connect: finish(isProxy ? toProxy(connect) : connect),
      });
    },
    // What becomes a tunnel.
    clientFactory: (target, { connect }: Pool.Options) => {
      if (typeof connect !== 'function') throw new TypeError('undici hands on no connector.');
      const headersTimeout = options.connectTimeout ?? CONNECT_TIMEOUT;
      return new Pool(target, { connect: toProxy(connect), headersTimeout });
    },
  });
  return agent.compose(
    (dispatch) => (request, handler) => dispatch({ ...request, origin }, handler),
  );
}

/** Some of the connections, and the calls that are under way on them. */
export interface ConnectionGroup {
  readonly dispatcher: Dispatcher;
  readonly openedAt: number;
  active: number;
}

/**
 * The connections to one upstream, each opened when it is first needed. HTTP/2 is used over TLS where the server prefers it.
 *
 * They are in groups of as many calls as an HTTP/2 connection carries: an undici Pool looks at each of its connections to
 * find a free one, so that with thousands in one pool a call would cost more for it than for all else. A group takes calls
 * until it is old, and a new one then takes its place.
 *
 * A call is sent again here only where HTTP/2 guarantees that the server did not process it (GOAWAY, REFUSED_STREAM).
 */
export class Connections {
  readonly #open: () => Dispatcher;
  readonly #maxAge: number;
  readonly #groups: ConnectionGroup[] = [];

  /** Connections to `origin`, whose responses have at most `maxBytes`. */
  constructor(origin: string, maxBytes: number, options: ConnectionOptions = {}) {
    this.#maxAge = options.maxConnectionAge ?? MAX_AGE;
    this.#open = () =>
      openDispatcher(origin, maxBytes, options, (connect) => createConnector(connect, options));
  }

  /** The group for one more call, which is counted until it is released. */
  acquire(): ConnectionGroup {
    const now = performance.now();
    const groups = this.#groups;
    let place = 0;
    while (place < groups.length && (groups[place]?.active ?? 0) >= STREAMS) place += 1;
    let group = groups[place];
    if (!group || now - group.openedAt > this.#maxAge) {
      // Calls that are under way on it are answered on it.
      group?.dispatcher.close().catch(() => undefined);
      group = { dispatcher: this.#open(), openedAt: now, active: 0 };
      groups[place] = group;
    }
    group.active += 1;
    return group;
  }

  release(group: ConnectionGroup): void {
    group.active -= 1;
  }

  /** Lets calls under way finish, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all(this.#groups.map(({ dispatcher }) => dispatcher.close()));
  }
}
