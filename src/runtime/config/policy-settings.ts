import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { text } from '../../shared/settings/setting-types.ts';

/** The policy: what the JWTs of callers let them do. */
export const policySettings = z.object({
  path: setting('POLICY', text('a path').optional(), {
    description:
      'Policy file, YAML or JSON: issuers of JWTs, tenants, and what callers may do with their own tokens. It is read again when it changes.',
    absent: 'the scopes of a JWT alone decide',
  }),
});
