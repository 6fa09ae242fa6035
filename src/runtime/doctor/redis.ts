import { Redis } from 'ioredis';
import { hasLimits, type PolicyFile } from '../../policy/policy-schema.ts';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import type { RedisSettings } from '../config/settings.ts';
import { describeAddress } from '../redis/connection.ts';
import { type Finding, failed, ok } from './finding.ts';

/** In milliseconds. */
const CONNECT_TIMEOUT = 2_000;

/** Messages of the server begin with a code; those of the network name the address, but not always the cause. */
function explain(error: unknown): string {
  const message = getErrorMessage(error);
  return /^[A-Z]{3,} /.test(message)
    ? message.replace(/\.$/, '')
    : String(getErrorCode(error) ?? message);
}

/** Checks that Redis responds, in time, can store data, and keeps the counters of a policy. Writes nothing. */
export async function checkRedis(
  { url }: RedisSettings,
  policy: PolicyFile | undefined,
): Promise<Finding> {
  const name = describeAddress(url.reveal());
  const client = new Redis(url.reveal(), {
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
    // Not every user may ask for its role and its memory.
    const role: unknown = await client.call('ROLE').catch(() => undefined);
    if (Array.isArray(role) && role[0] === 'slave')
      return failed(`${name} is a replica, which is read-only.`, 'Set REDIS_URL to the primary.');
    const message = `${name} responds in ${duration} ms.`;
    const memory = await client.info('memory').catch(() => '');
    const [, rule = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
    if (policy && hasLimits(policy) && rule !== 'noeviction') {
      return failed(
        `${message} It evicts keys (maxmemory-policy ${rule}), including counters of the policy's limits.`,
        'Set maxmemory-policy to noeviction.',
      );
    }
    return ok(message);
  } catch (error) {
    return failed(
      `${name} cannot be used: ${explain(lastError ?? error)}.`,
      'Check REDIS_URL with its user name and password, the permissions of the user, and that the server is running.',
    );
  } finally {
    client.disconnect();
  }
}
