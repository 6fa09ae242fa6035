import { Redis } from 'ioredis';
import { hasLimits } from '../../policy/policy-schema.ts';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import type { Config } from '../config/config.ts';
import { describeAddress } from '../redis/connection.ts';
import type { Check } from './check.ts';
import { type Finding, failed, ok, skipped, warn } from './finding.ts';

/** In milliseconds. */
const CONNECT_TIMEOUT = 2_000;

/** Milliseconds above which a response is slow. Commands of the API time out soon after. */
const SLOW = 100;

function advise(reason: string): string {
  if (/^(NOAUTH|WRONGPASS|ERR AUTH)/.test(reason))
    return 'Correct the user name and password in REDIS_URL.';
  if (/^NOPERM/.test(reason))
    return 'Give the user of REDIS_URL the permission for all commands that the API uses.';
  return 'Check REDIS_URL and that the server is running. Without Redis, each process keeps its own state, and requests for session tokens under limits fail with OVERLOADED.';
}

const getReason = (error: unknown) => {
  const message = getErrorMessage(error);
  // Messages of the network name the address, but not of the server, which begin with a code.
  return /^[A-Z]{3,} /.test(message)
    ? message.replace(/\.$/, '')
    : String(getErrorCode(error) ?? message);
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
 * Checks that Redis responds, in time, and can store data. Writes nothing.
 * @param hasCounters whether it has counters, which must not be evicted.
 */
async function checkRedis(
  redis: NonNullable<Config['redis']>,
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
      return failed(`${name} is a replica, which is read-only.`, 'Set REDIS_URL to the primary.');
    const message = `${name} responds in ${duration} ms.`;
    const eviction = hasCounters ? await findEviction(client) : undefined;
    if (eviction !== undefined) {
      return failed(
        `${message} It evicts keys (maxmemory-policy ${eviction}), including counters of the policy's limits.`,
        'Set maxmemory-policy to noeviction.',
      );
    }
    if (duration <= SLOW) return ok(message);
    return warn(message, 'Use a server that is closer.');
  } catch (error) {
    const reason = getReason(lastError ?? error);
    return failed(`${name} cannot be used: ${reason}.`, advise(reason));
  } finally {
    client.disconnect();
  }
}

export const redisCheck: Check<Config> = {
  name: 'redis',
  deadline: 10_000,
  run: async ({ redis, policy }) => {
    if (!redis) return skipped('REDIS_URL is not set, so processes do not share state.');
    return checkRedis(redis, policy !== undefined && hasLimits(policy.file));
  },
};
