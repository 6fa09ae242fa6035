import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openAccount, startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';
import { create } from './accounts.ts';
import { createClock, mintToken, readSession, startSession } from './sessions.ts';

const UNKNOWN = '3f0e9f7e-1111-4222-8333-444455556666';

const clock = createClock();
/** One service for all tests: each has its own account. */
const shared = await startAvatarService({ now: clock.now });

/** A rejection with this message. */
const rejected = (message: string) => ({ status: 401, body: { error: 'Unauthorized', message } });

describe('a session token', () => {
  test('starts a session, which is live until it is stopped', async () => {
    const service = await openAccount(shared);
    const personaId = await create(service, 'personas', { name: 'Ada' });
    const token = await mintToken(service, { personaId, languageCode: 'tr' });
    const { status, body } = await startSession(service, token);
    expect([status, body]).toStrictEqual([
      200,
      {
        sessionId: expect.any(String),
        engineHost: new URL(service.url).host,
        engineProtocol: 'http',
        signallingEndpoint: '/ws',
        clientConfig: {
          heartbeatIntervalSeconds: 5,
          maxWsReconnectionAttempts: 5,
          iceServers: [],
        },
      },
    ]);
    const read = async (path: string) => (await readSession(service, path)).body;
    const id = body.sessionId;
    const session = await read(`/${id}`);
    const keys = await service.store.keys.list();
    const key = keys.findLast(({ plan }) => plan === 'pro');
    expect(session).toMatchObject({
      personaId,
      clientLabel: 'test',
      clientMetadata: { client: 'js-sdk', version: '4.27.0' },
      personaConfig: { type: 'ephemeral', name: 'Ada', languageCode: 'tr' },
      endTime: null,
      organizationId: key?.account,
      apiKeyId: key?.id,
    });
    expect((await read(`?apiKeyId=${key?.id}`)).meta.total).toBe(1);
    expect((await read('/concurrency')).active).toBe(1);
    expect((await readSession(service, `/${id}/transcript`)).status).toBe(404);
    await service.send(`POST /v1/sessions/${id}/stop`);
    expect((await read('/concurrency')).active).toBe(0);
    expect((await read(`/${id}/transcript`)).messages).toStrictEqual([]);
    expect(await read(`/${id}/analytics`)).toMatchObject({
      exitStatus: 'NORMAL_EXIT',
      config: { languageCode: 'tr' },
      summary: null,
    });
    expect((await readSession(service, `/${id}/recording`)).status).toBe(404);
    // It opens nothing else.
    expect((await readSession(service, '', token)).status).toBe(401);
  });

  test.each([
    ['without a configuration of a language model', { name: 'Ada' }, 'turnkey'],
    ['with a client-side language model', { llmId: 'CUSTOMER_CLIENT_V1' }, 'custom_llm_client'],
  ])('for an inline persona %s starts a session', async (_, config, sessionType) => {
    const service = await openAccount(shared);
    const { body } = await startSession(service, await mintToken(service, config));
    await service.send(`POST /v1/sessions/${body.sessionId}/stop`);
    const read = async (path: string) => (await readSession(service, path)).body;
    expect((await read(`/${body.sessionId}`)).personaId).toBeNull();
    expect((await read(`/${body.sessionId}/analytics`)).sessionType).toBe(sessionType);
  });

  test('starts one session: again, it is 401, also when it has ended and by another process', async () => {
    const place = await tempPlace();
    const service = await startAvatarService({ place });
    const other = await startAvatarService({ place });
    const token = await mintToken(service);
    const used = rejected('The session token has already been used. Create a new one.');
    const starts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startSession(index % 2 ? service : other, token)),
    );
    const [first, ...rest] = starts.toSorted((a, b) => a.status - b.status);
    expect(first?.status).toBe(200);
    for (const answer of rest) expect(answer).toStrictEqual(used);
    await service.send(`POST /v1/sessions/${first?.body.sessionId}/stop`);
    expect(await startSession(other, token)).toStrictEqual(used);
    expect((await readSession(service, '')).body.meta.total).toBe(1);
  });

  test('that has expired is 401', async () => {
    const service = await openAccount(shared);
    const token = await mintToken(service);
    clock.add(3_599);
    const late = await mintToken(service);
    clock.add(1);
    const expired = rejected('The session token has expired. Create a new one.');
    expect(await startSession(service, token)).toStrictEqual(expired);
    expect((await startSession(service, late)).status).toBe(200);
  });

  test('of an API key that is revoked is 401', async () => {
    const { key, record } = await createKey(shared.store, { plan: 'pro', label: '' });
    const token = await mintToken(shared, undefined, key);
    await shared.store.keys.revoke(record.id, new Date().toISOString());
    expect(await startSession(shared, token)).toStrictEqual(
      rejected('The API key that created the session token is no longer valid.'),
    );
  });

  test('that is missing, legacy, an API key or of another signer is 401, before the body is read', async () => {
    const service = await openAccount(shared);
    const legacy = (await service.send('GET /v1/auth/session-token')).body.sessionToken;
    const [header, payload, signature] = (await mintToken(service)).split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const sign = (key: Buffer, more: object = {}) =>
      new SignJWT({ ...claims, sessionId: UNKNOWN, ...more })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key);
    const stored = await service.store.getOrCreateValue('signing-key', () => '');
    const key = Buffer.from(stored, 'base64url');
    const tokens = [
      null,
      legacy,
      service.keys.pro,
      'x',
      `${encode({ alg: 'none' })}.${payload}.`,
      `${header}.${encode({ ...claims, sessionId: UNKNOWN })}.${signature}`,
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
    expect((await readSession(service, '')).body.meta.total).toBe(0);
  });
});

describe('a session does not start', () => {
  test.each([
    ['Avatar', { avatarId: UNKNOWN }],
    ['Avatar', { avatarId: 'no id' }],
    ['Voice', { voiceId: UNKNOWN }],
    ['LLM', { llmId: UNKNOWN }],
    ['Tool', { toolIds: [UNKNOWN] }],
  ])('if its %s does not exist, and the token stays unused', async (noun, config) => {
    const token = await mintToken(shared, { name: 'Ada', ...config });
    const message = `${noun} with id ${Object.values(config)} does not exist.`;
    const refusal = { status: 404, body: { error: 'Not Found', message } };
    expect(await startSession(shared, token)).toMatchObject(refusal);
    expect(await startSession(shared, token)).toMatchObject(refusal);
  });

  test('if its persona was deleted after the token was created', async () => {
    const personaId = await create(shared, 'personas', { name: 'Ada' });
    const token = await mintToken(shared, { personaId });
    await shared.send(`DELETE /v1/personas/${personaId}`);
    expect(await startSession(shared, token)).toMatchObject({
      status: 404,
      body: { message: `Persona with id ${personaId} does not exist.` },
    });
  });

  test('with large or invalid metadata', async () => {
    const service = await openAccount(shared);
    const token = await mintToken(service);
    const bodies = [{ clientMetadata: { a: 'x'.repeat(5_000) } }, { clientMetadata: 'x' }, []];
    for (const body of bodies) expect((await startSession(service, token, body)).status).toBe(400);
    expect((await startSession(service, token, {})).status).toBe(200);
    expect((await service.ask('/v1/engine/session')).status).toBe(405);
  });
});
