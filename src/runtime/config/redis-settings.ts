import { z } from 'zod';
import { settingMetadata } from './setting-metadata.ts';
import { integer, redisAddress, secret, sharedSecret } from './setting-types.ts';

/** State shared between processes. */
export const redisSettings = z.object({
  REDIS_URL: secret(redisAddress).optional().register(settingMetadata, {
    description:
      'A Redis or Valkey by which processes share their limits, answers kept and verified ids; `rediss://` for TLS. Away, they do without it, each for itself.',
    absent: 'each process keeps to itself',
    example: 'redis://user:password@redis.example.com:6379/0',
    common: true,
  }),
  REDIS_SECRET: secret(sharedSecret).optional().register(settingMetadata, {
    description:
      "What callers' names and answers kept there are made unreadable with; all processes have it alike.",
    absent: 'the password of `REDIS_URL`',
  }),
  REDIS_TIMEOUT: integer(10, 10_000, 'milliseconds').default(200).register(settingMetadata, {
    description:
      'Milliseconds that Redis has for a command; one that takes longer counts as away, and nothing waits for it.',
  }),
});
