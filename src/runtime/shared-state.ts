import { hostname } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import { describeLocation } from '../avatar-service/store/store-location.ts';
import type { Config } from './config/config.ts';
import type { SharedState } from './redis/redis.ts';
import type { Log } from './telemetry/log.ts';

/** Processes share what they know of one service, or of one store of our own. */
function realmOf({ upstream, store }: Config): string {
  if (upstream) return upstream.url;
  // A folder is another on every machine.
  return 'dataDir' in store ? `${hostname()} ${describeLocation(store)}` : describeLocation(store);
}

/**
 * What this process shares with others by way of Redis; undefined where there is none, for which nothing is loaded.
 * `publicUrl` begins the addresses that answers hold.
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
    config.upstream?.extensions,
    config.upstream?.personaById,
    config.furtherAvatarModels,
    // Another service gives its own addresses.
    config.upstream ? undefined : publicUrl(),
  ];
  return openRedis(config.redis, { realm: realmOf(config), scope, log });
}
