import cluster from 'node:cluster';
import { describeLocation } from '../avatar-service/store/store-location.ts';
import { GRACE_PERIOD } from '../listener/drain.ts';
import { type RequestHandler, withLoadShedding } from '../listener/limits.ts';
import type { Policy } from '../policy/policy.ts';
import { createAddressReader } from '../server/authentication/client-address.ts';
import { createGraphErrorBody } from '../server/client-errors.ts';
import { MCP_PATH } from '../server/mcp/mcp-endpoint.ts';
import { createOriginRule } from '../server/security/origin-check.ts';
import { createGraphHandler } from '../server/server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { isLoopback } from '../shared/loopback.ts';
import { makeParts, type Parts } from './api-parts.ts';
import type { Config } from './config/config.ts';
import { formatCount } from './doctor/finding.ts';
import type { Running, StartOptions } from './running.ts';
import { createOriginLogger } from './telemetry/log.ts';

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

/** Whether requests can be served, and which dependencies are missing. */
const createReadiness =
  ({ embedded, listener, rest, state }: Parts) =>
  async () => {
    const hasStore = (await embedded?.isAlive()) ?? true;
    // Without its store, the built-in avatar service fails, too.
    const cause = !hasStore ? 'store' : rest.isDown() ? 'upstream' : undefined;
    return {
      ready: cause === undefined && !listener.isDraining(),
      unavailable: [cause ?? [], state?.isUnavailable() ? 'redis' : []].flat(),
    };
  };

/** Creates the options of the graph from the settings and the parts of this process. */
function createGraphOptions({ listener, server }: Config, parts: Parts): ServerOptions {
  const { access, persistedOperations, mcp, telemetry, embedded, authentication, spool, rest } =
    parts;
  const { hostname: publicName, origin: publicOrigin } = URL.parse(listener.publicUrl ?? '') ?? {};
  return {
    ...server,
    graphqlEndpoint: ENDPOINT,
    isBuiltInService: embedded !== undefined,
    getSignInProviders: () => access.current.signInProviders,
    rest,
    authenticate: authentication.authenticate,
    policy: parts.policy,
    addressOf: createAddressReader(listener.trustedProxies),
    rateLimiter: parts.rateLimiter,
    spool,
    isAllowedOrigin: createOriginRule([
      ...listener.corsOrigins,
      // Proxies may change the Host header, by which the API recognizes its own pages.
      ...(publicOrigin === undefined ? [] : [publicOrigin]),
    ]),
    onRejectedOrigin: createOriginLogger(telemetry.log),
    persistedOperations,
    mcp,
    getReadiness: createReadiness(parts),
    // A page whose own host name resolves to this server (DNS rebinding) must not use its key.
    ...((authentication.isShared || (embedded && isLoopback(listener.host))) && {
      isOwnHost: (name: string) => isLoopback(name) || name === publicName,
    }),
    onFault: telemetry.logFault,
    telemetry: telemetry.plugin,
  };
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
  const graph = createGraphHandler(createGraphOptions(config, parts));
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
  const elsewhere = url === listener.url ? '' : ` (listening on ${listener.url})`;
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
  await using unfinished = new AsyncDisposableStack();
  const parts = await makeParts(config, options, unfinished);
  const { listener, access } = parts;
  await listener.listen(createHandler(config, parts), host, port);
  const resources = unfinished.move();
  return {
    url: listener.url,
    summary: summarize(config, parts),
    reload: access.reload,
    close: async (grace = GRACE_PERIOD) => {
      await listener.drain(grace, drainNotice);
      await resources.disposeAsync();
    },
  };
}
