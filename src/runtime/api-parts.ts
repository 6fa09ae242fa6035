import packageJson from '../../package.json' with { type: 'json' };
import { EXTENSIONS } from '../contract/api.ts';
import { createListener } from '../listener/listener.ts';
import { createGraphErrorBody } from '../server/client-errors.ts';
import { createRateLimiter, UPLOAD_RATES } from '../server/limits/rate-limits.ts';
import { type AuthorizationServer, loadMcp } from '../server/mcp/load-mcp.ts';
import { createSpool } from '../shared/spool.ts';
import { createRestClient } from '../upstream/client.ts';
import { openAccess } from './access/access.ts';
import { chooseAuthentication } from './choose-authentication.ts';
import type { Config } from './config/config.ts';
import { readConfiguredOperations } from './config/configured-operations.ts';
import { getConnectionLimits } from './config/listener-settings.ts';
import { getConnectionOptions } from './config/upstream-proxy.ts';
import { embedAvatarService } from './open-avatar-service.ts';
import type { SharedState } from './redis/redis.ts';
import type { StartOptions } from './running.ts';
import { openPolicy, shareState } from './shared-state.ts';
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts';

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

/** The parts that the API of a process consists of. */
export type Parts = Awaited<ReturnType<typeof makeParts>>;

/** Makes the parts of the API, each from those before it, and registers with `resources` how it is released. */
export async function makeParts(
  config: Config,
  options: StartOptions,
  resources: AsyncDisposableStack,
) {
  const { publicUrl } = config.listener;
  const persistedOperations = readConfiguredOperations(config);
  const mcp = await loadConfiguredMcp(config);
  const telemetry = await createTelemetry(config, options);
  resources.defer(() => telemetry.close());
  const listener = createListener({
    errorBody: createGraphErrorBody,
    onFault: telemetry.logFault,
    connections: getConnectionLimits(config.listener),
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
    access,
    state,
    embedded,
    authentication,
    rateLimiter,
    spool,
    rest,
    policy,
  };
}
