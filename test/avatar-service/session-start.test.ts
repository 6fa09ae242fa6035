import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createKey, revokeKey } from '../../src/avatar-service/keys.ts';
import { personas } from '../../src/avatar-service/seed/seed-data.ts';
import {
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { createClock, mintToken, startSession } from './sessions.ts';

const UNKNOWN = '3f0e9f7e-1111-4222-8333-444455556666';
const personaId = personas[0]?.id;

const read = ({ ask }: RunningService, path: string, key?: string) =>
  readResponse(ask(`/v1/sessions${path}`, { ...(key && { key }) }));

const countActive = async (service: RunningService) =>
  (await read(service, '/concurrency')).body.active;

describe('a session token', () => {
  test('starts a session, which is live until it is stopped', async () => {
    const service = await startAvatarService({ seeded: true });
    const token = await mintToken(service, { personaId, languageCode: 'tr' });
    const { status, body } = await startSession(service, token);
    const { host } = new URL(service.url);
    expect([status, body]).toStrictEqual([
      200,
      {
        sessionId: expect.any(String),
        engineHost: host,
        engineProtocol: 'http',
        signallingEndpoint: '/ws',
        clientConfig: {
          heartbeatIntervalSeconds: 5,
          maxWsReconnectionAttempts: 5,
          iceServers: [],
        },
      },
    ]);
    const { body: session } = await read(service, `/${body.sessionId}`);
    expect(session).toMatchObject({
      personaId,
      clientLabel: 'test',
      clientMetadata: { client: 'js-sdk', version: '4.27.0' },
      personaConfig: { type: 'ephemeral', name: personas[0]?.name, languageCode: 'tr' },
      endTime: null,
      organizationId: 'default',
    });
    const keys = await service.store.keys.list();
    const keyId = keys.find(({ plan }) => plan === 'pro')?.id;
    expect(session.apiKeyId).toBe(keyId);
    expect((await read(service, `?apiKeyId=${keyId}`)).body.meta.total).toBe(1);
    expect(await countActive(service)).toBe(2);
    expect((await read(service, `/${body.sessionId}/transcript`)).status).toBe(404);
    await service.ask(`/v1/sessions/${body.sessionId}/stop`, { method: 'POST' });
    expect(await countActive(service)).toBe(1);
    expect((await read(service, `/${body.sessionId}/transcript`)).body.messages).toStrictEqual([]);
    expect((await read(service, `/${body.sessionId}/analytics`)).body).toMatchObject({
      exitStatus: 'NORMAL_EXIT',
      summary: { totalTurns: 0, interruptionRate: null },
    });
    expect((await read(service, `/${body.sessionId}/recording`)).status).toBe(404);
  });

  test('starts a session whose analytics have its language', async () => {
    const service = await startAvatarService({ seeded: true });
    const token = await mintToken(service, { personaId, languageCode: 'tr' });
    const { sessionId } = (await startSession(service, token)).body;
    await service.ask(`/v1/sessions/${sessionId}/stop`, { method: 'POST' });
    const { body } = await read(service, `/${sessionId}/analytics`);
    expect(body.config.languageCode).toBe('tr');
  });

  test.each([
    ['without a configuration of a language model', { name: 'Ada' }, 'turnkey'],
    ['with a client-side language model', { llmId: 'CUSTOMER_CLIENT_V1' }, 'custom_llm_client'],
  ])('for an inline persona %s starts a session', async (_, config, sessionType) => {
    const service = await startAvatarService();
    const { body } = await startSession(service, await mintToken(service, config));
    await service.ask(`/v1/sessions/${body.sessionId}/stop`, { method: 'POST' });
    expect((await read(service, `/${body.sessionId}`)).body.personaId).toBeNull();
    expect((await read(service, `/${body.sessionId}/analytics`)).body.sessionType).toBe(
      sessionType,
    );
  });

  test('starts one session: again, it is 401, also when it has ended and by another process', async () => {
    const place = await tempPlace();
    const service = await startAvatarService({ place });
    const other = await startAvatarService({ place });
    const token = await mintToken(service);
    const used = {
      status: 401,
      body: {
        error: 'Unauthorized',
        message: 'The session token has already been used. Create a new one.',
      },
    };
    const starts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startSession(index % 2 ? service : other, token)),
    );
    const [first, ...rest] = starts.toSorted((a, b) => a.status - b.status);
    expect(first?.status).toBe(200);
    for (const { status, body } of rest) expect({ status, body }).toStrictEqual(used);
    await service.ask(`/v1/sessions/${first?.body.sessionId}/stop`, { method: 'POST' });
    expect(await startSession(other, token)).toMatchObject(used);
    expect((await read(service, '')).body.meta.total).toBe(1);
  });

  test('that has expired is 401', async () => {
    const clock = createClock('2030-01-01T00:00:00.000Z');
    const service = await startAvatarService({ now: clock.now });
    const token = await mintToken(service);
    clock.add(3_599);
    const late = await mintToken(service);
    clock.add(1);
    expect(await startSession(service, token)).toMatchObject({
      status: 401,
      body: { message: 'The session token has expired. Create a new one.' },
    });
    expect((await startSession(service, late)).status).toBe(200);
  });

  test('of an API key that is revoked is 401', async () => {
    const service = await startAvatarService();
    const { key, record } = await createKey(service.store, { plan: 'pro', label: '' });
    const token = await mintToken(service, { name: 'Ada' }, key);
    await revokeKey(service.store, record.id);
    expect(await startSession(service, token)).toMatchObject({
      status: 401,
      body: { message: 'The API key that created the session token is no longer valid.' },
    });
  });

  test('that is missing, legacy, an API key or of another signer is 401, before the body is read', async () => {
    const service = await startAvatarService();
    const legacy = (await readResponse(service.ask('/v1/auth/session-token'))).body.sessionToken;
    const [header, payload, signature] = (await mintToken(service)).split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const sign = (key: Buffer, more: object = {}) =>
      new SignJWT({ ...claims, sessionId: UNKNOWN, ...more })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key);
    const key = Buffer.from(
      await service.store.getOrCreateValue('signing-key', () => ''),
      'base64url',
    );
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const tokens = [
      null,
      legacy,
      service.keys.pro,
      'x',
      `${none}.${payload}.`,
      `${header}.${Buffer.from(JSON.stringify({ ...claims, sessionId: UNKNOWN })).toString('base64url')}.${signature}`,
      await sign(Buffer.from('another key of at least thirty-two bytes')),
      await sign(key, { sessionId: '../x' }),
      await sign(key, { exp: undefined }),
      await sign(key, { type: 'other' }),
    ];
    for (const token of tokens) {
      const { status, body } = await startSession(service, token, '{ not JSON');
      expect([status, body.error]).toStrictEqual([401, 'Unauthorized']);
    }
    // Signed here, but of another account than the API key.
    for (const more of [{ accountId: 'other' }, { apiKeyId: 'other' }])
      expect((await startSession(service, await sign(key, more))).status).toBe(401);
    expect((await read(service, '')).body.meta.total).toBe(0);
  });

  test('does not open anything else', async () => {
    const service = await startAvatarService();
    const token = await mintToken(service);
    expect((await read(service, '', token)).status).toBe(401);
    expect((await service.ask('/v1/engine/session')).status).toBe(405);
  });
});

describe('a session does not start', () => {
  test.each([
    ['Avatar', { name: 'Ada', avatarId: UNKNOWN }],
    ['Avatar', { name: 'Ada', avatarId: 'no id' }],
    ['Voice', { name: 'Ada', voiceId: UNKNOWN }],
    ['LLM', { name: 'Ada', llmId: UNKNOWN }],
    ['Tool', { name: 'Ada', toolIds: [UNKNOWN] }],
  ])('if its %s does not exist, and the token stays unused', async (noun, config) => {
    const service = await startAvatarService();
    const token = await mintToken(service, config);
    const missing = Object.values(config).flat()[1];
    const refusal = {
      status: 404,
      body: { error: 'Not Found', message: `${noun} with id ${missing} does not exist.` },
    };
    expect(await startSession(service, token)).toMatchObject(refusal);
    expect(await startSession(service, token)).toMatchObject(refusal);
  });

  test('if its persona was deleted after the token was created', async () => {
    const service = await startAvatarService({ seeded: true });
    const token = await mintToken(service, { personaId });
    await service.ask(`/v1/personas/${personaId}`, { method: 'DELETE' });
    expect(await startSession(service, token)).toMatchObject({
      status: 404,
      body: { message: `Persona with id ${personaId} does not exist.` },
    });
  });

  test('with large or invalid metadata', async () => {
    const service = await startAvatarService();
    const token = await mintToken(service);
    const bodies = [{ clientMetadata: { a: 'x'.repeat(5_000) } }, { clientMetadata: 'x' }, []];
    for (const body of bodies) expect((await startSession(service, token, body)).status).toBe(400);
    expect((await startSession(service, token, {})).status).toBe(200);
  });
});
