import { randomBytes } from 'node:crypto';
import packageJson from '../../package.json' with { type: 'json' };
import type { AvatarServiceOptions } from '../avatar-service/service.ts';
import { describeLocation } from '../avatar-service/store/store-location.ts';
import { EXTENSIONS } from '../contract/endpoint.ts';
import {
  createForwardedKeyAuth,
  createJwtAuth,
  createSharedKeyAuth,
  createSharedOrForwardedKeyAuth,
} from '../server/authentication/authenticate.ts';
import {
  createAddressReader,
  createConnectionSubject,
} from '../server/authentication/client-address.ts';
import { limitConnections } from '../server/http/connection-limits.ts';
import { createDrain } from '../server/http/drain.ts';
import { createGraphErrorBody } from '../server/http/error-body.ts';
import type { RequestHandler } from '../server/http/error-boundary.ts';
import { createListener, formatAddress } from '../server/http/listener.ts';
import { withLoadShedding } from '../server/http/load-shedding.ts';
import { limitSlowClients } from '../server/http/slow-clients.ts';
import { DOCUMENT_LIMITS } from '../server/limits/document-limits.ts';
import { createRateLimiter } from '../server/limits/rate-limits.ts';
import { readPersistedOperations } from '../server/security/persisted-operations-file.ts';
import { setSecurityHeaders } from '../server/security/security-headers.ts';
import { createGraphHandler } from '../server/server.ts';
import { createSpool } from '../shared/spool.ts';
import { createRestClient } from '../upstream/client.ts';
import type { ConnectionOptions } from '../upstream/connections.ts';
import { Credential } from '../upstream/credential.ts';
import { checkReachability } from '../upstream/reachability.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { isExposed, isLoopback } from './config/exposure.ts';
import { shareState } from './shared-state.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';

/** Something that serves until it is closed. */
export interface Running {
  /** Address of the API, with the port really taken. */
  readonly url: string;
  /** What a person wants to know of it, a line each. */
  readonly summary: readonly string[];
  /** Metrics of this process alone, as prom-client has them. */
  metrics(): Promise<object[]>;
  /** Takes no new requests, gives those under way `grace` milliseconds (default 10,000), then lets go of everything. */
  close(grace?: number): Promise<void>;
}

/** Milliseconds that requests under way have when the process is told to end. */
const GRACE = 10_000;

/** Tells the operator of a failure that callers do not see. */
const reportTo =
  ({ log }: Telemetry) =>
  (fault: unknown, requestId?: string) =>
    log.error({ err: fault, ...(requestId && { requestId }) }, 'fault');

/** How a process is one of several that share an address. */
export interface ProcessGroup {
  /** Collects the metrics of all of them. */
  collect(): Promise<string>;
}

const observe = ({ logLevel, tracing, metricsToken, host }: Config, shared?: ProcessGroup) =>
  createTelemetry({
    ...(shared && { collect: shared.collect }),
    version: packageJson.version,
    logLevel,
    ...(tracing && { tracing }),
    metricsAccess:
      metricsToken === undefined
        ? isLoopback(host)
          ? 'open'
          : 'closed'
        : { token: metricsToken.reveal() },
  });

/**
 * Uploads that go at once to a service in this same process: more would be no faster, as it keeps them one after the
 * other, and take memory twice. Those that wait are on disk; more than there may be do not wait.
 */
const IN_PROCESS = { slowCalls: 4, waitingSlowCalls: 92 };

/** How many connections a process holds. */
const connectionLimits = ({ connections, trustedProxies }: Config) => ({
  total: connections.total,
  perAddress: connections.perAddress,
  getSubject: createConnectionSubject(trustedProxies),
});

/** Paths of pictures and samples, which browsers load without a key. */
const MEDIA = /^\/v1\/(avatars\/[^/]+\/image|voices\/[^/]+\/sample)(\.\w+)?$/;

/**
 * Our own avatar service over its store, which a new one is seeded in. Its parts are loaded only where they are needed:
 * before another service, they are not.
 */
async function openService(
  config: Config,
  telemetry: Telemetry,
  options: Pick<AvatarServiceOptions, 'publicUrl' | 'developmentKey' | 'isWelcoming'>,
) {
  const [{ seed }, { createAvatarService }, { openStore }] = await Promise.all([
    import('../avatar-service/seed/seed.ts'),
    import('../avatar-service/service.ts'),
    import('../avatar-service/store/database.ts'),
  ]);
  const store = await openStore(config.store);
  if (store.connections) telemetry.observeDatabaseConnections(store.connections);
  await seed(store);
  const service = createAvatarService({
    ...options,
    store,
    allowPrivateImageUrls: config.allowPrivateImageUrls,
    onError: reportTo(telemetry),
  });
  service.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const path = routeOptions.url ?? 'other';
    telemetry.recordServiceResponse({ method, path, status: statusCode, ms: elapsedTime });
  });
  const close = async () => {
    await service.close();
    await store.close();
  };
  return { service, isAlive: store.isAlive, close };
}

/** Our own avatar service on a free loopback port, with a key that nobody else knows. */
async function embed(
  config: Config,
  publicUrl: () => string,
  telemetry: Telemetry,
  developmentKey = randomBytes(32).toString('base64url'),
) {
  const opened = await openService(config, telemetry, { publicUrl, developmentKey });
  // Exclusive, because each of several workers has its own.
  const url = await opened.service.listen({ host: '127.0.0.1', port: 0, exclusive: true });
  return { ...opened, url, developmentKey };
}

/**
 * How callers are recognised: DESIGN, "Whose key". The server's own key acts for callers who show tokens, or for
 * everyone where everyone is on this machine; otherwise they bring their own.
 */
async function identification(
  config: Config,
  embeddedKey: string | undefined,
  fingerprintKey: Buffer | undefined,
) {
  const key = config.upstream?.apiKey?.reveal() ?? embeddedKey;
  if (key !== undefined && config.auth) {
    const { createJwtVerifier } = await import('../server/authentication/jwt.ts');
    const own = Credential.fromKey(key, fingerprintKey);
    const authenticate = createJwtAuth(own, createJwtVerifier(config.auth));
    return {
      authenticate,
      isShared: false,
      says: 'JWT authentication; the API key stays on this server',
    };
  }
  if (key === undefined || isExposed(config)) {
    const says = 'forwarded from the Authorization header of each client';
    return { authenticate: createForwardedKeyAuth(fingerprintKey), isShared: false, says };
  }
  const own = Credential.fromKey(key, fingerprintKey);
  const authenticate = config.upstream
    ? createSharedKeyAuth(own)
    : createSharedOrForwardedKeyAuth(own, createForwardedKeyAuth(fingerprintKey));
  const says = 'not required on this machine';
  return { authenticate, isShared: true, says };
}

/** @throws ConfigError where the file cannot be used. */
async function registeredOperations({ persistedOperations: path }: Config) {
  if (path === undefined) return undefined;
  return readPersistedOperations(path).catch((cause: unknown) => {
    const sentence = `PERSISTED_OPERATIONS ${path} is not a JSON file that maps ids to documents, such as {"<sha256>": "query …"}.`;
    throw new ConfigError(sentence, { cause });
  });
}

/** How the upstream is connected to. */
const connectionsOf = ({ upstream }: Config): ConnectionOptions =>
  upstream?.proxy
    ? { proxy: { url: upstream.proxy.url.reveal(), except: upstream.proxy.except } }
    : {};

/** Warns the operator of an upstream that cannot be reached, which may be for now. Nothing waits for it. */
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
 * Starts the GraphQL API, and with no upstream configured our own avatar service behind it.
 * @throws Error with the code of node:net where the address cannot be listened on; ConfigError for a setting that only
 * shows to be wrong when it is used.
 */
export async function startApi(config: Config, shared?: ProcessGroup): Promise<Running> {
  const registered = await registeredOperations(config);
  let url = '';
  const telemetry = await observe(config, shared);
  const publicUrl = () => config.publicUrl ?? url;
  const state = await shareState(config, publicUrl, telemetry.log);
  const embedded = config.upstream
    ? undefined
    : await embed(config, publicUrl, telemetry, state?.developmentKey);
  const upstream = embedded?.url ?? config.upstream?.url ?? '';
  const { authenticate, isShared, says } = await identification(
    config,
    embedded?.developmentKey,
    state?.fingerprintKey,
  );
  const spool = createSpool();
  const publicName = URL.parse(config.publicUrl ?? '')?.hostname;
  const connections = connectionsOf(config);
  const rest = createRestClient({
    url: upstream,
    ...config.concurrency,
    ...(embedded && IN_PROCESS),
    ...connections,
    extensions: config.upstream?.extensions ?? EXTENSIONS,
    personaById: config.upstream?.personaById,
    ...(state && { onChange: state.forget }),
  });
  telemetry.observeUpstream(upstream, rest);
  if (state) telemetry.observeRedis(state.isAway);
  const graph = createGraphHandler({
    rest,
    ...(config.maxImageBytes && { maxImageBytes: config.maxImageBytes }),
    ...(config.furtherAvatarModels && { furtherAvatarModels: config.furtherAvatarModels }),
    ...(config.responseCacheSeconds && { responseCacheSeconds: config.responseCacheSeconds }),
    authenticate,
    addressOf: createAddressReader(config.trustedProxies),
    rateLimiter: createRateLimiter(config.rates, state?.counters),
    sharedResponseCache: state?.answers,
    verifiedIdCache: state?.idMemory,
    ...(state && { lacks: () => (state.isAway() ? ['redis'] : []) }),
    spool,
    corsOrigins: config.corsOrigins,
    introspection: config.introspection,
    explorer: config.explorer,
    ...(registered && { persistedOperations: registered }),
    ...(config.maxOperationCost && {
      limits: { document: { ...DOCUMENT_LIMITS, cost: config.maxOperationCost } },
    }),
    isReady: async () =>
      !listener.isDraining() && !rest.isDown() && ((await embedded?.isAlive()) ?? true),
    // Who only has to reach us to use a key must not be a page whose own name was made to point here.
    ...((isShared || (embedded && isLoopback(config.host))) && {
      isOwnHost: (name: string) => isLoopback(name) || name === publicName,
    }),
    onFault: reportTo(telemetry),
    plugins: [telemetry.plugin],
  });
  const sheddingGraph = withLoadShedding(graph, {
    maxRequests: config.maxRequests,
    isSaturated: rest.isSaturated,
    onRejected: telemetry.recordRejectedRequest,
  });
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const route: RequestHandler = (request, response) => {
    setSecurityHeaders(response, isHttps);
    const path = request.url?.split('?', 1)[0] ?? '';
    if (path === '/metrics') return telemetry.serveMetrics(request, response, createGraphErrorBody);
    if (embedded && MEDIA.test(path)) return embedded.service.routing(request, response);
    return sheddingGraph(request, response);
  };
  const listener = createListener(route, {
    errorBody: createGraphErrorBody,
    onFault: reportTo(telemetry),
    connections: connectionLimits(config),
  });
  const checking = new AbortController();
  const release = async () => {
    checking.abort();
    await rest.close();
    await spool.close();
    await embedded?.close();
    state?.close();
    await telemetry.close();
  };
  try {
    url = await listener.listen(config.host, config.port);
  } catch (error) {
    await release();
    throw error;
  }
  if (config.upstream) warnIfUnreachable(upstream, connections, telemetry, checking.signal);
  return {
    url,
    summary: [
      config.publicUrl ? `Console   ${config.publicUrl} (listening on ${url})` : `Console   ${url}`,
      `Explorer  ${config.publicUrl ?? url}/graphql`,
      embedded
        ? `Upstream  built-in avatar service at ${embedded.url} (UPSTREAM_URL is not set)`
        : `Upstream  ${upstream}`,
      ...(embedded ? [`Data      ${describeLocation(config.store)}`] : []),
      ...(state ? [`Shared    ${state.name}${state.isAway() ? ' (unavailable)' : ''}`] : []),
      `Keys      ${says}`,
    ],
    metrics: telemetry.getProcessMetrics,
    close: async (grace = GRACE) => {
      await listener.drain(grace, config.drainNotice);
      await release();
    },
  };
}

/** Starts our own avatar service alone, for callers with keys of their own. */
export async function startService(config: Config, shared?: ProcessGroup): Promise<Running> {
  const telemetry = await observe(config, shared);
  const { service, close } = await openService(config, telemetry, {
    isWelcoming: () => !isDraining(),
    ...(config.publicUrl && { publicUrl: () => config.publicUrl ?? '' }),
  });
  const { serviceErrorBody } = await import('../avatar-service/error-handler.ts');
  service.all('/metrics', async (request, reply) => {
    reply.hijack();
    await telemetry.serveMetrics(request.raw, reply.raw, serviceErrorBody);
  });
  const { drain, isDraining, activeResponses } = createDrain(service.server);
  limitSlowClients(service.server, activeResponses, serviceErrorBody);
  limitConnections(service.server, connectionLimits(config));
  const listen = async () => {
    const address = await service.listen({ host: config.host, port: config.port });
    return formatAddress(config.host, Number(new URL(address).port));
  };
  const url = await listen().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    summary: [
      `Service   ${url}/v1`,
      `Data      ${describeLocation(config.store)}`,
      'Keys      create one with `avatar-graphql keys create`',
    ],
    metrics: telemetry.getProcessMetrics,
    close: async (grace = GRACE) => {
      await drain(grace, config.drainNotice);
      await close();
      await telemetry.close();
    },
  };
}
