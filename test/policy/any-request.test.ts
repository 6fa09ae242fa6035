import fc from 'fast-check';
import { type GraphQLInputType, isInputType } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import type { PolicyFile } from '../../src/policy/policy-schema.ts';
import { nearInput, RUNS, TIME } from '../support/arbitraries.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  claimsOf,
  createSimplePolicy,
  guest,
  parseExample,
  pro,
  startPolicyApi,
  type TokenClaims,
  user,
} from '../support/policy.ts';
import { MINE, OTHER } from '../support/policy-upstream.ts';

const getType = (name: string): GraphQLInputType => {
  const type = schema.getType(name);
  if (!isInputType(type)) throw new Error(`There is no input ${name}.`);
  return type;
};

const anyText = fc.constantFrom(
  'x',
  '',
  'de',
  MINE,
  OTHER,
  'user:u-2:AAAAAAAAAAAAAAAAAAAAAA',
  'high',
);
const anyLength = fc.constantFrom(1, 60, 600, 601, 3600, 3601, 0, -1, 1.5, 1e9, 2 ** 53);

/** Records with at most two of these fields. */
const sparse = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc
    .tuple(fc.record(fields), fc.subarray(Object.keys(fields), { maxLength: 2 }))
    .map(([values, names]) => Object.fromEntries(names.map((name) => [name, values[name]])));

const anyConfig = sparse({
  extra: fc.dictionary(fc.constantFrom('mood', 'personaId', 'systemPrompt'), anyText),
  maxSessionLengthSeconds: anyLength,
  languageCode: anyText,
  systemPrompt: anyText,
  llmId: anyText,
  brainType: anyText,
  avatarModel: fc.constantFrom('CARA_2', 'CARA_3'),
  toolIds: fc.array(anyText, { maxLength: 2 }),
  enableAudioPassthrough: fc.boolean(),
  voiceGenerationOptions: fc.constant({ speed: 1 }),
});

/** Most often one that the roles have. */
const anyPersona = fc
  .constantFrom(...[MINE, MINE, MINE, MINE], OTHER, 'x', undefined)
  .map((personaId) => ({ personaId }));

const anyPersonaConfig = fc
  .tuple(anyPersona, anyConfig)
  .map(([persona, config]) => ({ ...persona, ...config }));

const furtherNames = fc.constantFrom(
  ...['clientLabel', 'environment', '__proto__', 'personaConfig.personaId', 'personaId'],
);
const anyKeys = fc.oneof(anyPersonaConfig, fc.dictionary(furtherNames, anyText));

/** What requests of tokens and invites have in common. */
const options = {
  clientLabel: anyText,
  sessionOptions: sparse({
    videoQuality: fc.constantFrom('HIGH', 'AUTO', 'x'),
    sessionReplay: fc.constant({ enableSessionReplay: true }),
    extra: anyKeys,
  }),
  extra: sparse({
    clientLabel: anyText,
    environment: fc.jsonValue(),
    personaConfig: anyKeys,
    sessionOptions: anyKeys,
    personaId: anyText,
  }),
};

/** Requests that differ from a valid one in some places, and others. */
const anyMint = fc.oneof(
  {
    arbitrary: fc
      .tuple(
        anyPersonaConfig,
        sparse({
          ...options,
          overrides: sparse({ systemPrompt: anyText, llmId: anyText }),
          verify: fc.boolean(),
        }),
      )
      .map(([personaConfig, further]) => ({ personaConfig, ...further })),
    weight: 4,
  },
  { arbitrary: nearInput(getType('CreateSessionTokenInput')), weight: 1 },
);

const MEETING = { meetingUrl: 'https://meet.example/1' };

const anyInvite = fc
  .tuple(
    fc.oneof(anyPersona, fc.record({ personaConfig: anyPersonaConfig })),
    sparse({ ...options, displayName: fc.constant('Guest') }),
  )
  .map(([persona, further]) => ({ ...MEETING, ...persona, ...further }));

interface Action {
  readonly document: string;
  readonly anyInput: fc.Arbitrary<unknown>;
  readonly valid: object;
}

const MINT: Action = {
  document: DOCUMENTS.CreateSessionToken ?? '',
  anyInput: anyMint,
  valid: { personaConfig: { personaId: MINE } },
};
const INVITE: Action = {
  document: `mutation ($input: CreateMeetingInviteInput!) { createMeetingInvite(input: $input) { __typename } }`,
  anyInput: anyInvite,
  valid: { ...MEETING, personaId: MINE },
};

const label = (pattern: string) => z.string().regex(new RegExp(`^${pattern}:[\\w-]{22}$`));

const config = (max: number, further = {}) =>
  z.strictObject({
    personaId: z.literal(MINE),
    maxSessionLengthSeconds: z.int().min(1).max(max),
    ...further,
  });

const languageCode = z.string().optional();

/** An example of the guide without limits, which are another test's. */
function readUnlimited(heading: Parameters<typeof parseExample>[0]): PolicyFile {
  const file = parseExample(heading);
  const roles = file.roles.map((role) =>
    typeof role.mint === 'object'
      ? { ...role, mint: { ...role.mint, limits: [], concurrent: undefined } }
      : role,
  );
  return { ...file, roles };
}

const WITH_PROMPT = createSimplePolicy({
  personas: [MINE],
  mint: {
    maxSessionLengthSeconds: 60,
    clientLabel: '{subject}:{mint}',
    allow: ['overrides.systemPrompt', 'extra.environment'],
  },
});

const CONSUMER = readUnlimited('Consumer app');
const B2B = readUnlimited('B2B product');

const OF_USER = { clientLabel: label('user:u-1'), personaConfig: config(600, { languageCode }) };
const OF_GUEST = { clientLabel: label('guest:g-1'), personaConfig: config(120) };
const OF_PRO = {
  clientLabel: label('auth0:acme:auth0%7C1'),
  personaConfig: config(3600, { languageCode, personaId: z.string() }),
  sessionOptions: z.strictObject({ videoQuality: z.string().optional() }).optional(),
};
const OF_INVITE = {
  ...OF_PRO,
  meetingUrl: z.literal(MEETING.meetingUrl),
  displayName: z.literal('Guest').optional(),
};
/** Also the saved persona, with another prompt. */
const WITH_OTHER_PROMPT = {
  clientLabel: label('ada'),
  environment: z.unknown().optional(),
  personaConfig: z.union([
    config(60),
    z.strictObject({
      maxSessionLengthSeconds: z.int().min(1).max(60),
      name: z.literal('Mine'),
      avatarId: z.literal('a1'),
      voiceId: z.literal('v1'),
      llmId: z.literal('CUSTOMER_CLIENT_V1'),
      systemPrompt: z.string(),
    }),
  ]),
};

/** What may leave for a role, written by hand. */
test.each<[string, PolicyFile, TokenClaims, Action, z.ZodRawShape]>([
  ['a mint of a user of the consumer app', CONSUMER, user(), MINT, OF_USER],
  ['a mint of a guest of the consumer app', CONSUMER, guest(), MINT, OF_GUEST],
  ['a mint of a member with a plan of the B2B product', B2B, pro(), MINT, OF_PRO],
  ['an invite of a member with a plan of the B2B product', B2B, pro(), INVITE, OF_INVITE],
  ['a mint of a role that may change it', WITH_PROMPT, claimsOf('ada'), MINT, WITH_OTHER_PROMPT],
])(
  'nothing of %s leaves with a value that the policy forbids',
  { timeout: TIME },
  async (_, file, claims, { document, anyInput, valid }, shape) => {
    const allowed = z.strictObject(shape);
    const api = await startPolicyApi(file);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        const { errors } = await api.runAs(claims, document, { input });
        const bodies = api.upstream.mints().slice(count);
        count = api.upstream.mints().length;
        expect(bodies).toHaveLength(errors ? 0 : 1);
        for (const body of bodies) expect(allowed.safeParse(body).error).toBeUndefined();
      }),
      // The property would hold if everything were refused.
      { numRuns: 5 * RUNS, examples: [[valid]] },
    );
    expect(count).toBeGreaterThan(0);
  },
);
