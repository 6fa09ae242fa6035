import type { SharedDocuments } from '../../server/documents/resolve-document.ts';
import { decrypt, encrypt } from '../../shared/encryption.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';

/** Lifetime of a registered document, in milliseconds. */
const TTL = 24 * 3_600_000;

/** Documents of automatic persisted queries that all processes share, encrypted. Redis's `maxmemory` limits their number. */
export const createSharedDocuments = (
  connection: RedisConnection,
  keys: SharedKeys,
  prefix: string,
): SharedDocuments => {
  const createKey = (hash: string) => `${prefix}:document:${keys.createName('document', hash)}`;
  const deriveKey = (hash: string) => keys.deriveKey('document', hash);
  return {
    get: async (hash) => {
      const encrypted = await connection.tryCommand('documents', (redis) =>
        redis.getBuffer(createKey(hash)),
      );
      return encrypted ? decrypt(deriveKey(hash), encrypted) : undefined;
    },
    set: async (hash, document) => {
      await connection.tryCommand('documents', (redis) =>
        redis.set(createKey(hash), encrypt(deriveKey(hash), document), 'PX', TTL),
      );
    },
  };
};
