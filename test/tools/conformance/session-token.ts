import assert from 'node:assert/strict';
import {
  type Answer,
  ask,
  assumed,
  at,
  type Check,
  expectObject,
  expectRejected,
  expectStatus,
  must,
  requireOption,
  type Target,
} from './check.ts';

const POST = 'POST /v1/auth/session-token';

const mint = (target: Target, personaConfig: unknown, rest: object = {}) =>
  ask(target, POST, { json: { personaConfig, ...rest } });

/** Expects success, and returns the session token. */
function readToken(answer: Answer): string {
  const token = at(expectObject(answer), 'sessionToken');
  assert.ok(typeof token === 'string' && token !== '', 'The response has no sessionToken.');
  return token;
}

/** Creates the configuration of an inline persona that every service accepts. */
const createInlinePersona = (target: Target) => ({
  name: 'Conformance',
  avatarId: requireOption(target, 'avatarId'),
  ...(target.voiceId !== undefined && { voiceId: target.voiceId }),
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'You are being checked.',
});

const decodeClaims = (token: string): unknown => {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};

/** Checks that an inline persona with these fields is accepted. */
const accepts = (id: string, name: string, fields: object, rest?: object): Check =>
  must(`session-token.${id}`, name, async (target) => {
    readToken(await mint(target, { ...createInlinePersona(target), ...fields }, rest));
  });

const rejects = (id: string, name: string, body: (target: Target) => object): Check =>
  assumed(`session-token.${id}`, name, async (target) =>
    expectStatus(expectRejected(await ask(target, POST, { json: body(target) })), 400),
  );

/** Checks of "Session configuration", "Session options", "Session token" and their endpoints in the specification. */
export const sessionTokenChecks: readonly Check[] = [
  must(
    'session-token.persona-id',
    'a personaId returns a sessionToken, which is not the API key',
    async (target) => {
      const token = readToken(
        await mint(target, { personaId: requireOption(target, 'personaId') }),
      );
      assert.notEqual(token, target.key, 'The session token is the API key.');
    },
  ),
  accepts('spelled-out', 'an inline persona is accepted', {}),
  must('session-token.voice-id', 'voiceId is accepted', async (target) => {
    const voiceId = requireOption(target, 'voiceId');
    readToken(await mint(target, { ...createInlinePersona(target), voiceId }));
  }),
  ...['cara-2', 'cara-3'].map((avatarModel) =>
    accepts(`avatar-model.${avatarModel}`, `avatarModel can be ${avatarModel}`, {
      avatarModel,
    }),
  ),
  ...[
    '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
    'SERVICE_LLAMA_v3_3_70B_V1',
    'CUSTOMER_CLIENT_V1',
  ].map((llmId) => accepts(`llm.${llmId}`, `llmId can be ${llmId}`, { llmId })),
  accepts('session-fields', 'maxSessionLengthSeconds, skipGreeting and languageCode are accepted', {
    maxSessionLengthSeconds: 600,
    skipGreeting: true,
    languageCode: 'en',
  }),
  accepts('voice-detection', 'every voice detection option is accepted', {
    voiceDetectionOptions: {
      endOfSpeechSensitivity: 0.5,
      silenceBeforeSkipTurnSeconds: 5,
      silenceBeforeSessionEndSeconds: 60,
      silenceBeforeAutoEndTurnSeconds: 5,
      speechEnhancementLevel: 0.8,
    },
  }),
  accepts('voice-generation', 'every voice generation option is accepted', {
    voiceGenerationOptions: { stability: 0.5, similarityBoost: 0.75, speed: 1 },
  }),
  accepts(
    'session-options',
    'clientLabel and sessionReplay.enableSessionReplay are accepted',
    {},
    {
      clientLabel: 'conformance',
      sessionOptions: { sessionReplay: { enableSessionReplay: false } },
    },
  ),
  must('session-token.legacy', 'the deprecated GET returns a sessionToken', async (target) => {
    readToken(await ask(target, 'GET /v1/auth/session-token'));
  }),
  assumed(
    'session-token.brain-type',
    'the deprecated brainType is accepted as llmId',
    async (target) => {
      const { llmId: brainType, ...config } = createInlinePersona(target);
      readToken(await mint(target, { ...config, brainType }));
    },
  ),
  assumed('session-token.status', 'success is 200', async (target) => {
    expectStatus(await mint(target, { personaId: requireOption(target, 'personaId') }), 200);
    expectStatus(await ask(target, 'GET /v1/auth/session-token'), 200);
  }),
  assumed(
    'session-token.jwt',
    'a session token is a JWT: stateful for a personaId, ephemeral for an inline persona',
    async (target) => {
      const stateful = readToken(
        await mint(target, { personaId: requireOption(target, 'personaId') }),
      );
      assert.equal(String(at(decodeClaims(stateful), 'type')).toLowerCase(), 'stateful');
      const ephemeral = readToken(await mint(target, createInlinePersona(target)));
      assert.equal(String(at(decodeClaims(ephemeral), 'type')).toLowerCase(), 'ephemeral');
    },
  ),
  rejects('no-config', 'a body without personaConfig is 400', () => ({})),
  rejects('empty-config', 'a configuration without a persona is 400', () => ({
    personaConfig: {},
  })),
  rejects('both', 'a personaId with an inline persona is 400', (target) => ({
    personaConfig: {
      ...createInlinePersona(target),
      personaId: requireOption(target, 'personaId'),
    },
  })),
  rejects('avatar-model.unknown', 'an unknown avatarModel is 400', (target) => ({
    personaConfig: { ...createInlinePersona(target), avatarModel: 'no-such-model' },
  })),
  rejects('wrong-type', 'text for a number is 400', (target) => ({
    personaConfig: { ...createInlinePersona(target), maxSessionLengthSeconds: 'long' },
  })),
  assumed('session-token.unknown-persona', 'an unknown personaId is 404', async (target) => {
    const personaId = '00000000-0000-4000-8000-000000000000';
    expectStatus(await mint(target, { personaId }), 404);
  }),
];
