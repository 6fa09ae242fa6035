import { publishLookup } from '../../graphql/diagnostics.ts';
import { type IdKind, TTL, type VerifiedIdCache } from '../../graphql/verified-ids.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './keys.ts';

/**
 * A memory of verified ids that all processes share. While Redis is of no use, `own` remembers them, for this process
 * alone; it is told of every deletion, so that nothing comes back with it.
 */
export const createSharedVerifiedIds =
  (
    link: RedisConnection,
    keys: SharedKeys,
    prefix: string,
    own: VerifiedIdCache,
  ): VerifiedIdCache =>
  (credential) => {
    const ownIds = own(credential);
    const whose = credential?.fingerprint() ?? '';
    const keyOf = (kind: IdKind, id: string) => `${prefix}:id:${keys.nameOf(whose, kind, id)}`;
    return {
      has: async (kind, id) => {
        const found = await link.use('verified ids', (redis) => redis.exists(keyOf(kind, id)));
        if (found === undefined) return ownIds.has(kind, id);
        publishLookup({ of: 'verified ids', hit: found === 1 });
        return found === 1;
      },
      add: async (kind, id) => {
        const key = keyOf(kind, id);
        const done = await link.use('verified ids', (redis) => redis.set(key, '1', 'PX', TTL));
        if (done === undefined) await ownIds.add(kind, id);
      },
      delete: async (kind, id) => {
        await ownIds.delete(kind, id);
        await link.insist('verified ids', (redis) => redis.unlink(keyOf(kind, id)));
      },
    };
  };
