import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { redisAddress, secret, text } from '../../shared/settings/setting-types.ts';

/** The policy: what the JWTs of callers let them do. */
export const policySettings = z.object({
  path: setting('POLICY', text('a path').optional(), {
    description:
      'Policy file in YAML or JSON, with issuers of JWTs, tenants, and what callers may do with their own tokens. The file is read again when it changes.',
    absent: 'only the scopes of a JWT decide',
  }),
  redisUrl: setting('POLICY_REDIS_URL', secret(redisAddress).optional(), {
    description:
      'Redis or Valkey server for the counters of `POLICY`. Its `maxmemory-policy` must be `noeviction`. While it is unavailable, requests for session tokens under limits fail with `OVERLOADED`.',
    absent: '`REDIS_URL`; without it, each process counts in its own memory',
    example: 'redis://user:password@redis.example.com:6379/1',
  }),
});
