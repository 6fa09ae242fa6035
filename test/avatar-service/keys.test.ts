import { expect, test } from 'vitest';
import { createKey, hashKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';

/** One service for all tests, with a clock. */
let now = new Date('2030-01-01T00:00:00.000Z');
const developmentKey = 'only-in-this-process';
const { store, place, ask, send } = await startAvatarService({ now: () => now, developmentKey });

const getStatus = async (key: string) => (await ask('/v1/personas', { key })).status;

test.each(['this', 'another'])(
  'a key created by %s process is accepted at once until it is revoked',
  async (process) => {
    const own = process === 'this' ? store : await openStore(place);
    const { key, record } = await createKey(own, { plan: 'free', label: 'kiosk' });
    expect(await getStatus(key)).toBe(200);
    expect(await own.keys.revoke(record.id, new Date().toISOString())).toBe(true);
    expect(await getStatus(key)).toBe(401);
    expect(await own.keys.revoke(record.id, new Date().toISOString())).toBe(false);
    expect(await own.keys.revoke('no such key', new Date().toISOString())).toBe(false);
    if (own !== store) await own.close();
  },
);

test('a key is accepted until it expires', async () => {
  const expiresAt = new Date(now.getTime() + 1).toISOString();
  const { key } = await createKey(store, { plan: 'free', label: '', expiresAt });
  expect(await getStatus(key)).toBe(200);
  now = new Date(expiresAt);
  expect(await getStatus(key)).toBe(401);
});

test('keys are listed without their values', async () => {
  const before = await store.keys.list();
  const created = [
    await createKey(store, { plan: 'enterprise', label: 'one' }, new Date('2090-01-01')),
    await createKey(store, { plan: 'free', label: 'two' }, new Date('2090-01-02')),
  ];
  const listed = await store.keys.list();
  expect(listed.slice(before.length)).toEqual(created.map(({ record }) => record));
  for (const { key } of created) {
    expect(key).toMatch(/^ak_[\w-]{43}$/);
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(JSON.stringify(listed)).not.toContain(hashKey(key));
  }
});

test('the development key is not stored', async () => {
  const listed = await store.keys.list();
  expect((await send('POST /v1/avatars', {}, developmentKey)).status).toBe(400);
  expect(await getStatus(`${developmentKey}x`)).toBe(401);
  expect(await store.keys.list()).toStrictEqual(listed);
});
