import { z } from 'zod';
import { Id } from '../contract/record.ts';
import { ClaimName, Claims, Name } from './issuer-schema.ts';
import { Mint, type MintBlock } from './mint-schema.ts';
import { ALL_SCOPES } from './scopes.ts';

/** Maximum number of personas of one caller. */
export const MAX_PERSONAS = 200;

export const Role = z.strictObject({
  name: Name.describe('Name of the role in labels, rules and logs.'),
  issuers: z
    .array(Name)
    .min(1)
    .describe('The issuers of its tokens. Required if there are several issuers.')
    .optional(),
  when: Claims.describe(
    'Claims that a token must have. All of them must match; {} matches every token. Required, except for the role of guests.',
  ).optional(),
  scopes: z
    .union([z.literal('all'), z.array(z.enum(ALL_SCOPES))])
    .default([])
    .describe('The scopes of the role. Default: none.'),
  personas: z
    .union([
      z.literal('all'),
      z.array(Id).max(MAX_PERSONAS),
      z.strictObject({ claim: ClaimName.describe('The claim with the ids.') }),
    ])
    .describe(
      'The personas that the role can see: their ids, or a claim that contains the ids. Default: all.',
    )
    .optional(),
  sessions: z
    .enum(['all', 'own'])
    .describe(
      'The sessions that the role can see. `own`: sessions with the label of the caller. Default: all.',
    )
    .optional(),
  mint: Mint.optional(),
});

/** A path in the file, and the problem there. */
export type Problem = readonly [path: readonly (string | number)[], message: string];

/** A role, as the file has it. */
export type Role = z.output<typeof Role>;

/** Returns the rules of a role's mints; undefined if it mints nothing or anything. */
export const getMintBlock = ({ mint }: Role): MintBlock | undefined =>
  typeof mint === 'object' ? mint : undefined;
