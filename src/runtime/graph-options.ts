import { createAddressReader } from '../server/authentication/client-address.ts';
import { createOriginRule } from '../server/security/origin-check.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Config } from './config/config.ts';
import { createFaultLogger } from './process.ts';
import type { Parts } from './start-api.ts';
import { createOriginLogger } from './telemetry/log.ts';

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
export function createGraphOptions(
  { listener, server }: Config,
  parts: Parts,
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
