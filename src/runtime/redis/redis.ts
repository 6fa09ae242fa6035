import type { LimitStore } from '../../policy/limits.ts';
import type { RateLimitStore } from '../../server/limits/rate-limits.ts';
import type { DataVersions } from '../../upstream/read-cache.ts';
import type { RedisSettings } from '../config/settings.ts';
import { describeAddress, RedisConnection, type RedisLog } from './connection.ts';
import { RedisDataVersions } from './data-versions.ts';
import { deriveKeys } from './derive-keys.ts';
import { RedisLimits } from './policy-limits.ts';
import { createSharedRateLimits } from './rate-limits.ts';

interface RedisContext {
  /** The upstream, or the store of the built-in avatar service. Only processes with the same realm share state. */
  readonly realm: string;
  readonly log: RedisLog;
}

/**
 * State that the processes of one deployment share. Each part falls back to local state while Redis is unavailable.
 */
export interface SharedState {
  /** For logs and the startup summary. */
  readonly name: string;
  readonly rateLimits: RateLimitStore;
  readonly versions: DataVersions;
  /** The counters of a policy. */
  readonly limits: LimitStore;
  /** Key of credential fingerprints, the same in all processes. */
  readonly fingerprintKey: Buffer;
  /** API key of the built-in avatar service, known to these processes only. */
  readonly developmentKey: string;
  /** Whether Redis is unreachable or refuses writes. */
  isUnavailable(): boolean;
  close(): void;
}

/** Connects to Redis. If it is unavailable, logs an error and does not fail. */
export async function openRedis(
  { url, secret, timeout }: RedisSettings,
  { realm, log }: RedisContext,
): Promise<SharedState> {
  const keys = await deriveKeys(secret);
  const prefix = `avatar-graphql:${keys.createName('realm', realm)}`;
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
    limits: new RedisLimits(connection, keys, prefix),
    fingerprintKey: keys.fingerprints,
    developmentKey: keys.deriveKey('development key', realm).toString('base64url'),
    isUnavailable: () => connection.unavailableReason !== undefined,
    close: () => connection.close(),
  };
}
