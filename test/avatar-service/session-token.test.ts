import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';

const personaId = personas[0]?.id;

const mint = async ({ askJson }: RunningService, body: object): Promise<string> => {
  const response = await askJson('POST', '/v1/auth/session-token', body);
  expect(response.status).toBe(200);
  const answer = await response.json();
  expect(Object.keys(answer)).toStrictEqual(['sessionToken']);
  return answer.sessionToken;
};

/** Verifies a token with the key that the service keeps with its data. */
const verify = async ({ store }: RunningService, token: string, currentDate = new Date()) => {
  const key = await store.getOrCreateValue('signing-key', () => '');
  const { payload } = await jwtVerify(token, Buffer.from(key, 'base64url'), { currentDate });
  return payload;
};

test('a token for a persona is a signed JWT with the requested configuration', async () => {
  const now = new Date('2030-01-01T00:00:00.900Z');
  const service = await startAvatarService({ seeded: true, now: () => now });
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

test('a token for an inline persona is ephemeral', async () => {
  const personaConfig = {
    name: 'Ada',
    avatarId: 'not looked up',
    avatarModel: 'cara-2',
    voiceId: 'v',
    llmId: 'CUSTOMER_CLIENT_V1',
    systemPrompt: 's',
    maxSessionLengthSeconds: 0.5,
    skipGreeting: true,
    languageCode: 'en',
    voiceDetectionOptions: {
      endOfSpeechSensitivity: 0.5,
      silenceBeforeSkipTurnSeconds: 1,
      silenceBeforeSessionEndSeconds: 2,
      silenceBeforeAutoEndTurnSeconds: 3,
      speechEnhancementLevel: 0,
    },
    voiceGenerationOptions: { stability: 1, similarityBoost: 0, speed: 1.25 },
  };
  const claims = await verify(service, await mint(service, { personaConfig }));
  expect(claims).toMatchObject({ type: 'ephemeral', personaConfig });
  expect(claims).not.toHaveProperty('clientLabel');
  expect(claims).not.toHaveProperty('sessionOptions');
});

test('brainType is stored in the token as llmId', async () => {
  const token = await mint(service, { personaConfig: { name: 'Ada', brainType: 'OLD' } });
  expect((await verify(service, token)).personaConfig).toStrictEqual({ name: 'Ada', llmId: 'OLD' });
});

test('two tokens of one account have different sessions', async () => {
  const one = await verify(service, await mint(service, { personaConfig: { name: 'a' } }));
  const two = await verify(service, await mint(service, { personaConfig: { name: 'a' } }));
  expect(two.accountId).toBe(one.accountId);
  expect(two.sessionId).not.toBe(one.sessionId);
});

test('the signing key of a store survives a restart', async () => {
  const place = await tempPlace();
  const first = await startAvatarService({ place });
  const token = await mint(first, { personaConfig: { name: 'a' } });
  const again = await startAvatarService({ place });
  const { accountId } = await verify(again, token);
  const next = await verify(again, await mint(again, { personaConfig: { name: 'a' } }));
  expect(next.accountId).toBe(accountId);
  const other = await startAvatarService();
  await mint(other, { personaConfig: { name: 'a' } });
  await expect(verify(other, token)).rejects.toThrow(errors.JWSSignatureVerificationFailed);
});

test('the first concurrent tokens of a new store have the same signing key and account', async () => {
  const service = await startAvatarService();
  const tokens = await Promise.all(
    Array.from({ length: 10 }, () => mint(service, { personaConfig: { name: 'a' } })),
  );
  const claims = await Promise.all(tokens.map((token) => verify(service, token)));
  expect(new Set(claims.map(({ accountId }) => accountId)).size).toBe(1);
});

test('the deprecated GET links to its successor', async () => {
  const response = await service.ask('/v1/auth/session-token');
  expect(response.status).toBe(200);
  expect(response.headers.get('link')).toBe('</v1/auth/session-token>; rel="successor-version"');
  const { sessionToken } = await response.json();
  expect(await verify(service, sessionToken)).toMatchObject({ type: 'legacy' });
});

test('the POST sends no link header', async () => {
  const body = { personaConfig: { name: 'a' } };
  const response = await service.askJson('POST', '/v1/auth/session-token', body);
  expect(response.headers.has('link')).toBe(false);
});

/** One service for all of these, because a rejected request changes nothing. */
const rejecting = await startAvatarService({ seeded: true });

test.each([
  [{ personaConfig: { personaId: 'nope' } }, 400, ['personaConfig', 'personaId']],
  [{ personaConfig: {} }, 400, ['personaConfig', 'personaId']],
  [{ personaConfig: { personaId, systemPrompt: 's' } }, 400, ['personaConfig', 'systemPrompt']],
  [{ personaConfig: { llmId: 'a', brainType: 'b' } }, 400, ['personaConfig', 'brainType']],
  [{ personaConfig: { name: 'a', avatarModel: null } }, 400, ['personaConfig', 'avatarModel']],
  [
    { personaConfig: { name: 'a', maxSessionLengthSeconds: -1 } },
    400,
    ['personaConfig', 'maxSessionLengthSeconds'],
  ],
  [
    { personaConfig: { name: 'a' }, sessionOptions: { sessionReplay: { enableSessionReplay: 1 } } },
    400,
    ['sessionOptions', 'sessionReplay', 'enableSessionReplay'],
  ],
])('a token for %j is rejected with %i and reported at its path', async (body, status, path) => {
  const response = await rejecting.askJson('POST', '/v1/auth/session-token', body);
  expect([response.status, await response.json()]).toMatchObject([status, { details: [{ path }] }]);
});

test('a token for an unknown persona is 404', async () => {
  const unknown = '3f0e9f7e-1111-4222-8333-444455556666';
  const response = await rejecting.askJson('POST', '/v1/auth/session-token', {
    personaConfig: { personaId: unknown },
  });
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { message: expect.stringContaining(unknown) },
  ]);
});
