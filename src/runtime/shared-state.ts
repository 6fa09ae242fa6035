import { hostname } from 'node:os';
import { describeLocation } from '../avatar-service/store/store-location.ts';
import { createMemoryLimits } from '../policy/memory-limits.ts';
import type { ActivePolicy } from '../server/request-context.ts';
import type { Access } from './access/access.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import type { RedisLog } from './redis/connection.ts';
import type { SharedState } from './redis/redis.ts';

/** Returns the name of the upstream or store. Only processes with the same name share state. */
function getRealm({ upstream, store }: Config): string {
  if (upstream) return upstream.url;
  // The same path is another folder on another machine.
  return 'dataDir' in store ? `${hostname()} ${describeLocation(store)}` : describeLocation(store);
}

/** Opens the state that this process shares through Redis; undefined without Redis, whose modules are then not loaded. */
export async function shareState(config: Config, log: RedisLog): Promise<SharedState | undefined> {
  if (!config.redis) return undefined;
  const { openRedis } = await import('./redis/redis.ts');
  return openRedis(config.redis, getRealm(config), log);
}

/** A log without output, because a command reports problems itself. */
const SILENT = { error: () => undefined, warn: () => undefined };

/**
 * Opens the counters that are in Redis, for a command.
 * @throws ConfigError if there is no Redis, or if it is unavailable.
 */
export async function openCounters(config: Config): Promise<SharedState> {
  const counters = await shareState(config, SILENT);
  if (!counters) {
    throw new ConfigError(
      'The counters are in the memory of the server. This command reads those in Redis: set REDIS_URL.',
    );
  }
  if (!counters.isUnavailable()) return counters;
  counters.close();
  throw new ConfigError('Redis is unavailable.');
}

/** Names the counters that a command reads: those in this Redis, of this upstream or store. */
export function describeCounters(config: Config): Record<'redis' | 'upstream', string> {
  const { host, pathname } = new URL(config.redis?.url.reveal() ?? '');
  const { upstream, store } = config;
  return {
    redis: `${host}${pathname}`,
    upstream: upstream?.url ?? `built-in avatar service with ${describeLocation(store)}`,
  };
}

/**
 * Returns the policy that is in force, with its counters: in the Redis of `state`, or in the memory of this process.
 * Undefined without a policy.
 */
export function openPolicy(
  config: Config,
  access: Access,
  state: SharedState | undefined,
): ActivePolicy | undefined {
  if (!config.policy) return undefined;
  const { publicUrl: audience } = config.listener;
  return {
    get current() {
      const { policy } = access.current;
      if (!policy) throw new Error('There is no policy.');
      return policy;
    },
    limits: state?.limits ?? createMemoryLimits(),
    guests:
      audience === undefined
        ? undefined
        : { audience, limits: state?.limits ?? createMemoryLimits() },
  };
}
