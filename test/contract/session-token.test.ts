import { expect, test } from 'vitest';
import { CreateSessionToken, SessionToken } from '../../src/contract/session-token.ts';
import { violations } from './violations.ts';

/** Specification, "Session configuration", but for personaId, which stands instead of the persona's fields. */
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

/** Fields of the configuration that spell a persona out. */
const SPELLED_OUT = [
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
const taken = (personaConfig: unknown) =>
  expect(CreateSessionToken.parse(withConfig(personaConfig))).toStrictEqual(
    withConfig(personaConfig),
  );
const refusedAt = (personaConfig: unknown) =>
  violations(CreateSessionToken, withConfig(personaConfig));

test('a body of every field of the tables is taken as it is', () => {
  expect(CreateSessionToken.parse(BODY)).toStrictEqual(BODY);
});

// @assumed "Which request fields are required: not shown".
test('of the body, only personaConfig is required', () => {
  expect(CreateSessionToken.parse({ personaConfig: CONFIG })).toStrictEqual({
    personaConfig: CONFIG,
  });
  const { personaConfig, ...rest } = BODY;
  expect(violations(CreateSessionToken, rest)).toStrictEqual(['personaConfig']);
});

test('a personaId stands for the persona, beside what is of the session alone', () => {
  taken({ personaId: 'p' });
  const entries = Object.entries(CONFIG).filter(
    ([field]) => !SPELLED_OUT.some((name) => name === field),
  );
  expect(entries).toHaveLength(4);
  taken({ personaId: 'p', ...Object.fromEntries(entries) });
});

test.each(SPELLED_OUT)('a %s alone spells a persona out', (field) => {
  taken({ [field]: CONFIG[field] });
});

test.each(SPELLED_OUT)('a personaId with a %s beside it is refused at that field', (field) => {
  expect(refusedAt({ personaId: 'p', [field]: CONFIG[field] })).toStrictEqual([
    `personaConfig.${field}`,
  ]);
});

// @assumed The specification does not say that a configuration must say who the session is with.
test('a configuration without a persona is refused', () => {
  expect(refusedAt({})).toStrictEqual(['personaConfig.personaId']);
  expect(refusedAt({ languageCode: 'de' })).toStrictEqual(['personaConfig.personaId']);
});

test.each(Object.keys(CONFIG))('a %s of another type is refused by its path', (field) => {
  const wrong = typeof Object(CONFIG)[field] === 'number' ? ['600', {}] : [7, []];
  for (const value of wrong) {
    expect(refusedAt({ ...CONFIG, [field]: value })).toStrictEqual([`personaConfig.${field}`]);
  }
  expect(refusedAt({ ...CONFIG, [field]: null })).toStrictEqual([`personaConfig.${field}`]);
});

test.each(['voiceDetectionOptions', 'voiceGenerationOptions'] as const)(
  'each of the %s is a number, and none is required',
  (group) => {
    taken({ ...CONFIG, [group]: {} });
    for (const name of Object.keys(CONFIG[group])) {
      expect(refusedAt({ ...CONFIG, [group]: { [name]: '0.5' } })).toStrictEqual([
        `personaConfig.${group}.${name}`,
      ]);
    }
  },
);

// @assumed "Numeric ranges of voice detection and voice generation options: not shown": none is enforced.
test('voice options have no range of ours', () => {
  taken({ ...CONFIG, voiceGenerationOptions: { speed: 99 } });
  taken({ ...CONFIG, voiceDetectionOptions: { silenceBeforeSkipTurnSeconds: 0 } });
});

// @assumed A session lasts longer than no time at all.
test.each([0, -1])('a session of %i seconds is refused', (maxSessionLengthSeconds) => {
  expect(refusedAt({ ...CONFIG, maxSessionLengthSeconds })).toStrictEqual([
    'personaConfig.maxSessionLengthSeconds',
  ]);
});

test.each(['cara-2', 'cara-3'])('avatarModel may be %s', (avatarModel) => {
  taken({ ...CONFIG, avatarModel });
});

test('a session has no avatar model to clear: avatarModel may be neither null nor unknown', () => {
  expect(refusedAt({ ...CONFIG, avatarModel: null })).toStrictEqual(['personaConfig.avatarModel']);
  expect(refusedAt({ ...CONFIG, avatarModel: 'cara-9' })).toStrictEqual([
    'personaConfig.avatarModel',
  ]);
});

test('brainType spells a persona out as llmId does', () => {
  taken({ brainType: 'SERVICE_LLAMA_v3_3_70B_V1' });
});

// @assumed The specification says only that llmId replaces brainType.
test('llmId and brainType together are refused', () => {
  expect(refusedAt({ llmId: 'a', brainType: 'b' })).toStrictEqual(['personaConfig.brainType']);
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
])('a %s of %j is refused at %s', (field, value, path) => {
  expect(violations(CreateSessionToken, { ...BODY, [field]: value })).toStrictEqual([path]);
});

// @assumed Services learn new keys before the specification does; a caller who names one means it.
test('keys newer than the tables pass at every depth', () => {
  const newer = {
    personaConfig: { name: 'Mara', toolIds: ['t'], voiceGenerationOptions: { style: 1 } },
    sessionOptions: { videoQuality: 'high', sessionReplay: { days: 7 } },
    environment: {},
  };
  expect(CreateSessionToken.parse(newer)).toStrictEqual(newer);
});

test('the answer is an object with a sessionToken, and whatever else it holds is kept', () => {
  const answer = { sessionToken: 'a.b.c', region: 'eu' };
  expect(SessionToken.parse(answer)).toStrictEqual({ sessionToken: 'a.b.c', record: answer });
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
])('%j is no answer with a session token', (answer) => {
  expect(SessionToken.safeParse(answer).success).toBe(false);
});
