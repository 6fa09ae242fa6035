import cluster from 'node:cluster';
import packageJson from '../../package.json' with { type: 'json' };
import { describeLocation } from '../avatar-service/store/store-location.ts';
import { EXTENSIONS } from '../contract/api.ts';
import { GRACE_PERIOD } from '../listener/drain.ts';
import type { RequestHandler } from '../listener/error-boundary.ts';
import { createListener, type Listener } from '../listener/listener.ts';
import { withLoadShedding } from '../listener/load-shedding.ts';
import { createSecureResponse } from '../listener/security-headers.ts';
import type { Policy } from '../policy/policy.ts';
import { createGraphErrorBody } from '../server/client-errors.ts';
import { createRateLimiter, UPLOAD_RATES } from '../server/limits/rate-limits.ts';
import { loadMcp } from '../server/mcp/load-mcp.ts';
import { MCP_PATH } from '../server/mcp/mcp-endpoint.ts';
import type { AuthorizationServer } from '../server/mcp/protected-resource.ts';
import { createGraphHandler } from '../server/server.ts';
import { createSpool } from '../shared/spool.ts';
import { createRestClient, type RestClient } from '../upstream/client.ts';
import { openAccess } from './access/reload.ts';
import { chooseAuthentication } from './choose-authentication.ts';
import type { Config } from './config/config.ts';
import { readConfiguredOperations } from './config/configured-operations.ts';
import { getConnectionOptions } from './config/upstream-proxy.ts';
import { formatCount } from './doctor/finding.ts';
import { createGraphOptions, type GraphParts } from './graph-options.ts';
import { embedAvatarService } from './open-avatar-service.ts';
import { createFaultLogger, createProcessTelemetry, getConnectionLimits } from './process.ts';
import type { Lifecycle, Running, StartOptions } from './running.ts';
import { openPolicyLimits, shareState } from './shared-state.ts';

/**
 * Options for an avatar service in the same process: it has all extensions, its failures need no circuit breaker, and
 * it stores one upload at a time, so more would only take memory. Queued uploads are on disk.
 */
const EMBEDDED = {
  extensions: EXTENSIONS,
  circuitBreaker: false,
  slowCalls: 4,
  waitingSlowCalls: 92,
};

/** Paths of images, samples and signed links, which browsers use without an API key. */
const MEDIA =
  /^\/v1\/(avatars\/[^/]+\/image|voices\/[^/]+\/sample|sessions\/[^/]+\/file|voices\/uploads\/[^/]+|knowledge\/documents\/[^/]+\/file)(\.\w+)?$/;

const ENDPOINT = '/graphql';

/** The base of the server's URLs. Without PUBLIC_URL it is known once the server listens. */
class BaseUrl {
  listening = '';
  readonly #publicUrl: string | undefined;

  constructor({ listener }: Config) {
    this.#publicUrl = listener.publicUrl;
  }

  readonly get = (): string => this.#publicUrl ?? this.listening;
}

/** The line of the explorer; without one, the line of the endpoint. */
function describeEndpoint({ server, operations }: Config, endpoint: string): string {
  if (server.explorer) return `Explorer  ${endpoint}`;
  const setting = operations.persisted ? 'PERSISTED_OPERATIONS' : 'EXPLORER or NODE_ENV';
  return `GraphQL   ${endpoint} (explorer disabled by ${setting})`;
}

/** Returns the JWT issuers whose names are URLs, so that clients can find them. */
function findAuthorizationServer({ issuers, listener }: Config): AuthorizationServer | undefined {
  const urls = issuers.map(({ issuer }) => issuer).filter((issuer) => /^https?:/.test(issuer));
  return urls.length > 0 ? { issuers: urls, publicUrl: listener.publicUrl } : undefined;
}

/** Loads the Model Context Protocol, if it is enabled. */
const loadConfiguredMcp = async (config: Config) =>
  config.operations.mcp !== 'false'
    ? loadMcp(
        packageJson.version,
        findAuthorizationServer(config),
        config.operations.mcp === 'transcripts',
      )
    : undefined;

/** Creates the client of the upstream, whose calls `telemetry` observes. */
function createObservedClient(
  url: string,
  config: Config,
  { telemetry, state, embedded }: Pick<GraphParts, 'telemetry' | 'state' | 'embedded'>,
): RestClient {
  const rest = createRestClient({
    url,
    ...config.calls,
    ...(embedded && EMBEDDED),
    ...getConnectionOptions(config),
    versions: state?.versions,
    traceAttempt: telemetry.traceAttempt,
  });
  telemetry.observeUpstream(url, rest);
  return rest;
}

/** Creates the handler of all paths: metrics, the files of the built-in avatar service, and the graph. */
function createRoute(graph: RequestHandler, { telemetry, embedded }: GraphParts): RequestHandler {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/metrics') return telemetry.serveMetrics(request, response, createGraphErrorBody);
    if (embedded && MEDIA.test(path)) return embedded.service.routing(request, response);
    return graph(request, response);
  };
}

/** Creates the listener, which serves `parts` once it listens. */
function createApiListener(config: Config, parts: GraphParts, lifecycle: Lifecycle): Listener {
  const graph = createGraphHandler(
    createGraphOptions(config, parts, { endpoint: ENDPOINT, lifecycle }),
  );
  const sheddingGraph = withLoadShedding(graph, {
    ...config.load,
    paths: [ENDPOINT, MCP_PATH],
    isSaturated: parts.rest.isSaturated,
  });
  const isHttps = config.listener.publicUrl?.startsWith('https:') ?? false;
  return createListener(createRoute(sheddingGraph, parts), {
    errorBody: createGraphErrorBody,
    onFault: createFaultLogger(parts.telemetry),
    connections: getConnectionLimits(config),
    ServerResponse: createSecureResponse(isHttps),
  });
}

const describePolicy = ({ policy }: Config, current: Policy | undefined) =>
  policy && current
    ? `${policy.path}, version ${current.version}, ${formatCount(current.roles.length, 'role')}`
    : 'none';

/** Describes the running server, a line for each part. */
function summarize(
  config: Config,
  { embedded, state, mcp, authentication, policy }: GraphParts,
  base: BaseUrl,
): string[] {
  const isElsewhere = config.listener.publicUrl !== undefined;
  return [
    `Console   ${config.server.console ? base.get() : 'disabled by CONSOLE'}${isElsewhere ? ` (listening on ${base.listening})` : ''}`,
    describeEndpoint(config, `${base.get()}${ENDPOINT}`),
    ...(mcp ? [`MCP       ${base.get()}${MCP_PATH}`] : []),
    embedded
      ? `Upstream  built-in avatar service at ${embedded.url} (UPSTREAM_URL is not set)`
      : `Upstream  ${config.upstream?.url}`,
    ...(embedded ? [`Data      ${describeLocation(config.store)}`] : []),
    ...(state ? [`Shared    ${state.name}${state.isUnavailable() ? ' (unavailable)' : ''}`] : []),
    `Keys      ${authentication.summary}`,
    `Policy    ${describePolicy(config, policy?.current)}`,
  ];
}

/** Creates the parts of the API in order, and registers with `resources` how each is released. */
async function makeParts(
  config: Config,
  options: StartOptions,
  base: BaseUrl,
  resources: AsyncDisposableStack,
): Promise<GraphParts & Pick<Running, 'reload'>> {
  const persistedOperations = readConfiguredOperations(config);
  const mcp = await loadConfiguredMcp(config);
  const telemetry = await createProcessTelemetry(config, options);
  resources.defer(() => telemetry.close());
  const state = await shareState(config, telemetry.log);
  resources.defer(() => state?.close());
  if (state) telemetry.observe({ isRedisUnavailable: state.isUnavailable });
  const embedded = config.upstream
    ? undefined
    : await embedAvatarService(config, base.get, telemetry, state?.developmentKey);
  resources.defer(() => embedded?.close());
  const fingerprintKey = state?.fingerprintKey;
  const { access, reload, close } = await openAccess(
    config,
    { embeddedKey: embedded?.developmentKey, fingerprintKey, log: telemetry.log },
    options,
  );
  resources.defer(close);
  const authentication = chooseAuthentication(config, access, fingerprintKey);
  const rateLimiter = createRateLimiter(
    { ...(config.rates.fields > 0 && UPLOAD_RATES), ...config.rates },
    state?.rateLimits,
  );
  const spool = createSpool();
  resources.defer(() => spool.close());
  const upstream = embedded?.url ?? config.upstream?.url ?? '';
  const rest = createObservedClient(upstream, config, { telemetry, state, embedded });
  resources.defer(() => rest.close());
  const counters = openPolicyLimits(config, state);
  resources.defer(() => counters?.close());
  const policy = counters && {
    get current() {
      return access.policy;
    },
    limits: counters.limits,
    guestAudience: config.listener.publicUrl,
  };
  telemetry.observe({ getPolicy: () => policy?.current });
  const parts = {
    persistedOperations,
    mcp,
    telemetry,
    state,
    embedded,
    authentication,
    rateLimiter,
    spool,
    rest,
  };
  return { ...parts, policy, reload };
}

/** Turns the cache of a worker off, unless Redis tells it what other workers have changed. */
const withoutUnsharedCache = (config: Config): Config =>
  cluster.isWorker && !config.redis
    ? { ...config, calls: { ...config.calls, cacheSeconds: 0 } }
    : config;

/**
 * Starts the GraphQL API, with the built-in avatar service behind it if no upstream is configured. If it cannot start,
 * all created parts are released.
 * @throws Error with a code of node:net if the address cannot be used; ConfigError for a setting that turns out to be
 * invalid on use.
 */
export async function startApi(given: Config, options: StartOptions = {}): Promise<Running> {
  const config = withoutUnsharedCache(given);
  const { host, port, drainNotice } = config.listener;
  const base = new BaseUrl(config);
  const lifecycle: Lifecycle = { isDraining: false };
  // Released in reverse order.
  const resources = new AsyncDisposableStack();
  try {
    const parts = await makeParts(config, options, base, resources);
    const listener = createApiListener(config, parts, lifecycle);
    base.listening = await listener.listen(host, port);
    return {
      url: base.listening,
      summary: summarize(config, parts, base),
      reload: parts.reload,
      close: async (grace = GRACE_PERIOD) => {
        lifecycle.isDraining = true;
        await listener.drain(grace, drainNotice);
        await resources.disposeAsync();
      },
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
