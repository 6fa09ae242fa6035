import { type IdKind, type IdMemory, TTL } from '../../graphql/verified-ids.ts';
import { tellLookup } from '../../graphql/diagnostics.ts';
import type { SharedKeys } from './keys.ts';
import type { RedisLink } from './connection.ts';

/**
 * A memory of verified ids that all processes share. While Redis is of no use, `own` remembers them, for this process
 * alone; it is told of every deletion, so that nothing comes back with it.
 */
export const sharedIdMemory =
  (link: RedisLink, keys: SharedKeys, prefix: string, own: IdMemory): IdMemory =>
  (credential) => {
    const ownIds = own(credential);
    const whose = credential?.fingerprint() ?? '';
    const keyOf = (kind: IdKind, id: string) => `${prefix}:id:${keys.nameOf(whose, kind, id)}`;
    return {
      has: async (kind, id) => {
        const found = await link.use('verified ids', (redis) => redis.exists(keyOf(kind, id)));
        if (found === undefined) return ownIds.has(kind, id);
        tellLookup({ of: 'verified ids', hit: found === 1 });
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
