import { expect, test } from 'vitest';
import { CreateSessionToken, SessionToken } from '../../src/contract/session-token.ts';
import { findIssuePaths } from './find-issue-paths.ts';
import { readFields } from './read-fields.ts';

/** The fields of "Session configuration" in the specification, except for personaId, which replaces some of them. */
const CONFIG = {
  name: 'Mara',
  avatarId: '071b0286-4cce-4808-bee2-e642f1062de3',
  avatarModel: 'cara-2',
  voiceId: 'de23e340-1416-4dd8-977d-065a7ca11697',
  llmId: 'SERVICE_LLAMA_v3_3_70B_V1',
  systemPrompt: 'You are Mara.',
  maxSessionLengthSeconds: 600,
  skipGreeting: false,
  languageCode: 'de',
  voiceDetectionOptions: {
    endOfSpeechSensitivity: 0.5,
    silenceBeforeSkipTurnSeconds: 5,
    silenceBeforeSessionEndSeconds: 60.5,
    silenceBeforeAutoEndTurnSeconds: 5,
    speechEnhancementLevel: 0.8,
  },
  voiceGenerationOptions: { stability: 0.5, similarityBoost: 0.75, speed: 1 },
};

/** Fields of the configuration that define an inline persona. */
const INLINE = [
  'name',
  'avatarId',
  'avatarModel',
  'voiceId',
  'llmId',
  'systemPrompt',
  'skipGreeting',
] as const;

/** Specification, "POST /v1/auth/session-token". */
const BODY = {
  clientLabel: 'kiosk',
  personaConfig: CONFIG,
  sessionOptions: { sessionReplay: { enableSessionReplay: false } },
};

const withConfig = (personaConfig: unknown) => ({ ...BODY, personaConfig });
const expectAccepted = (personaConfig: unknown) =>
  expect(CreateSessionToken.parse(withConfig(personaConfig))).toStrictEqual(
    withConfig(personaConfig),
  );
const findPaths = (personaConfig: unknown) =>
  findIssuePaths(CreateSessionToken, withConfig(personaConfig));

test('a body with every field of the tables is accepted unchanged', () => {
  expect(CreateSessionToken.parse(BODY)).toStrictEqual(BODY);
});

// @assumed "Which request fields are required: not shown".
test('only personaConfig is required', () => {
  expect(CreateSessionToken.parse({ personaConfig: CONFIG })).toStrictEqual({
    personaConfig: CONFIG,
  });
  const { personaConfig, ...rest } = BODY;
  expect(findIssuePaths(CreateSessionToken, rest)).toStrictEqual(['personaConfig']);
});

test('a personaId can be combined with the fields of the session', () => {
  expectAccepted({ personaId: 'p' });
  const entries = Object.entries(CONFIG).filter(
    ([field]) => !INLINE.some((name) => name === field),
  );
  expect(entries).toHaveLength(4);
  expectAccepted({ personaId: 'p', ...Object.fromEntries(entries) });
});

test.each(INLINE)('a %s alone is an inline persona', (field) => {
  expectAccepted({ [field]: CONFIG[field] });
});

test.each(INLINE)('a personaId with a %s is reported at that field', (field) => {
  expect(findPaths({ personaId: 'p', [field]: CONFIG[field] })).toStrictEqual([
    `personaConfig.${field}`,
  ]);
});

// @assumed The specification does not say that a configuration requires a persona.
test('a configuration without a persona is rejected', () => {
  expect(findPaths({})).toStrictEqual(['personaConfig.personaId']);
  expect(findPaths({ languageCode: 'de' })).toStrictEqual(['personaConfig.personaId']);
});

test.each(Object.keys(CONFIG))('a %s of the wrong type is reported at its path', (field) => {
  const values = typeof Object(CONFIG)[field] === 'number' ? ['600', {}] : [7, []];
  for (const value of values) {
    expect(findPaths({ ...CONFIG, [field]: value })).toStrictEqual([`personaConfig.${field}`]);
  }
  expect(findPaths({ ...CONFIG, [field]: null })).toStrictEqual([`personaConfig.${field}`]);
});

test.each(['voiceDetectionOptions', 'voiceGenerationOptions'] as const)(
  'the %s are optional numbers',
  (group) => {
    expectAccepted({ ...CONFIG, [group]: {} });
    for (const name of Object.keys(CONFIG[group])) {
      expect(findPaths({ ...CONFIG, [group]: { [name]: '0.5' } })).toStrictEqual([
        `personaConfig.${group}.${name}`,
      ]);
    }
  },
);

// @assumed "Numeric ranges of voice detection and voice generation options: not shown": none is enforced.
test('voice options have no limits', () => {
  expectAccepted({ ...CONFIG, voiceGenerationOptions: { speed: 99 } });
  expectAccepted({ ...CONFIG, voiceDetectionOptions: { silenceBeforeSkipTurnSeconds: 0 } });
});

// @assumed The length of a session is positive.
test.each([0, -1])('a session of %i seconds is rejected', (maxSessionLengthSeconds) => {
  expect(findPaths({ ...CONFIG, maxSessionLengthSeconds })).toStrictEqual([
    'personaConfig.maxSessionLengthSeconds',
  ]);
});

// @assumed Services have newer models than the specification, and know which.
test.each(['cara-2', 'cara-3', 'cara-4-latest'])('avatarModel can be %s', (avatarModel) => {
  expectAccepted({ ...CONFIG, avatarModel });
});

test.each([null, ''])('avatarModel cannot be %j', (avatarModel) => {
  expect(findPaths({ ...CONFIG, avatarModel })).toStrictEqual(['personaConfig.avatarModel']);
});

test('brainType alone is an inline persona, like llmId', () => {
  expectAccepted({ brainType: 'SERVICE_LLAMA_v3_3_70B_V1' });
});

// @assumed The specification says only that llmId replaces brainType.
test('llmId and brainType together are rejected', () => {
  expect(findPaths({ llmId: 'a', brainType: 'b' })).toStrictEqual(['personaConfig.brainType']);
});

test.each([
  ['clientLabel', 7, 'clientLabel'],
  ['personaConfig', 'p', 'personaConfig'],
  ['sessionOptions', [], 'sessionOptions'],
  ['sessionOptions', { sessionReplay: true }, 'sessionOptions.sessionReplay'],
  [
    'sessionOptions',
    { sessionReplay: { enableSessionReplay: 'no' } },
    'sessionOptions.sessionReplay.enableSessionReplay',
  ],
])('the %s %j is reported at %s', (field, value, path) => {
  expect(findIssuePaths(CreateSessionToken, { ...BODY, [field]: value })).toStrictEqual([path]);
});

// @assumed Services support new keys before the specification lists them.
test('unknown keys are accepted at every depth', () => {
  const newer = {
    personaConfig: { name: 'Mara', toolIds: ['t'], voiceGenerationOptions: { style: 1 } },
    sessionOptions: { videoQuality: 'high', sessionReplay: { days: 7 } },
    environment: {},
  };
  expect(CreateSessionToken.parse(newer)).toStrictEqual(newer);
});

test('other fields than the sessionToken of a response are kept in record', () => {
  const response = { sessionToken: 'a.b.c', region: 'eu' };
  expect(readFields(SessionToken.parse(response))).toStrictEqual({
    sessionToken: 'a.b.c',
    record: response,
  });
});

test.each([
  {},
  { sessionToken: null },
  { sessionToken: '' },
  { sessionToken: 7 },
  { token: 'a.b.c' },
  [],
  'a.b.c',
  null,
])('%j is not a response with a session token', (response) => {
  expect(SessionToken.safeParse(response).success).toBe(false);
});
