import { hostname } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import { describeLocation } from '../avatar-service/store/store-location.ts';
import type { Config } from './config/config.ts';
import type { SharedState } from './redis/redis.ts';
import type { Log } from './telemetry/log.ts';

/** Returns the name of the upstream or store. Only processes with the same one share state. */
function getRealm({ upstream, store }: Config): string {
  if (upstream) return upstream.url;
  // The same path is another folder on another machine.
  return 'dataDir' in store ? `${hostname()} ${describeLocation(store)}` : describeLocation(store);
}

/**
 * Opens the state that this process shares through Redis; undefined without Redis, whose modules are then not loaded.
 * @param publicUrl returns the base of the URLs in responses.
 */
export async function shareState(
  config: Config,
  publicUrl: () => string,
  log: Log,
): Promise<SharedState | undefined> {
  if (!config.redis) return undefined;
  const { openRedis } = await import('./redis/redis.ts');
  const scope = () => [
    packageJson.version,
    config.calls.extensions,
    // Another upstream returns its own URLs.
    config.upstream ? undefined : publicUrl(),
  ];
  return openRedis(config.redis, { realm: getRealm(config), scope, log });
}
