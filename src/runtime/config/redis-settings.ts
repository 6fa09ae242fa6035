import { z } from 'zod';
import type { Secret } from '../../shared/secret.ts';
import { setting } from '../../shared/settings/setting.ts';
import { redisAddress, secret, sharedSecret } from '../../shared/settings/setting-types.ts';

/** State shared between processes. */
export const redisSettings = z.object({
  url: setting('REDIS_URL', secret(redisAddress).optional(), {
    description:
      'Redis or Valkey server that processes use to share rate limits, counters of a policy, and what writes make out of date in their caches; `rediss://` for TLS. If it is unavailable, each process falls back to local state.',
    absent: 'no shared state',
    example: 'redis://user:password@redis.example.com:6379/0',
    common: true,
  }),
  secret: setting('REDIS_SECRET', secret(sharedSecret).optional(), {
    description:
      'Secret for hashing the names of clients, and for encrypting unused session tokens, in Redis. It must be the same in all processes. Required if a policy limits session tokens.',
    absent: 'the password of `REDIS_URL`',
  }),
});

/** The Redis that is used. */
export interface RedisSettings {
  /** A redis:// or rediss:// address, which may contain a password. */
  readonly url: Secret;
  /** Protects the names of callers. All processes need the same. */
  readonly secret: Secret;
  /** Command timeout in milliseconds. Default: 200. */
  readonly timeout?: number;
}
