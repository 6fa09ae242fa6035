import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { integer, redisAddress, secret, sharedSecret } from './setting-types.ts';

/** State shared between processes. */
export const redisSettings = z.object({
  REDIS_URL: secret(redisAddress).optional().register(settingMetadata, {
    description:
      'Redis or Valkey server that processes use to share rate limits, cached responses, verified ids and automatic persisted queries; `rediss://` for TLS. If it is unavailable, each process falls back to local state.',
    absent: 'no shared state',
    example: 'redis://user:password@redis.example.com:6379/0',
    common: true,
  }),
  REDIS_SECRET: secret(sharedSecret).optional().register(settingMetadata, {
    description:
      'Secret for encrypting cached responses and documents and hashing client names in Redis; must be the same in all processes.',
    absent: 'the password of `REDIS_URL`',
  }),
  REDIS_TIMEOUT: integer(10, 10_000, 'milliseconds').default(200).register(settingMetadata, {
    description:
      'Timeout of a Redis command in milliseconds. After a timeout, Redis counts as unavailable.',
  }),
});
