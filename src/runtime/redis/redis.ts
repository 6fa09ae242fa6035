import type { LimitStore } from '../../policy/limits.ts';
import type { RateLimitStore } from '../../server/limits/rate-limits.ts';
import type { DataVersions } from '../../upstream/read-cache.ts';
import type { RedisSettings } from '../config/settings.ts';
import { describeAddress, RedisConnection, type RedisLog } from './connection.ts';
import { RedisDataVersions } from './data-versions.ts';
import { deriveKeys, type SharedKeys } from './derive-keys.ts';
import { createRedisLimits } from './policy-limits.ts';
import { createSharedRateLimits } from './rate-limits.ts';

interface RedisContext {
  /** The upstream, or the store of the built-in avatar service. Only processes with the same realm share state. */
  readonly realm: string;
  readonly log: RedisLog;
}

/** Counters of a policy that the processes of one deployment share. */
export interface SharedLimits {
  readonly limits: LimitStore;
  /** Whether Redis is unreachable or refuses writes. */
  isUnavailable(): boolean;
  close(): void;
}

/**
 * State that the processes of one deployment share. Each part falls back to local state while Redis is unavailable.
 */
export interface SharedState extends SharedLimits {
  /** For logs and the startup summary. */
  readonly name: string;
  readonly rateLimits: RateLimitStore;
  readonly versions: DataVersions;
  /** Key of credential fingerprints, the same in all processes. */
  readonly fingerprintKey: Buffer;
  /** API key of the built-in avatar service, known to these processes only. */
  readonly developmentKey: string;
}

const getPrefix = (keys: SharedKeys, realm: string) =>
  `avatar-graphql:${keys.createName('realm', realm)}`;

/** Connects to a Redis that has only the counters of a policy. If it is unavailable, logs an error and does not fail. */
export async function openPolicyRedis(
  { url, secret, timeout }: RedisSettings,
  { realm, log }: RedisContext,
): Promise<SharedLimits> {
  const keys = await deriveKeys(secret);
  const prefix = getPrefix(keys, realm);
  const connection = new RedisConnection({
    url,
    timeout,
    log,
    prepare: (redis) => redis.set(`${prefix}:policy:ready`, 1, 'PX', 1_000),
  });
  await connection.open();
  return {
    limits: createRedisLimits(connection, keys, prefix),
    isUnavailable: () => connection.unavailableReason !== undefined,
    close: () => connection.close(),
  };
}

/** Connects to Redis. If it is unavailable, logs an error and does not fail. */
export async function openRedis(
  { url, secret, timeout }: RedisSettings,
  { realm, log }: RedisContext,
): Promise<SharedState> {
  const keys = await deriveKeys(secret);
  const prefix = getPrefix(keys, realm);
  const connection = new RedisConnection({
    url,
    timeout,
    log,
    prepare: (redis) => versions.changeAll(redis),
  });
  const versions = new RedisDataVersions(connection, keys, prefix);
  await connection.open();
  return {
    name: describeAddress(url.reveal()),
    rateLimits: createSharedRateLimits(connection, keys, prefix),
    versions,
    limits: createRedisLimits(connection, keys, prefix),
    fingerprintKey: keys.fingerprints,
    developmentKey: keys.deriveKey('development key', realm).toString('base64url'),
    isUnavailable: () => connection.unavailableReason !== undefined,
    close: () => connection.close(),
  };
}
