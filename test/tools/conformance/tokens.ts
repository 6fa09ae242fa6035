import assert from 'node:assert/strict';
import {
  type Answer,
  ask,
  assumed,
  at,
  type Check,
  expectDenied,
  expectObject,
  expectStatus,
  must,
  request,
  requireOption,
  type Sent,
  type Target,
} from './check.ts';
import { UNKNOWN } from './contract.ts';

const MINT = 'POST /v1/auth/session-token';

/** Expects success, and returns the session token. */
function readToken(answer: Answer): string {
  const token = at(expectObject(answer), 'sessionToken');
  assert.ok(typeof token === 'string' && token !== '', 'The response has no sessionToken.');
  return token;
}

/** Creates the configuration of an inline persona that every service accepts. */
export const createInlinePersona = (target: Target) => ({
  name: 'Conformance',
  avatarId: requireOption(target, 'avatarId'),
  ...(target.voiceId !== undefined && { voiceId: target.voiceId }),
  llmId: 'CUSTOMER_CLIENT_V1',
  systemPrompt: 'You are being checked.',
});

const byId = (target: Target) => ({ personaId: requireOption(target, 'personaId') });

const readType = (answer: Answer) => {
  const [, payload = ''] = readToken(answer).split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return String(at(claims, 'type')).toLowerCase();
};

/** Fields of an inline persona that are accepted, with the other fields of the body. */
const CONFIGS: readonly (readonly [id: string, name: string, fields: object, rest?: object])[] = [
  ['spelled-out', 'an inline persona is accepted', {}],
  ...['cara-2', 'cara-3'].map(
    (avatarModel) =>
      [
        `avatar-model.${avatarModel}`,
        `avatarModel can be ${avatarModel}`,
        { avatarModel },
      ] as const,
  ),
  ...['0934d97d-0c3a-4f33-91b0-5e136a0ef466', 'SERVICE_LLAMA_v3_3_70B_V1'].map(
    (llmId) => [`llm.${llmId}`, `llmId can be ${llmId}`, { llmId }] as const,
  ),
  [
    'session-fields',
    'maxSessionLengthSeconds, skipGreeting and languageCode are accepted',
    { maxSessionLengthSeconds: 600, skipGreeting: true, languageCode: 'en' },
  ],
  [
    'voice-detection',
    'every voice detection option is accepted',
    {
      voiceDetectionOptions: {
        endOfSpeechSensitivity: 0.5,
        silenceBeforeSkipTurnSeconds: 5,
        silenceBeforeSessionEndSeconds: 60,
        silenceBeforeAutoEndTurnSeconds: 5,
        speechEnhancementLevel: 0.8,
      },
    },
  ],
  [
    'voice-generation',
    'every voice generation option is accepted',
    { voiceGenerationOptions: { stability: 0.5, similarityBoost: 0.75, speed: 1 } },
  ],
  [
    'session-options',
    'clientLabel and sessionReplay.enableSessionReplay are accepted',
    {},
    {
      clientLabel: 'conformance',
      sessionOptions: { sessionReplay: { enableSessionReplay: false } },
    },
  ],
];

/** Bodies that are rejected with 400. */
const BAD_CONFIGS: readonly [id: string, name: string, body: (target: Target) => object][] = [
  ['no-config', 'a body without personaConfig is 400', () => ({})],
  ['empty-config', 'a configuration without a persona is 400', () => ({ personaConfig: {} })],
  [
    'both',
    'a personaId with an inline persona is 400',
    (target) => ({ personaConfig: { ...createInlinePersona(target), ...byId(target) } }),
  ],
  [
    'avatar-model.unknown',
    'an unknown avatarModel is 400',
    (target) => ({
      personaConfig: { ...createInlinePersona(target), avatarModel: 'no-such-model' },
    }),
  ],
  [
    'wrong-type',
    'text for a number is 400',
    (target) => ({
      personaConfig: { ...createInlinePersona(target), maxSessionLengthSeconds: 'long' },
    }),
  ],
];

/** Checks of "Session configuration", "Session options", "Session token" and their endpoints in the specification. */
export const sessionTokenChecks: readonly Check[] = [
  must('session-token.persona-id', 'a personaId returns a token, not the API key', async (target) =>
    assert.notEqual(
      readToken(await ask(target, MINT, { json: { personaConfig: byId(target) } })),
      target.key,
    ),
  ),
  ...CONFIGS.map(([id, text, fields, rest]) =>
    request(must, [`session-token.${id}`, text], MINT, readToken, (target) => ({
      json: { personaConfig: { ...createInlinePersona(target), ...fields }, ...rest },
    })),
  ),
  request(must, ['session-token.voice-id', 'voiceId is accepted'], MINT, readToken, (target) => ({
    json: {
      personaConfig: { ...createInlinePersona(target), voiceId: requireOption(target, 'voiceId') },
    },
  })),
  request(
    must,
    ['session-token.legacy', 'the deprecated GET returns a sessionToken'],
    'GET /v1/auth/session-token',
    readToken,
  ),
  request(
    assumed,
    ['session-token.brain-type', 'the deprecated brainType is accepted as llmId'],
    MINT,
    readToken,
    (target) => {
      const { llmId: brainType, ...config } = createInlinePersona(target);
      return { json: { personaConfig: { ...config, brainType } } };
    },
  ),
  ...(
    [
      ['stateful', byId],
      ['ephemeral', createInlinePersona],
    ] as const
  ).map(([type, create]) =>
    request(
      assumed,
      [`session-token.jwt.${type}`, `success is 200 with a JWT whose type is ${type}`],
      MINT,
      (answer) => {
        expectStatus(200)(answer);
        assert.equal(readType(answer), type);
      },
      (target) => ({ json: { personaConfig: create(target) } }),
    ),
  ),
  ...BAD_CONFIGS.map(([id, text, createBody]) =>
    request(assumed, [`session-token.${id}`, text], MINT, expectStatus(400), (target) => ({
      json: createBody(target),
    })),
  ),
  request(
    assumed,
    ['session-token.unknown-persona', 'an unknown personaId is 404'],
    MINT,
    expectStatus(404),
    () => ({ json: { personaConfig: { personaId: UNKNOWN } } }),
  ),
];

const returnsStatus = (id: string, name: string, line: string, status: number, sent?: Sent) =>
  request(assumed, [`errors.${id}`, name], line, expectStatus(status), () => sent ?? {});

const PERSONAS = 'POST /v1/personas';

/** Checks of authentication, of which the specification states only Bearer, and of errors, which it does not define. */
export const requestChecks: readonly Check[] = [
  request(
    must,
    ['authentication.bearer', 'a key is accepted as Authorization: Bearer <API_KEY>'],
    'GET /v1/personas',
    expectObject,
  ),
  request(
    must,
    ['authentication.unknown-key', 'an unknown key is denied'],
    'GET /v1/personas',
    expectDenied,
    () => ({ key: 'no-such-key' }),
  ),
  request(
    assumed,
    ['authentication.other-scheme', 'a key without the Bearer scheme is denied'],
    'GET /v1/personas',
    expectDenied,
    ({ key }) => ({ key: null, headers: { authorization: key } }),
  ),
  ...['personas', 'avatars/no-such-avatar', 'tools/no-such-tool'].map((path) =>
    request(
      assumed,
      [`authentication.status.${path}`, `a request of ${path} without a key is 401`],
      `GET /v1/${path}`,
      expectStatus(401),
      () => ({ key: null }),
    ),
  ),
  assumed('authentication.session-token', 'a session token is no key', async (target) => {
    const key = readToken(await ask(target, MINT, { json: { personaConfig: byId(target) } }));
    expectDenied(await ask(target, 'GET /v1/personas', { key }));
  }),
  returnsStatus('broken-json', 'invalid JSON is 400', PERSONAS, 400, { text: '{"name":' }),
  returnsStatus('media-type', 'an unsupported media type is 415', PERSONAS, 415, {
    text: '<persona/>',
    headers: { 'content-type': 'text/xml' },
  }),
  returnsStatus('path', 'an unknown path is 404', 'GET /v1/no-such-path', 404),
  request(
    assumed,
    ['errors.method', 'an unsupported method is 405, with the supported ones in Allow'],
    'DELETE /v1/personas',
    (answer) => {
      expectStatus(405)(answer);
      const allow = (answer.headers.get('allow') ?? '').split(/\s*,\s*/);
      assert.ok(allow.includes('GET') && allow.includes('POST'), `Allow is ${allow}.`);
    },
  ),
  assumed('errors.body', 'every error is JSON with error and message', async (target) => {
    for (const answer of [
      await ask(target, 'GET /v1/personas', { key: null }),
      await ask(target, 'GET /v1/no-such-path'),
      await ask(target, 'DELETE /v1/personas'),
      await ask(target, PERSONAS, { json: { name: 7 } }),
      await ask(target, `GET /v1/avatars/${UNKNOWN}`),
    ]) {
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      for (const field of ['error', 'message'])
        assert.equal(typeof at(answer.body, field), 'string');
    }
  }),
  request(
    assumed,
    ['errors.details', 'a 400 reports every issue with its path'],
    PERSONAS,
    ({ body }) => {
      const paths = [at(body, 'details') ?? []].flat().map((each) => String(at(each, 'path')));
      for (const path of ['name', 'skipGreeting']) assert.ok(paths.includes(path), `${paths}`);
    },
    () => ({ json: { name: 7, skipGreeting: 'no' } }),
  ),
];
