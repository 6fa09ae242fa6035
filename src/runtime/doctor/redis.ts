import { Redis } from 'ioredis';
import { hasLimits } from '../../policy/policy-schema.ts';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import type { Config } from '../config/config.ts';
import { describeAddress } from '../redis/connection.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';

/** In milliseconds. */
const CONNECT_TIMEOUT = 2_000;

/** What happens without the Redis of a setting. */
const WITHOUT = {
  REDIS_URL: 'each process keeps its own state',
  POLICY_REDIS_URL: 'requests for session tokens under limits fail with OVERLOADED',
} as const;

function advise(reason: string, setting: keyof typeof WITHOUT): string {
  if (/^(NOAUTH|WRONGPASS|ERR AUTH)/.test(reason))
    return `Correct the user name and password in ${setting}.`;
  if (/^NOPERM/.test(reason))
    return `Give the user of ${setting} the permission for all commands that the API uses.`;
  return `Check ${setting} and that the server is running. Without Redis, ${WITHOUT[setting]}.`;
}

const getReason = (error: unknown) => {
  const message = getErrorMessage(error);
  // Messages of the network name the address, but not of the server, which begin with a code.
  return /^[A-Z]{3,} /.test(message) ? message : String(getErrorCode(error) ?? message);
};

/**
 * Returns the policy by which Redis evicts keys when memory runs out; undefined if it evicts none, or if this is
 * unknown.
 */
async function findEviction(client: Redis): Promise<string | undefined> {
  const info = await client.info('memory').catch(() => '');
  const [, rule] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return rule === 'noeviction' ? undefined : rule;
}

/**
 * Checks that a Redis responds, in time, and can store data. Writes nothing.
 * @param setting the name of its address.
 * @param hasCounters whether it has counters, which must not be evicted.
 */
export async function checkRedis(
  redis: NonNullable<Config['redis']>,
  setting: keyof typeof WITHOUT,
  hasCounters: boolean,
): Promise<Finding> {
  const name = describeAddress(redis.url.reveal());
  const client = new Redis(redis.url.reveal(), {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    commandTimeout: CONNECT_TIMEOUT,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let lastError: unknown;
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  try {
    await client.connect();
    const start = performance.now();
    await client.ping();
    const duration = Math.ceil(performance.now() - start);
    // Not every user may ask.
    const role: unknown = await client.call('ROLE').catch(() => undefined);
    if (Array.isArray(role) && role[0] === 'slave')
      return failed(`${name} is a replica, which is read-only.`, `Set ${setting} to the primary.`);
    const message = `${name} responds in ${duration} ms.`;
    const eviction = hasCounters ? await findEviction(client) : undefined;
    if (eviction !== undefined) {
      return failed(
        `${message} It evicts keys (maxmemory-policy ${eviction}), including counters of the policy's limits.`,
        'Set maxmemory-policy to noeviction.',
      );
    }
    if (duration <= redis.timeout) return ok(message);
    return warn(message, 'Increase REDIS_TIMEOUT, or use a server that is closer.');
  } catch (error) {
    const reason = getReason(lastError ?? error);
    return failed(`${name} cannot be used: ${reason}.`, advise(reason, setting));
  } finally {
    client.disconnect();
  }
}

export const redisCheck: Check<Config> = {
  name: 'redis',
  deadline: 10_000,
  run: async ({ redis, policy, policyRedis }) => {
    if (!redis) return skipped('REDIS_URL is not set, so processes do not share state.');
    const hasCounters = policy !== undefined && !policyRedis && hasLimits(policy.file);
    return checkRedis(redis, 'REDIS_URL', hasCounters);
  },
};
