import { z } from 'zod';
import { Id } from '../contract/record.ts';
import { ClaimName, Claims, Name } from './issuer-schema.ts';
import { Mint } from './mint-schema.ts';
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
  when: Claims.describe('Claims that a token must have, all of them; {} for every token.'),
  scopes: z
    .union([z.literal('all'), z.array(z.enum(ALL_SCOPES))])
    .default([])
    .describe('The scopes of the role. Default: none.'),
  documents: z
    .array(z.string().min(1))
    .describe(
      'Manifests of the operations that may run in /graphql, as in PERSISTED_OPERATIONS: `bundled` or paths. Default: any operation.',
    )
    .optional(),
  tools: z
    .array(z.string().min(1))
    .describe('The tools that agents may call in /mcp. Default: those of the scopes.')
    .optional(),
  personas: z
    .union([
      z.literal('all'),
      z.array(Id).max(MAX_PERSONAS),
      z.strictObject({ claim: ClaimName.describe('The claim with the ids.') }),
    ])
    .describe(
      'The personas that exist for the role: their ids, or a claim with them. Default: all.',
    )
    .optional(),
  sessions: z
    .enum(['all', 'own'])
    .describe(
      "The sessions that exist for the role; `own`: those of the caller's label. Default: all.",
    )
    .optional(),
  mint: Mint.optional(),
});

/** A role, as the file has it. */
export type Role = z.output<typeof Role>;
