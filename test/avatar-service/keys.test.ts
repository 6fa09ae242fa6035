import { expect, test } from 'vitest';
import { createKey, hashKey, listKeys, revokeKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';

test('a new key opens the service at once, and a revoked one at once no longer', async () => {
  const { store, ask } = await startAvatarService();
  const { key, record } = await createKey(store, { plan: 'free', label: 'kiosk' });
  expect((await ask('/v1/personas', { key })).status).toBe(200);
  expect(await revokeKey(store, record.id)).toBe(true);
  expect((await ask('/v1/personas', { key })).status).toBe(401);
  expect(await revokeKey(store, record.id)).toBe(false);
  expect(await revokeKey(store, 'no such key')).toBe(false);
});

test('a key works until it expires, and not from then on', async () => {
  let now = new Date('2030-01-01T00:00:00.000Z');
  const { store, ask } = await startAvatarService({ now: () => now });
  const expiresAt = '2030-01-02T00:00:00.000Z';
  const { key } = await createKey(store, { plan: 'free', label: '', expiresAt });
  now = new Date('2030-01-01T23:59:59.999Z');
  expect((await ask('/v1/personas', { key })).status).toBe(200);
  now = new Date(expiresAt);
  expect((await ask('/v1/personas', { key })).status).toBe(401);
});

test('keys are long, told apart, and listed without themselves', async () => {
  const { store } = await startAvatarService();
  const before = await listKeys(store);
  const made = [
    await createKey(store, { plan: 'enterprise', label: 'one' }, new Date('2090-01-01')),
    await createKey(store, { plan: 'free', label: 'two' }, new Date('2090-01-02')),
  ];
  expect(made.map(({ key }) => key)).toStrictEqual([
    expect.stringMatching(/^ak_[\w-]{43}$/),
    expect.stringMatching(/^ak_[\w-]{43}$/),
  ]);
  const listed = await listKeys(store);
  expect(listed.slice(before.length)).toEqual(made.map(({ record }) => record));
  for (const { key } of made) {
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(JSON.stringify(listed)).not.toContain(hashKey(key));
  }
});

test('a key made and revoked beside a live service, in a store of its own, counts there', async () => {
  const { place, ask } = await startAvatarService();
  const beside = await openStore(place);
  const { key, record } = await createKey(beside, { plan: 'free', label: '' });
  expect((await ask('/v1/personas', { key })).status).toBe(200);
  await revokeKey(beside, record.id);
  expect((await ask('/v1/personas', { key })).status).toBe(401);
  await beside.close();
});

test.each([
  ['free', 403],
  ['pro', 400],
  ['enterprise', 400],
] as const)(
  'a key of the %s plan that asks for an avatar of nothing gets %i',
  async (plan, status) => {
    const { store, ask } = await startAvatarService();
    const { key } = await createKey(store, { plan, label: '' });
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await ask('/v1/avatars', { key, ...init })).status).toBe(status);
  },
);

test('the development key is of the enterprise plan, and in no store', async () => {
  const developmentKey = 'only-in-this-process';
  const { store, ask } = await startAvatarService({ developmentKey });
  const listed = await listKeys(store);
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await ask('/v1/avatars', { key: developmentKey, ...init })).status).toBe(400);
  expect((await ask('/v1/personas', { key: `${developmentKey}x` })).status).toBe(401);
  expect(await listKeys(store)).toStrictEqual(listed);
});
