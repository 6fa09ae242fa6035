import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import {
  boundConnector,
  CONNECT_TIMEOUT,
  type ConnectorOptions,
  createConnector,
  PING_INTERVAL,
} from './connector.ts';
import { decoding } from './decoding.ts';

/** The proxies of a network, as its environment variables name them. */
export interface ProxyOptions {
  /** Address of the proxy, with the user and password that it asks for. */
  readonly url: string;
  /** Hosts that are reached without it: names, `.suffixes`, `host:port` or `*`, separated by commas. */
  readonly except?: string;
}

/** The connections to one upstream. Times are milliseconds. */
export interface ConnectionOptions extends ConnectorOptions {
  /** Connections at once, at most; calls beyond them wait. HTTP/2 has up to 100 calls on each. Default 1,024. */
  readonly connections?: number;
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

/** Streams of one HTTP/2 connection. A server may allow fewer; further calls open another connection. */
const STREAMS = 100;

const CONNECTIONS = 1_024;

/** .NET's default, too: often enough for a service that moves, and one handshake in thousands of calls. */
const MAX_AGE = 120_000;

/**
 * Opens the connections to the upstream at `origin`, each when it is first needed. HTTP/2 is used over TLS where the
 * server prefers it. `dispatch` answers decoded bodies of at most `maxBytes`, on the wire and decoded.
 *
 * A call is sent again here only where HTTP/2 guarantees that the server did not process it (GOAWAY, REFUSED_STREAM).
 */
export function createConnections(
  origin: string,
  maxBytes: number,
  options: ConnectionOptions = {},
): Dispatcher {
  const { proxy, connectTimeout = CONNECT_TIMEOUT, pingInterval = PING_INTERVAL } = options;
  const settings = {
    connections: options.connections ?? CONNECTIONS,
    clientTtl: options.maxConnectionAge ?? MAX_AGE,
    keepAliveTimeout: IDLE,
    keepAliveMaxTimeout: MAX_IDLE,
    keepAliveTimeoutThreshold: IDLE_MARGIN,
    maxResponseSize: maxBytes,
    h2Options: { maxConcurrentStreams: STREAMS, pingInterval },
  };
  if (!proxy) {
    const pool = new Pool(origin, { ...settings, connect: createConnector(options) });
    return pool.compose(decoding(maxBytes));
  }
  const { url, except = '' } = proxy;
  const isSecure = new URL(origin).protocol === 'https:';
  const agent = new EnvHttpProxyAgent({
    // Empty texts, and not undefined: the agent would look into the environment for those.
    httpProxy: isSecure ? '' : url,
    httpsProxy: isSecure ? url : '',
    noProxy: except,
    connect: buildConnector({ timeout: 0 }),
    connectTimeout: 0,
    // Connections to the upstream, through a tunnel or not. The bound covers the tunnel, too.
    factory: (target, { connect }: Pool.Options) => {
      if (typeof connect !== 'function') throw new TypeError('undici hands on no connector.');
      return new Pool(target, { ...settings, connect: boundConnector(connect, options) });
    },
    // Connections to the proxy, until they are tunnels.
    clientFactory: (target, { connect }: Pool.Options) =>
      new Pool(target, { ...(connect && { connect }), headersTimeout: connectTimeout }),
  });
  return agent.compose(
    (dispatch) => (request, handler) => dispatch({ ...request, origin }, handler),
    decoding(maxBytes),
  );
}
