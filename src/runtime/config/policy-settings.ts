import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { redisAddress, secret, text } from '../../shared/settings/setting-types.ts';

/** The policy: what the JWTs of callers let them do. */
export const policySettings = z.object({
  path: setting('POLICY', text('a path').optional(), {
    description:
      'Policy file, YAML or JSON: issuers of JWTs, tenants, and what callers may do with their own tokens. It is read again when it changes.',
    absent: 'the scopes of a JWT alone decide',
  }),
  redisUrl: setting('POLICY_REDIS_URL', secret(redisAddress).optional(), {
    description:
      'Redis or Valkey server with the counters of `POLICY`; its `maxmemory-policy` must be `noeviction`. While it is unavailable, session tokens under limits are OVERLOADED.',
    absent: '`REDIS_URL`; without it, each process counts in its memory',
    example: 'redis://user:password@redis.example.com:6379/1',
  }),
});
