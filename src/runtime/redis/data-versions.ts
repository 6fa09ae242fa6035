import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { DataVersions } from '../../upstream/read-cache.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';

/**
 * Lifetimes of versions in milliseconds: of a credential without and with cached reads, and of the common version. A
 * credential without one may have been invented.
 */
const IDLE_TTL = 60_000;
const TTL = 2 * 3_600_000;
const COMMON_TTL = 24 * 3_600_000;

const createVersion = () => randomBytes(9).toString('base64url');

/**
 * Creates the versions of what is cached, in Redis for all processes: one of each credential, which its writes remove, and
 * a common one, which a process changes after it was without Redis. Versions are random, so a lost one only costs calls.
 */
export function createDataVersions(connection: RedisConnection, keys: SharedKeys, prefix: string) {
  const common = `${prefix}:version`;
  const getName = (credentialId: string) => `${common}:${keys.createName('version', credentialId)}`;

  const read = async (own: string): Promise<string | undefined> => {
    const found = await connection.tryCommand((redis) => redis.mget(common, own));
    return found?.every(Boolean) ? found.join(' ') : undefined;
  };

  const create = async (own: string): Promise<string | undefined> => {
    await connection.tryCommand((redis) =>
      Promise.all([
        redis.set(common, createVersion(), 'PX', COMMON_TTL, 'NX'),
        redis.set(own, createVersion(), 'PX', IDLE_TTL, 'NX'),
      ]),
    );
    return read(own);
  };

  return {
    get: async (credentialId) => {
      const own = getName(credentialId);
      return (await read(own)) ?? create(own);
    },
    change: (credentialId) =>
      connection.runCriticalCommand((redis) => redis.unlink(getName(credentialId))),
    /** Not awaited: without it, the version only ends earlier. */
    keep: (credentialId) =>
      void connection.tryCommand((redis) => redis.pexpire(getName(credentialId), TTL)),
    /** Changes the versions of all credentials. For a process that may not have told others its writes, nor learned theirs. */
    changeAll: (redis: Redis) => redis.set(common, createVersion(), 'PX', COMMON_TTL),
  } satisfies DataVersions & Record<'changeAll', unknown>;
}
