import fc from 'fast-check';
import { type GraphQLInputType, isInputType } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { nearInput, RUNS, TIME } from '../support/arbitraries.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  claimsOf,
  createSimplePolicy,
  guest,
  type PolicyApi,
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

/** Fields of a session configuration, of which a request has some. */
const anyConfig = fc.record(
  {
    personaId: fc.constantFrom(MINE, MINE, MINE, OTHER, 'x'),
    maxSessionLengthSeconds: anyLength,
    languageCode: anyText,
    systemPrompt: anyText,
    llmId: anyText,
    brainType: anyText,
    avatarModel: fc.constantFrom('CARA_2', 'CARA_3'),
    toolIds: fc.array(anyText, { maxLength: 2 }),
    enableAudioPassthrough: fc.boolean(),
    voiceGenerationOptions: fc.record({ speed: fc.constant(1) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const anyKeys = fc.oneof(
  anyConfig,
  fc.dictionary(
    fc.constantFrom('clientLabel', 'environment', '__proto__', 'personaConfig.personaId'),
    anyText,
  ),
);

/** Requests that differ from a valid one in some places: each part is there in one of several. */
const nearValid = fc
  .tuple(
    anyConfig,
    fc.record(
      {
        clientLabel: anyText,
        sessionOptions: fc.record(
          {
            videoQuality: fc.constantFrom('HIGH', 'AUTO', 'x'),
            sessionReplay: fc.constant({ enableSessionReplay: true }),
          },
          { requiredKeys: [] },
        ),
        overrides: fc.record({ systemPrompt: anyText, llmId: anyText }, { requiredKeys: [] }),
        verify: fc.boolean(),
        extra: fc.record(
          {
            clientLabel: anyText,
            environment: fc.jsonValue(),
            personaConfig: anyKeys,
            sessionOptions: anyKeys,
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    fc.subarray(['personaConfig', 'clientLabel', 'sessionOptions', 'overrides', 'verify', 'extra']),
    fc.subarray(['maxSessionLengthSeconds', 'languageCode', 'systemPrompt', 'llmId', 'toolIds']),
  )
  .map(([config, parts, kept, fields]) => {
    const chosen = Object.entries(config).filter(([name]) =>
      fields.some((field) => field === name),
    );
    return {
      ...Object.fromEntries(Object.entries(parts).filter(([name]) => kept.includes(name))),
      personaConfig: kept.includes('personaConfig')
        ? config
        : { personaId: MINE, ...Object.fromEntries(chosen) },
    };
  });

const anyInput = fc.oneof(
  { arbitrary: nearValid, weight: 4 },
  { arbitrary: nearInput(getType('CreateSessionTokenInput')), weight: 1 },
);

const label = (pattern: string) => z.string().regex(new RegExp(`^${pattern}:[\\w-]{22}$`));

const config = (max: number, further = {}) =>
  z.strictObject({
    personaId: z.literal(MINE),
    maxSessionLengthSeconds: z.int().min(1).max(max),
    ...further,
  });

const languageCode = z.string().optional();

/** What may leave for a role, written by hand. */
const ROLES: readonly [string, () => Promise<PolicyApi>, TokenClaims, z.ZodType][] = [
  [
    'a user of the consumer app',
    () => startPolicyApi(unlimited(parseExample('Consumer app'))),
    user(),
    z.strictObject({
      clientLabel: label('user:u-1'),
      personaConfig: config(600, { languageCode }),
    }),
  ],
  [
    'a guest of the consumer app',
    () => startPolicyApi(unlimited(parseExample('Consumer app'))),
    guest(),
    z.strictObject({ clientLabel: label('guest:g-1'), personaConfig: config(120) }),
  ],
  [
    'a member with a plan of the B2B product',
    () => startPolicyApi(unlimited(parseExample('B2B product'))),
    pro(),
    z.strictObject({
      clientLabel: label('auth0:acme:auth0%7C1'),
      personaConfig: config(3600, { languageCode, personaId: z.string() }),
      sessionOptions: z.strictObject({ videoQuality: z.string().optional() }).optional(),
    }),
  ],
  [
    'a role that may change the prompt',
    () =>
      startPolicyApi(
        createSimplePolicy({
          personas: [MINE],
          mint: {
            maxSessionLengthSeconds: 60,
            clientLabel: '{subject}:{mint}',
            allow: ['overrides.systemPrompt', 'extra.environment'],
          },
        }),
      ),
    claimsOf('ada'),
    z.strictObject({
      clientLabel: label('ada'),
      environment: z.unknown().optional(),
      personaConfig: z.union([
        config(60),
        // The saved persona, with another prompt.
        z.strictObject({
          maxSessionLengthSeconds: z.int().min(1).max(60),
          name: z.literal('Mine'),
          avatarId: z.literal('a1'),
          voiceId: z.literal('v1'),
          llmId: z.literal('CUSTOMER_CLIENT_V1'),
          systemPrompt: z.string(),
        }),
      ]),
    }),
  ],
];

/** Without limits, which are another test's. */
function unlimited(file: ReturnType<typeof parseExample>): ReturnType<typeof parseExample> {
  const roles = file.roles.map((role) =>
    typeof role.mint === 'object'
      ? { ...role, mint: { ...role.mint, limits: [], concurrent: undefined } }
      : role,
  );
  return { ...file, roles };
}

test.each(ROLES)(
  'no request of %s leaves with a value that the policy forbids',
  { timeout: TIME },
  async (_, start, claims, allowed) => {
    const api = await start();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        const { errors } = await api.runAs(claims, DOCUMENTS.CreateSessionToken ?? '', { input });
        const bodies = api.upstream.mints().slice(count);
        count = api.upstream.mints().length;
        expect(bodies).toHaveLength(errors ? 0 : 1);
        for (const body of bodies) expect(allowed.safeParse(body).error).toBeUndefined();
      }),
      // The property would hold if everything were refused.
      { numRuns: 5 * RUNS, examples: [[{ personaConfig: { personaId: MINE } }]] },
    );
    expect(count).toBeGreaterThan(0);
  },
);

const MEETING = { meetingUrl: 'https://meet.example/1' };

const INVITE = `mutation ($input: CreateMeetingInviteInput!) { createMeetingInvite(input: $input) { __typename } }`;

test('no invite to a meeting leaves with a value that the policy forbids', {
  timeout: TIME,
}, async () => {
  const api = await startPolicyApi(unlimited(parseExample('B2B product')));
  const anyPersona = fc.oneof(
    fc.constantFrom({ personaId: MINE }, { personaId: OTHER }),
    fc.record({ personaConfig: anyConfig }),
  );
  const furtherNames = fc.constantFrom('environment', 'personaId', 'personaConfig', 'clientLabel');
  const others = fc.record({
    clientLabel: anyText,
    sessionOptions: fc.record(
      {
        videoQuality: fc.constant('HIGH'),
        sessionReplay: fc.constant({ enableSessionReplay: true }),
      },
      { requiredKeys: [] },
    ),
    extra: fc.dictionary(furtherNames, fc.oneof(anyText, anyConfig), { maxKeys: 2 }),
    displayName: fc.constant('Guest'),
  });
  const anyInvite: fc.Arbitrary<object> = fc
    .tuple(
      anyPersona,
      others,
      fc.subarray(['clientLabel', 'sessionOptions', 'extra', 'displayName']),
    )
    .map(([persona, further, kept]) => ({
      ...MEETING,
      ...persona,
      ...Object.fromEntries(Object.entries(further).filter(([name]) => kept.includes(name))),
    }));
  await fc.assert(
    fc.asyncProperty(anyInvite, async (input) => {
      await api.runAs(pro(), INVITE, { input });
    }),
    { numRuns: 5 * RUNS, examples: [[{ ...MEETING, personaId: MINE }]] },
  );
  const allowed = z.strictObject({
    meetingUrl: z.literal(MEETING.meetingUrl),
    displayName: z.literal('Guest').optional(),
    clientLabel: label('auth0:acme:auth0%7C1'),
    sessionOptions: z.strictObject({ videoQuality: z.literal('high').optional() }).optional(),
    personaConfig: config(3600, { languageCode, personaId: z.string() }),
  });
  const mints = api.upstream.mints();
  expect(mints.length).toBeGreaterThan(0);
  for (const body of mints) expect(allowed.safeParse(body).error).toBeUndefined();
});
