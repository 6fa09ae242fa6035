import { z } from 'zod';
import { checkReferences } from './check-references.ts';
import { Guests } from './guests.ts';
import { Issuers, Tenants } from './issuer-schema.ts';
import type { MintBlock } from './mint-schema.ts';
import { getMintBlock, Role } from './role-schema.ts';

const Audit = z.strictObject({
  events: z
    .array(z.enum(['mint', 'write', 'refused', 'transcript']))
    .min(1)
    .describe('What is logged.'),
  subjects: z
    .enum(['hashed', 'plain'])
    .default('hashed')
    .describe(
      '`hashed`: subjects are logged as an HMAC with AUDIT_SECRET. `plain`: subjects are logged as they are.',
    ),
});

/** The policy file, which defines what callers may do with their own tokens. */
export const PolicyFile = z
  .strictObject({
    $schema: z.string().describe('URL or path of this schema, for editors.').optional(),
    issuers: Issuers.optional(),
    tenants: Tenants.optional(),
    roles: z
      .array(Role)
      .min(1)
      .max(100)
      .describe('The roles. A caller has the first role that matches, or none.'),
    guests: Guests.optional(),
    audit: Audit.describe('Audit log on standard output. Default: none.').optional(),
  })
  .superRefine(checkReferences);

/** A policy as it is written: the content of the file, and the option `policy` of `createServer`. */
export type PolicyInput = z.input<typeof PolicyFile>;

/** A parsed policy. */
export type PolicyFile = z.output<typeof PolicyFile>;

const getBlocks = ({ roles }: PolicyFile) => roles.flatMap((role) => getMintBlock(role) ?? []);

/** Whether what a role mints is counted. */
export const isLimited = ({ limits, concurrent }: MintBlock) =>
  limits.length > 0 || concurrent !== undefined;

/** Whether a role has limits of mints, which are counted. */
export const hasLimits = (file: PolicyFile): boolean =>
  file.guests !== undefined || getBlocks(file).some(isLimited);

/** Whether unused session tokens are kept, so that they can be given again. */
export const keepsTokens = (file: PolicyFile): boolean =>
  getBlocks(file).some((mint) => isLimited(mint) && mint.reuseSeconds !== 0);
