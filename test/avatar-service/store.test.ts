import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { onFinished } from '../support/resources.ts';
import { tempPlace } from '../support/stores.ts';

/** One store for all tests, each with names of its own. */
const place = await tempPlace();
const store = await openStore(place);
onFinished(() => store.close());

test('once() runs its work once unless it fails', async () => {
  const add = (id: string) =>
    store.once('work', async (tables) => void (await tables.tools.insert({ id })));
  const failed = store.once('work', async (tables) => {
    await tables.tools.insert({ id: 'rolled-back' });
    throw new Error('power cut');
  });
  await expect(failed).rejects.toThrow('power cut');
  expect(await store.tools.find('rolled-back')).toBeUndefined();
  await Promise.all([add('one'), add('two'), add('three')]);
  const found = await Promise.all(['one', 'two', 'three'].map((id) => store.tools.find(id)));
  expect(found.filter((tool) => tool !== undefined)).toHaveLength(1);
});

test('a setting that is requested concurrently is created once', async () => {
  const other = await openStore(place);
  let count = 0;
  const create = () => {
    count += 1;
    return `value ${count}`;
  };
  const values = Array.from({ length: 10 }, (_, index) =>
    (index % 2 ? store : other).getOrCreateValue('name', create),
  );
  expect(new Set(await Promise.all(values)).size).toBe(1);
  await other.close();
  expect([await other.isAlive(), await store.isAlive()]).toStrictEqual([false, true]);
});
