import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import {
  createJsonInit,
  type RunningService,
  startAvatarService,
} from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { create } from './accounts.ts';

const mint = async ({ send }: RunningService, body: object): Promise<string> => {
  const answer = await send('POST /v1/auth/session-token', body);
  expect(answer).toStrictEqual({ status: 200, body: { sessionToken: expect.any(String) } });
  return answer.body.sessionToken;
};

/** Verifies a token with the key that the service keeps with its data. */
const verify = async ({ store }: RunningService, token: string, currentDate = new Date()) => {
  const key = await store.getOrCreateValue('signing-key', () => '');
  const { payload } = await jwtVerify(token, Buffer.from(key, 'base64url'), { currentDate });
  return payload;
};

test('a token for a persona is a signed JWT with the requested configuration', async () => {
  const now = new Date('2030-01-01T00:00:00.900Z');
  const service = await startAvatarService({ now: () => now });
  const personaId = await create(service, 'personas', { name: 'Ada' });
  const body = {
    clientLabel: 'kiosk 7',
    personaConfig: { personaId, languageCode: 'tr', newerKey: { deep: [null] } },
    sessionOptions: { sessionReplay: { enableSessionReplay: false, newerKey: 1 } },
  };
  const token = await mint(service, body);
  expect(decodeProtectedHeader(token)).toStrictEqual({ alg: 'HS256', typ: 'JWT' });
  const iat = Date.parse('2030-01-01T00:00:00.000Z') / 1000;
  expect(await verify(service, token, now)).toStrictEqual({
    ...body,
    type: 'stateful',
    accountId: 'default',
    apiKeyId: expect.any(String),
    sessionId: expect.any(String),
    iat,
    exp: iat + 3600,
  });
  const later = new Date((iat + 3600) * 1000);
  await expect(verify(service, token, later)).rejects.toThrow(errors.JWTExpired);
});

/** One service for all of these, because a token changes no record. */
const service = await startAvatarService();

test('tokens for an inline persona are ephemeral, each of its own session', async () => {
  const personaConfig = {
    name: 'Ada',
    avatarId: 'not looked up',
    maxSessionLengthSeconds: 0.5,
    skipGreeting: true,
    voiceDetectionOptions: { endOfSpeechSensitivity: 0.5, speechEnhancementLevel: 0 },
    voiceGenerationOptions: { stability: 1, similarityBoost: 0, speed: 1.25 },
  };
  const claims = await verify(service, await mint(service, { personaConfig }));
  expect(claims).toMatchObject({ type: 'ephemeral', personaConfig });
  expect(claims).not.toHaveProperty('clientLabel');
  expect(claims).not.toHaveProperty('sessionOptions');
  const other = await verify(service, await mint(service, { personaConfig }));
  expect(other.accountId).toBe(claims.accountId);
  expect(other.sessionId).not.toBe(claims.sessionId);
});

test('brainType is stored in the token as llmId', async () => {
  const token = await mint(service, { personaConfig: { name: 'Ada', brainType: 'OLD' } });
  expect((await verify(service, token)).personaConfig).toStrictEqual({ name: 'Ada', llmId: 'OLD' });
});

test('the signing key of a store survives a restart', async () => {
  const place = await tempPlace();
  const body = { personaConfig: { name: 'a' } };
  const token = await mint(await startAvatarService({ place }), body);
  const again = await startAvatarService({ place });
  const { accountId } = await verify(again, token);
  expect((await verify(again, await mint(again, body))).accountId).toBe(accountId);
  await mint(service, body);
  await expect(verify(service, token)).rejects.toThrow(errors.JWSSignatureVerificationFailed);
});

test('only the deprecated GET links to its successor', async () => {
  const response = await service.ask('/v1/auth/session-token');
  expect(response.status).toBe(200);
  expect(response.headers.get('link')).toBe('</v1/auth/session-token>; rel="successor-version"');
  const { sessionToken } = await response.json();
  expect(await verify(service, sessionToken)).toMatchObject({ type: 'legacy' });
  const body = { personaConfig: { name: 'a' } };
  const { headers } = await service.ask('/v1/auth/session-token', createJsonInit('POST', body));
  expect(headers.has('link')).toBe(false);
});

const replay = { sessionReplay: { enableSessionReplay: 1 } };

test.each<[string, object, object?]>([
  ['personaConfig.personaId', { personaId: 'nope' }],
  ['personaConfig.avatarModel', { name: 'a', avatarModel: null }],
  ['personaConfig.maxSessionLengthSeconds', { name: 'a', maxSessionLengthSeconds: 0 }],
  ['sessionOptions.sessionReplay.enableSessionReplay', { name: 'a' }, replay],
])('a token with an invalid %s is rejected', async (path, personaConfig, sessionOptions) => {
  const body = { personaConfig, sessionOptions };
  expect(await service.send('POST /v1/auth/session-token', body)).toMatchObject({
    status: 400,
    body: { details: [{ path: path.split('.') }] },
  });
});
