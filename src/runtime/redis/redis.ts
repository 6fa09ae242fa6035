import type { RedisSettings } from '../config/settings.ts';
import { describeAddress, RedisConnection, type RedisLog } from './connection.ts';
import { createDataVersions } from './data-versions.ts';
import { deriveKeys } from './derive-keys.ts';
import { createPolicyLimits } from './policy-limits.ts';
import { createSharedRateLimits } from './rate-limits.ts';

/**
 * Connects to Redis, for the state that the processes of one deployment share. Each part falls back to local state while
 * Redis is unavailable, which is logged and is no error.
 * @param realm the upstream, or the store of the built-in avatar service. Only processes with the same realm share state.
 */
export async function openRedis(
  { url, secret, timeout }: RedisSettings,
  realm: string,
  log: RedisLog,
) {
  const keys = await deriveKeys(secret);
  const prefix = `avatar-graphql:${keys.createName('realm', realm)}`;
  const connection = new RedisConnection({
    url,
    timeout,
    log,
    prepare: (redis) => versions.changeAll(redis),
  });
  const versions = createDataVersions(connection, keys, prefix);
  await connection.open();
  return {
    /** For logs and the startup summary. */
    name: describeAddress(url.reveal()),
    rateLimits: createSharedRateLimits(connection, keys, prefix),
    versions,
    /** The counters of a policy. */
    limits: createPolicyLimits(connection, keys, prefix),
    /** Key of credential fingerprints, the same in all processes. */
    fingerprintKey: keys.fingerprints,
    /** API key of the built-in avatar service, known to these processes only. */
    developmentKey: keys.deriveKey('development key', realm).toString('base64url'),
    /** Whether Redis is unreachable or refuses writes. */
    isUnavailable: () => connection.unavailableReason !== undefined,
    close: () => connection.close(),
  };
}

export type SharedState = Awaited<ReturnType<typeof openRedis>>;
