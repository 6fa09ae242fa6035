import assert from 'node:assert/strict';
import {
  type Answer,
  ask,
  at,
  type Check,
  given,
  grantedObject,
  hasStatus,
  refused,
  type Target,
} from './check.ts';

const POST = 'POST /v1/auth/session-token';
const section = POST;

const mint = (target: Target, personaConfig: unknown, rest: object = {}) =>
  ask(target, POST, { json: { personaConfig, ...rest } });

/** The session token of an answer. */
function tokenOf(answer: Answer): string {
  const token = at(grantedObject(answer), 'sessionToken');
  assert.ok(typeof token === 'string' && token !== '', 'There is no sessionToken.');
  return token;
}

/** A persona spelled out, as far as every service has one. */
const spelledOut = (target: Target) => ({
  name: 'Conformance',
  avatarId: given(target, 'avatarId'),
  ...(target.voiceId !== undefined && { voiceId: target.voiceId }),
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'You are being checked.',
});

const claimsOf = (token: string): unknown => {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};

/** A configuration that must be taken: the spelled-out persona with these fields besides, or instead. */
const takes = (
  id: string,
  heading: string,
  name: string,
  fields: object,
  rest?: object,
): Check => ({
  id: `session-token.${id}`,
  level: 'MUST',
  section: heading,
  name,
  run: async (target) => {
    tokenOf(await mint(target, { ...spelledOut(target), ...fields }, rest));
  },
});

const refuses = (id: string, name: string, body: (target: Target) => object): Check => ({
  id: `session-token.${id}`,
  level: 'ASSUMED',
  section,
  name,
  run: async (target) => hasStatus(refused(await ask(target, POST, { json: body(target) })), 400),
});

/** Specification, "Session configuration", "Session options", "Session token" and the endpoints of session tokens. */
export const sessionTokenChecks: readonly Check[] = [
  {
    id: 'session-token.persona-id',
    level: 'MUST',
    section,
    name: 'a personaId is answered with a sessionToken, which is not the API key',
    run: async (target) => {
      const token = tokenOf(await mint(target, { personaId: given(target, 'personaId') }));
      assert.notEqual(token, target.key, 'The session token is the API key.');
    },
  },
  takes('spelled-out', 'Session configuration', 'a persona may be spelled out', {}),
  {
    id: 'session-token.voice-id',
    level: 'MUST',
    section: 'Session configuration',
    name: 'voiceId names the voice',
    run: async (target) => {
      const voiceId = given(target, 'voiceId');
      tokenOf(await mint(target, { ...spelledOut(target), voiceId }));
    },
  },
  ...['cara-2', 'cara-3'].map((avatarModel) =>
    takes(
      `avatar-model.${avatarModel}`,
      'Session configuration',
      `avatarModel may be ${avatarModel}`,
      {
        avatarModel,
      },
    ),
  ),
  ...[
    '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
    'SERVICE_LLAMA_v3_3_70B_V1',
    'CUSTOMER_CLIENT_V1',
  ].map((llmId) => takes(`llm.${llmId}`, 'Built-in LLM ids', `llmId may be ${llmId}`, { llmId })),
  takes(
    'session-fields',
    'Session configuration',
    'maxSessionLengthSeconds, skipGreeting and languageCode are taken',
    { maxSessionLengthSeconds: 600, skipGreeting: true, languageCode: 'en' },
  ),
  takes('voice-detection', 'voiceDetectionOptions', 'each voice detection option is taken', {
    voiceDetectionOptions: {
      endOfSpeechSensitivity: 0.5,
      silenceBeforeSkipTurnSeconds: 5,
      silenceBeforeSessionEndSeconds: 60,
      silenceBeforeAutoEndTurnSeconds: 5,
      speechEnhancementLevel: 0.8,
    },
  }),
  takes('voice-generation', 'voiceGenerationOptions', 'each voice generation option is taken', {
    voiceGenerationOptions: { stability: 0.5, similarityBoost: 0.75, speed: 1 },
  }),
  takes(
    'session-options',
    'Session options',
    'clientLabel and sessionReplay.enableSessionReplay are taken',
    {},
    {
      clientLabel: 'conformance',
      sessionOptions: { sessionReplay: { enableSessionReplay: false } },
    },
  ),
  {
    id: 'session-token.legacy',
    level: 'MUST',
    section: 'GET /v1/auth/session-token (deprecated)',
    name: 'the deprecated GET is answered with a sessionToken, and takes no body',
    run: async (target) => {
      tokenOf(await ask(target, 'GET /v1/auth/session-token'));
    },
  },
  {
    id: 'session-token.brain-type',
    level: 'ASSUMED',
    section: 'Versioning',
    name: 'the deprecated name brainType is still taken for llmId',
    run: async (target) => {
      const { llmId: brainType, ...config } = spelledOut(target);
      tokenOf(await mint(target, { ...config, brainType }));
    },
  },
  {
    id: 'session-token.status',
    level: 'ASSUMED',
    section: 'Success codes',
    name: 'success is 200',
    run: async (target) => {
      hasStatus(await mint(target, { personaId: given(target, 'personaId') }), 200);
      hasStatus(await ask(target, 'GET /v1/auth/session-token'), 200);
    },
  },
  {
    id: 'session-token.jwt',
    level: 'ASSUMED',
    section: 'Session token',
    name: 'a session token is a JWT: stateful for a personaId, ephemeral for a spelled-out persona',
    run: async (target) => {
      const stateful = tokenOf(await mint(target, { personaId: given(target, 'personaId') }));
      assert.equal(String(at(claimsOf(stateful), 'type')).toLowerCase(), 'stateful');
      const ephemeral = tokenOf(await mint(target, spelledOut(target)));
      assert.equal(String(at(claimsOf(ephemeral), 'type')).toLowerCase(), 'ephemeral');
    },
  },
  refuses('no-config', 'a body without personaConfig is refused with 400', () => ({})),
  refuses('empty-config', 'a configuration without a persona is refused with 400', () => ({
    personaConfig: {},
  })),
  refuses('both', 'a personaId beside a spelled-out persona is refused with 400', (target) => ({
    personaConfig: { ...spelledOut(target), personaId: given(target, 'personaId') },
  })),
  refuses('avatar-model.unknown', 'an unknown avatarModel is refused with 400', (target) => ({
    personaConfig: { ...spelledOut(target), avatarModel: 'no-such-model' },
  })),
  refuses('wrong-type', 'a number that comes as text is refused with 400', (target) => ({
    personaConfig: { ...spelledOut(target), maxSessionLengthSeconds: 'long' },
  })),
  {
    id: 'session-token.unknown-persona',
    level: 'ASSUMED',
    section,
    name: 'the personaId of no persona is answered 404',
    run: async (target) => {
      const personaId = '00000000-0000-4000-8000-000000000000';
      hasStatus(await mint(target, { personaId }), 404);
    },
  },
];
