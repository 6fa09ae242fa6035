import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import {
  integer,
  redisAddress,
  secret,
  sharedSecret,
} from '../../shared/settings/setting-types.ts';

/** State shared between processes. */
export const redisSettings = z.object({
  url: setting('REDIS_URL', secret(redisAddress).optional(), {
    description:
      'Redis or Valkey server that processes use to share rate limits, counters of a policy, verified ids, and what writes make out of date in their caches; `rediss://` for TLS. If it is unavailable, each process falls back to local state.',
    absent: 'no shared state',
    example: 'redis://user:password@redis.example.com:6379/0',
    common: true,
  }),
  secret: setting('REDIS_SECRET', secret(sharedSecret).optional(), {
    description:
      'Secret for hashing the names of clients in Redis. It must be the same in all processes.',
    absent: 'the password of `REDIS_URL`',
  }),
  timeout: setting('REDIS_TIMEOUT', integer(10, 10_000, 'milliseconds').default(200), {
    description:
      'Timeout of a Redis command in milliseconds. After a timeout, Redis counts as unavailable.',
  }),
});
