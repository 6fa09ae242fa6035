import { z } from 'zod';
import { CreateSessionToken, configFields, SessionOptions } from '../contract/session-token.ts';
import { findTemplateProblem } from './label.ts';

/** Input fields that have their own rule. */
const OWN_RULES = ['personaId', 'maxSessionLengthSeconds', 'brainType'];

const configNames = Object.keys(configFields).filter((name) => !OWN_RULES.includes(name));

const isField = (names: readonly string[], name: string | undefined) =>
  name !== undefined && names.includes(name);

/** Whether a path of the input is a field that a block may allow. */
function isAllowable(path: string): boolean {
  const [part, name, key] = path.split('.');
  if (path.split('.').includes('')) return false;
  switch (part) {
    case 'personaConfig':
      return name === 'extra' ? isFurther(configFields, key) : isField(configNames, name);
    case 'overrides':
      return isField(configNames, name);
    case 'sessionOptions':
      if (name === 'extra') return isFurther(SessionOptions.shape, key);
      return name === undefined || isField(Object.keys(SessionOptions.shape), name);
    case 'extra':
      return isFurther(CreateSessionToken.shape, name);
    default:
      return false;
  }
}

/** Whether a key of `extra` is not a field of the contract. Other rules apply to those. */
const isFurther = (fields: object, key: string | undefined) =>
  key !== undefined && !Object.hasOwn(fields, key);

const PERIODS = ['minute', 'day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const SUBJECTS = ['subject', 'tenant', 'all'] as const;

const common = {
  per: z.enum(PERIODS).describe('The calendar window, in UTC.'),
  for: z
    .enum(SUBJECTS)
    .default('subject')
    .describe('Who shares the limit: each subject, its tenant, or all callers.'),
};

const amount = z.int().min(0);

const Limit = z.union([
  z.strictObject({ tokens: amount.describe('Maximum number of session tokens.'), ...common }),
  z.strictObject({
    reservedMinutes: amount.describe('Maximum total length of the sessions, in minutes.'),
    ...common,
  }),
]);

/** A limit of a mint block, as the file has it. */
export type Limit = z.output<typeof Limit>;

/** What the limit counts, in which window and for whom. It must be unique in a role. */
const describeLimit = (limit: Limit) =>
  `${'tokens' in limit ? 'tokens' : 'reservedMinutes'} per ${limit.per} for ${limit.for}`;

const MintBlock = z.strictObject({
  persona: z
    .enum(['saved', 'any'])
    .default('saved')
    .describe(
      '`saved`: sessions must use a saved persona. `any`: a request can also define its own.',
    ),
  allow: z
    .array(
      z
        .string()
        .refine(
          isAllowable,
          'must be a field such as personaConfig.languageCode, sessionOptions.videoQuality, overrides.systemPrompt, or a key of extra such as extra.environment',
        ),
    )
    .default([])
    .describe('Paths of the input fields that a caller may set besides the persona.'),
  maxSessionLengthSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .describe('Maximum and default length of a session, in seconds.'),
  clientLabel: z
    .string()
    .superRefine((template, context) => {
      const problem = findTemplateProblem(template);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .describe(
      'Template of the label of sessions. It can contain {issuer}, {tenant}, {subject}, {role} and {mint}.',
    )
    .optional(),
  meetings: z
    .boolean()
    .default(false)
    .describe('Whether meeting invites may be created. Each counts as a session token.'),
  limits: z
    .array(Limit)
    .max(10)
    .default([])
    .superRefine((limits, context) => {
      const seen = new Set<string>();
      for (const [index, limit] of limits.entries()) {
        const description = describeLimit(limit);
        if (seen.has(description))
          context.addIssue({ code: 'custom', path: [index], message: `repeats ${description}` });
        seen.add(description);
      }
    })
    .describe('Limits of what may be created per window.'),
  concurrent: z
    .int()
    .min(1)
    .max(10_000)
    .describe('Maximum number of concurrent sessions of a subject.')
    .optional(),
  reuseSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .describe(
      'For how long an unused session token is given again for an equal request. 0: never, for programs that create session tokens for others. Default: until a minute before its expiry; 60 without the extension `sessions`.',
    )
    .optional(),
});

/** The rules of a role that may mint, as the file has them. */
export type MintBlock = z.output<typeof MintBlock>;

export const Mint = z
  .union([z.literal('any'), MintBlock])
  .describe(
    'Which session tokens may be created. `any` allows the same as without a policy. Default: none.',
  );
