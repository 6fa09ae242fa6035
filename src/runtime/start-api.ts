import packageJson from '../../package.json' with { type: 'json' };
import { describeLocation } from '../avatar-service/store/store-location.ts';
import { EXTENSIONS } from '../contract/api.ts';
import { GRACE_PERIOD } from '../listener/drain.ts';
import type { RequestHandler } from '../listener/error-boundary.ts';
import { createListener } from '../listener/listener.ts';
import { withLoadShedding } from '../listener/load-shedding.ts';
import { createSecureResponse } from '../listener/security-headers.ts';
import { createAddressReader } from '../server/authentication/client-address.ts';
import { createGraphErrorBody } from '../server/client-errors.ts';
import { createRateLimiter } from '../server/limits/rate-limits.ts';
import { loadMcp } from '../server/mcp/load-mcp.ts';
import type { AuthorizationServer } from '../server/mcp/protected-resource.ts';
import { createGraphHandler } from '../server/server.ts';
import { isLoopback } from '../shared/loopback.ts';
import { createSpool } from '../shared/spool.ts';
import { createRestClient } from '../upstream/client.ts';
import type { ConnectionOptions } from '../upstream/connection-pool.ts';
import { checkReachability } from '../upstream/reachability.ts';
import { chooseAuthentication } from './choose-authentication.ts';
import type { Config } from './config/config.ts';
import { readConfiguredOperations } from './config/configured-operations.ts';
import { createOriginRule } from './config/exposure.ts';
import { getConnectionOptions } from './connection-options.ts';
import { embedAvatarService } from './open-avatar-service.ts';
import {
  createFaultLogger,
  createProcessTelemetry,
  getConnectionLimits,
  type ProcessGroup,
  type Running,
} from './process.ts';
import { shareState } from './shared-state.ts';
import { createOriginLogger } from './telemetry/log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/**
 * What differs for an avatar service in the same process: it has all extensions, its store answers for itself, and it stores
 * one upload at a time, so more would only take memory. Queued uploads are on disk.
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

/** The line of the explorer; without one, the line of the endpoint. */
function describeEndpoint({ server, operations }: Config, endpoint: string): string {
  if (server.explorer) return `Explorer  ${endpoint}`;
  const setting = operations.persisted ? 'PERSISTED_OPERATIONS' : 'EXPLORER or NODE_ENV';
  return `GraphQL   ${endpoint} (explorer disabled by ${setting})`;
}

/** Returns the issuer of the JWTs, if its name is a URL by which clients can find it. */
function findAuthorizationServer({ auth, listener }: Config): AuthorizationServer | undefined {
  if (!auth || !/^https?:/.test(auth.issuer)) return undefined;
  return { issuer: auth.issuer, publicUrl: listener.publicUrl };
}

/** Logs a warning if the upstream cannot be reached. Nothing waits for it. */
function warnIfUnreachable(
  url: string,
  connections: ConnectionOptions,
  { log }: Telemetry,
  signal: AbortSignal,
): void {
  checkReachability(url, connections, signal).then(
    (unreachable) => {
      if (unreachable) log.warn({ cause: unreachable.cause }, unreachable.message);
    },
    (fault: unknown) => log.error({ err: fault }, 'fault'),
  );
}

/**
 * Starts the GraphQL API, with the built-in avatar service behind it if no upstream is configured.
 * @throws Error with a code of node:net if the address cannot be used; ConfigError for a setting that turns out to be
 * invalid on use.
 */
export async function startApi(config: Config, group?: ProcessGroup): Promise<Running> {
  const { listener: address, operations } = config;
  const persistedOperations = await readConfiguredOperations(config);
  const mcp = operations.mcp
    ? await loadMcp(packageJson.version, findAuthorizationServer(config), operations.mcpTranscripts)
    : undefined;
  let url = '';
  const telemetry = await createProcessTelemetry(config, group);
  const publicUrl = () => address.publicUrl ?? url;
  const state = await shareState(config, publicUrl, telemetry.log);
  const embedded = config.upstream
    ? undefined
    : await embedAvatarService(config, publicUrl, telemetry, state?.developmentKey);
  const upstream = embedded?.url ?? config.upstream?.url ?? '';
  const { authenticate, isShared, summary } = await chooseAuthentication(
    config,
    embedded?.developmentKey,
    state?.fingerprintKey,
  );
  const spool = createSpool();
  const publicName = URL.parse(address.publicUrl ?? '')?.hostname;
  const connections = getConnectionOptions(config);
  const rest = createRestClient({
    url: upstream,
    ...config.calls,
    ...(embedded && EMBEDDED),
    ...connections,
    onChange: state?.invalidate,
    traceAttempt: telemetry.traceAttempt,
  });
  telemetry.observeUpstream(upstream, rest);
  if (state) telemetry.observeRedis(state.isUnavailable);
  const graph = createGraphHandler({
    ...config.server,
    rest,
    authenticate,
    addressOf: createAddressReader(address.trustedProxies),
    rateLimiter: createRateLimiter(config.rates, state?.rateLimits),
    sharedResponseCache: state?.responseCache,
    verifiedIdCache: state?.verifiedIds,
    sharedDocuments: state?.documents,
    spool,
    isAllowedOrigin: createOriginRule(address.corsOrigins),
    onRejectedOrigin: createOriginLogger(telemetry.log),
    persistedOperations,
    mcp,
    getReadiness: async () => {
      const hasStore = (await embedded?.isAlive()) ?? true;
      // Without its store, the built-in avatar service fails, too.
      const cause = !hasStore ? 'store' : rest.isDown() ? 'upstream' : undefined;
      return {
        ready: cause === undefined && !listener.isDraining(),
        lacks: [cause ?? [], state?.isUnavailable() ? 'redis' : []].flat(),
      };
    },
    // A page whose own host name resolves to this server (DNS rebinding) must not use its key.
    ...((isShared || (embedded && isLoopback(address.host))) && {
      isOwnHost: (name: string) => isLoopback(name) || name === publicName,
    }),
    onFault: createFaultLogger(telemetry),
    telemetry: telemetry.plugin,
  });
  const sheddingGraph = withLoadShedding(graph, {
    ...config.load,
    isSaturated: rest.isSaturated,
  });
  const isHttps = address.publicUrl?.startsWith('https:') ?? false;
  const route: RequestHandler = (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/metrics') return telemetry.serveMetrics(request, response, createGraphErrorBody);
    if (embedded && MEDIA.test(path)) return embedded.service.routing(request, response);
    return sheddingGraph(request, response);
  };
  const listener = createListener(route, {
    errorBody: createGraphErrorBody,
    onFault: createFaultLogger(telemetry),
    connections: getConnectionLimits(config),
    ServerResponse: createSecureResponse(isHttps),
  });
  const reachabilityCheck = new AbortController();
  const release = async () => {
    reachabilityCheck.abort();
    await rest.close();
    await spool.close();
    await embedded?.close();
    state?.close();
    await telemetry.close();
  };
  try {
    url = await listener.listen(address.host, address.port);
  } catch (error) {
    await release();
    throw error;
  }
  if (config.upstream)
    warnIfUnreachable(upstream, connections, telemetry, reachabilityCheck.signal);
  return {
    url,
    summary: [
      `Console   ${publicUrl()}${address.publicUrl ? ` (listening on ${url})` : ''}`,
      describeEndpoint(config, `${publicUrl()}/graphql`),
      ...(mcp ? [`MCP       ${publicUrl()}/mcp`] : []),
      embedded
        ? `Upstream  built-in avatar service at ${embedded.url} (UPSTREAM_URL is not set)`
        : `Upstream  ${upstream}`,
      ...(embedded ? [`Data      ${describeLocation(config.store)}`] : []),
      ...(state ? [`Shared    ${state.name}${state.isUnavailable() ? ' (unavailable)' : ''}`] : []),
      `Keys      ${summary}`,
    ],
    metrics: telemetry.getProcessMetrics,
    close: async (grace = GRACE_PERIOD) => {
      await listener.drain(grace, address.drainNotice);
      await release();
    },
  };
}
