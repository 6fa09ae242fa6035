import { createAddressReader } from '../server/authentication/client-address.ts';
import type { Listener } from '../listener/listener.ts';
import type { RateLimiter } from '../server/limits/rate-limits.ts';
import type { Mcp } from '../server/mcp/load-mcp.ts';
import type { ActivePolicy } from '../server/request-context.ts';
import { createOriginRule } from '../server/security/origin-check.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Spool } from '../shared/spool.ts';
import type { RestClient } from '../upstream/client.ts';
import type { ChosenAuthentication } from './choose-authentication.ts';
import type { Config } from './config/config.ts';
import type { EmbeddedAvatarService } from './open-avatar-service.ts';
import { createFaultLogger } from './process.ts';
import type { SharedState } from './redis/redis.ts';
import { createOriginLogger } from './telemetry/log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** The parts that the graph of a process consists of. */
export interface GraphParts {
  readonly persistedOperations: ServerOptions['persistedOperations'];
  readonly mcp: Mcp | undefined;
  readonly telemetry: Telemetry;
  readonly listener: Listener;
  readonly state: SharedState | undefined;
  readonly embedded: EmbeddedAvatarService | undefined;
  readonly authentication: ChosenAuthentication;
  readonly policy: ActivePolicy | undefined;
  readonly rateLimiter: RateLimiter | undefined;
  readonly spool: Spool;
  readonly rest: RestClient;
}

/** Whether requests can be served, and which dependencies are missing. */
const createReadiness =
  ({ embedded, listener, rest, state }: GraphParts) =>
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
export function createGraphOptions(
  { listener, server }: Config,
  parts: GraphParts,
  endpoint: string,
): ServerOptions {
  const { persistedOperations, mcp, telemetry, embedded, authentication, spool, rest } = parts;
  const { hostname: publicName, origin: publicOrigin } = URL.parse(listener.publicUrl ?? '') ?? {};
  return {
    ...server,
    graphqlEndpoint: endpoint,
    isBuiltInService: embedded !== undefined,
    getSignInProviders: authentication.getSignInProviders,
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
    onFault: createFaultLogger(telemetry),
    telemetry: telemetry.plugin,
  };
}
