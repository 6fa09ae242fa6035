import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { text } from '../../shared/settings/setting-types.ts';

/** The policy: what the JWTs of callers let them do. */
export const policySettings = z.object({
  path: setting('POLICY', text('a path').optional(), {
    description:
      'Policy file in YAML or JSON, with issuers of JWTs, tenants, and what callers may do with their own tokens. The file is read again when it changes.',
    absent: 'only the scopes of a JWT decide',
  }),
});
