import cluster from 'node:cluster';
import packageJson from '../../package.json' with { type: 'json' };
import { describeLocation } from '../avatar-service/store/store-location.ts';
import { EXTENSIONS } from '../contract/api.ts';
import { GRACE_PERIOD } from '../listener/drain.ts';
import { type RequestHandler, withLoadShedding } from '../listener/limits.ts';
import { createListener } from '../listener/listener.ts';
import type { Policy } from '../policy/policy.ts';
import { createGraphErrorBody } from '../server/client-errors.ts';
import { createRateLimiter, UPLOAD_RATES } from '../server/limits/rate-limits.ts';
import { loadMcp } from '../server/mcp/load-mcp.ts';
import { MCP_PATH } from '../server/mcp/mcp-endpoint.ts';
import type { AuthorizationServer } from '../server/mcp/protected-resource.ts';
import { createGraphHandler } from '../server/server.ts';
import { createSpool } from '../shared/spool.ts';
import { createRestClient } from '../upstream/client.ts';
import { openAccess } from './access/access.ts';
import { chooseAuthentication } from './choose-authentication.ts';
import type { Config } from './config/config.ts';
import { readConfiguredOperations } from './config/configured-operations.ts';
import { getConnectionOptions } from './config/upstream-proxy.ts';
import { formatCount } from './doctor/finding.ts';
import { createGraphOptions } from './graph-options.ts';
import { embedAvatarService } from './open-avatar-service.ts';
import { createFaultLogger, createProcessTelemetry, getConnectionLimits } from './process.ts';
import type { Running, StartOptions } from './running.ts';
import type { SharedState } from './redis/redis.ts';
import { openPolicy, shareState } from './shared-state.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

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
  telemetry: Telemetry,
  state: SharedState | undefined,
  isEmbedded: boolean,
) {
  const rest = createRestClient({
    url,
    ...config.calls,
    ...(isEmbedded && EMBEDDED),
    ...getConnectionOptions(config),
    versions: state?.versions,
    traceAttempt: telemetry.traceAttempt,
  });
  telemetry.observeUpstream(url, rest);
  return rest;
}

/** Creates the handler of all paths: metrics, the files of the built-in avatar service, and the graph. */
function createRoute(graph: RequestHandler, { telemetry, embedded }: Parts): RequestHandler {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/metrics') return telemetry.serveMetrics(request, response, createGraphErrorBody);
    if (embedded && MEDIA.test(path)) return embedded.service.routing(request, response);
    return graph(request, response);
  };
}

/** Creates the handler of the API from its parts. */
function createHandler(config: Config, parts: Parts): RequestHandler {
  const graph = createGraphHandler(createGraphOptions(config, parts, ENDPOINT));
  const sheddingGraph = withLoadShedding(graph, {
    ...config.load,
    paths: [ENDPOINT, MCP_PATH],
    isSaturated: parts.rest.isSaturated,
  });
  return createRoute(sheddingGraph, parts);
}

const describePolicy = ({ policy }: Config, current: Policy | undefined) =>
  policy && current
    ? `${policy.path}, version ${current.version}, ${formatCount(current.roles.length, 'role')}`
    : 'none';

/** Describes the running server, a line for each part. */
function summarize(
  config: Config,
  { embedded, listener, state, mcp, authentication, policy }: Parts,
): string[] {
  const { publicUrl } = config.listener;
  const url = publicUrl ?? listener.url;
  const elsewhere = publicUrl === undefined ? '' : ` (listening on ${listener.url})`;
  return [
    `Console   ${config.server.console ? url : 'disabled by CONSOLE'}${elsewhere}`,
    describeEndpoint(config, `${url}${ENDPOINT}`),
    ...(mcp ? [`MCP       ${url}${MCP_PATH}`] : []),
    embedded
      ? `Upstream  built-in avatar service at ${embedded.url} (UPSTREAM_URL is not set)`
      : `Upstream  ${config.upstream?.url}`,
    ...(embedded ? [`Data      ${describeLocation(config.store)}`] : []),
    ...(state ? [`Shared    ${state.name}${state.isUnavailable() ? ' (unavailable)' : ''}`] : []),
    `Keys      ${authentication.summary}`,
    `Policy    ${describePolicy(config, policy?.current)}`,
  ];
}

/** The parts that the API of a process consists of. */
export type Parts = Awaited<ReturnType<typeof makeParts>>;

/** Makes the parts of the API, each from those before it, and registers with `resources` how it is released. */
async function makeParts(config: Config, options: StartOptions, resources: AsyncDisposableStack) {
  const { publicUrl } = config.listener;
  const persistedOperations = readConfiguredOperations(config);
  const mcp = await loadConfiguredMcp(config);
  const telemetry = await createProcessTelemetry(config, options);
  resources.defer(() => telemetry.close());
  const listener = createListener({
    errorBody: createGraphErrorBody,
    onFault: createFaultLogger(telemetry),
    connections: getConnectionLimits(config),
    isHttps: publicUrl?.startsWith('https:') ?? false,
  });
  const state = await shareState(config, telemetry.log);
  resources.defer(() => state?.close());
  if (state) telemetry.observe({ isRedisUnavailable: state.isUnavailable });
  const embedded = config.upstream
    ? undefined
    : await embedAvatarService(config, telemetry, {
        // Its URLs are those of the API, which requests reach once it listens.
        publicUrl: () => publicUrl ?? listener.url,
        developmentKey: state?.developmentKey,
      });
  resources.defer(() => embedded?.close());
  const embeddedKey = embedded?.developmentKey;
  const fingerprintKey = state?.fingerprintKey;
  const { log } = telemetry;
  const access = await openAccess(config, { embeddedKey, fingerprintKey, log }, options);
  resources.defer(access.close);
  const authentication = chooseAuthentication(config, access, fingerprintKey);
  const rateLimiter = createRateLimiter(
    { ...(config.rates.fields > 0 && UPLOAD_RATES), ...config.rates },
    state?.rateLimits,
  );
  const spool = createSpool();
  resources.defer(() => spool.close());
  const upstream = embedded?.url ?? config.upstream?.url ?? '';
  const isEmbedded = embedded !== undefined;
  const rest = createObservedClient(upstream, config, telemetry, state, isEmbedded);
  resources.defer(() => rest.close());
  const policy = openPolicy(config, access, state);
  telemetry.observe({ getPolicyVersion: () => policy?.current.version });
  return {
    persistedOperations,
    mcp,
    telemetry,
    listener,
    state,
    embedded,
    authentication,
    rateLimiter,
    spool,
    rest,
    policy,
    reload: access.reload,
  };
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
  // Released in reverse order.
  const resources = new AsyncDisposableStack();
  try {
    const parts = await makeParts(config, options, resources);
    const { listener, reload } = parts;
    await listener.listen(createHandler(config, parts), host, port);
    return {
      url: listener.url,
      summary: summarize(config, parts),
      reload,
      close: async (grace = GRACE_PERIOD) => {
        await listener.drain(grace, drainNotice);
        await resources.disposeAsync();
      },
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
