import { expect, test } from 'vitest';
import { createKey, hashKey, listKeys, revokeKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';

test('a new key is accepted at once until it is revoked', async () => {
  const { store, ask } = await startAvatarService();
  const { key, record } = await createKey(store, { plan: 'free', label: 'kiosk' });
  expect((await ask('/v1/personas', { key })).status).toBe(200);
  expect(await revokeKey(store, record.id)).toBe(true);
  expect((await ask('/v1/personas', { key })).status).toBe(401);
  expect(await revokeKey(store, record.id)).toBe(false);
  expect(await revokeKey(store, 'no such key')).toBe(false);
});

test('a key is accepted until it expires', async () => {
  let now = new Date('2030-01-01T00:00:00.000Z');
  const { store, ask } = await startAvatarService({ now: () => now });
  const expiresAt = '2030-01-02T00:00:00.000Z';
  const { key } = await createKey(store, { plan: 'free', label: '', expiresAt });
  now = new Date('2030-01-01T23:59:59.999Z');
  expect((await ask('/v1/personas', { key })).status).toBe(200);
  now = new Date(expiresAt);
  expect((await ask('/v1/personas', { key })).status).toBe(401);
});

test('keys are listed without their values', async () => {
  const { store } = await startAvatarService();
  const before = await listKeys(store);
  const created = [
    await createKey(store, { plan: 'enterprise', label: 'one' }, new Date('2090-01-01')),
    await createKey(store, { plan: 'free', label: 'two' }, new Date('2090-01-02')),
  ];
  expect(created.map(({ key }) => key)).toStrictEqual([
    expect.stringMatching(/^ak_[\w-]{43}$/),
    expect.stringMatching(/^ak_[\w-]{43}$/),
  ]);
  const listed = await listKeys(store);
  expect(listed.slice(before.length)).toEqual(created.map(({ record }) => record));
  for (const { key } of created) {
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(JSON.stringify(listed)).not.toContain(hashKey(key));
  }
});

test('a running service accepts a key created by another process until it is revoked', async () => {
  const { place, ask } = await startAvatarService();
  const otherStore = await openStore(place);
  const { key, record } = await createKey(otherStore, { plan: 'free', label: '' });
  expect((await ask('/v1/personas', { key })).status).toBe(200);
  await revokeKey(otherStore, record.id);
  expect((await ask('/v1/personas', { key })).status).toBe(401);
  await otherStore.close();
});

test.each([
  ['free', 403],
  ['pro', 400],
  ['enterprise', 400],
] as const)(
  'creating an avatar with a key of the %s plan and an empty body is %i',
  async (plan, status) => {
    const { store, ask } = await startAvatarService();
    const { key } = await createKey(store, { plan, label: '' });
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await ask('/v1/avatars', { key, ...init })).status).toBe(status);
  },
);

test('the development key is not stored', async () => {
  const developmentKey = 'only-in-this-process';
  const { store, ask } = await startAvatarService({ developmentKey });
  const listed = await listKeys(store);
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await ask('/v1/avatars', { key: developmentKey, ...init })).status).toBe(400);
  expect((await ask('/v1/personas', { key: `${developmentKey}x` })).status).toBe(401);
  expect(await listKeys(store)).toStrictEqual(listed);
});
