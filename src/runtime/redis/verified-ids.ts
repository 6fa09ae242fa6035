import type { ResourceName } from '../../contract/api.ts';
import { lookups } from '../../graphql/diagnostics.ts';
import { TTL, type VerifiedIdCache } from '../../graphql/verified-ids.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';

/**
 * A cache of verified ids that all processes share. While Redis is unavailable, ids are cached in this process only.
 * Deletions always apply to both.
 */
export const createSharedVerifiedIds =
  (
    connection: RedisConnection,
    keys: SharedKeys,
    prefix: string,
    createLocalCache: VerifiedIdCache,
  ): VerifiedIdCache =>
  (credential) => {
    const localCache = createLocalCache(credential);
    const credentialId = credential?.fingerprint() ?? '';
    const createKey = (kind: ResourceName, id: string) =>
      `${prefix}:id:${keys.createName(credentialId, kind, id)}`;
    return {
      has: async (kind, id) => {
        const count = await connection.tryCommand('verified ids', (redis) =>
          redis.exists(createKey(kind, id)),
        );
        if (count === undefined) return localCache.has(kind, id);
        lookups.publish({ of: 'verified ids', isHit: count === 1 });
        return count === 1;
      },
      add: async (kind, id) => {
        const key = createKey(kind, id);
        const stored = await connection.tryCommand('verified ids', (redis) =>
          redis.set(key, '1', 'PX', TTL),
        );
        if (stored === undefined) await localCache.add(kind, id);
      },
      delete: async (kind, id) => {
        await localCache.delete(kind, id);
        await connection.runCriticalCommand('verified ids', (redis) =>
          redis.unlink(createKey(kind, id)),
        );
      },
    };
  };
