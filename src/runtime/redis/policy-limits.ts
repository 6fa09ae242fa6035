import type { Redis } from 'ioredis';
import { type LimitStore, LimitsUnavailableError } from '../../policy/limits.ts';
import type { RedisConnection } from './connection.ts';
import type { SharedKeys } from './derive-keys.ts';
import { COMMIT } from './policy-scripts.ts';

/**
 * Creates the counters of mints in Redis, shared by all processes. Key names begin with `prefix`, and reveal neither
 * subjects nor tenants. While Redis is unavailable, no limited session tokens are created.
 */
export function createPolicyLimits(
  connection: RedisConnection,
  keys: SharedKeys,
  prefix: string,
): LimitStore {
  const createName = (...parts: readonly (string | number)[]) =>
    `${prefix}:policy:${keys.createName('policy', ...parts)}`;
  const nameMint = (mint: string) => createName('mint', mint);
  const run = async <Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply> => {
    const reply = await connection.tryCommand(command);
    if (reply === undefined) throw new LimitsUnavailableError();
    return reply;
  };
  return {
    key: keys.deriveKey('policy', prefix),
    createName,

    read: async (account, counters) => {
      const [text, ...counts] = await run((redis) => redis.mget(account, ...counters));
      return { text: text ?? '', counts: counts.map(Number) };
    },

    /** The script is executed atomically. */
    commit: async ({ account, version, text, endsAt, changes, mint }) => {
      const names = [
        account,
        mint === undefined ? account : nameMint(mint),
        ...changes.map(({ name }) => name),
      ];
      const values = changes.flatMap(({ amount, max, endsAt }) => [amount, max, endsAt]);
      const reply = await run((redis) =>
        redis.eval(COMMIT, names.length, ...names, version, text, endsAt, ...values),
      );
      if (!Array.isArray(reply)) return undefined;
      const [found, ...counts] = reply;
      return { text: String(found), counts: counts.map(Number) };
    },

    findAccounts: async (mints) => {
      const found = await run((redis) => redis.mget(...mints.map(nameMint)));
      return found.map((name) => name ?? undefined);
    },
  };
}
