import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { resources } from '../../src/contract/api.ts';
import { tempPlace } from '../support/stores.ts';

test('once() runs its work once unless it fails', async () => {
  const store = await openStore(await tempPlace());
  const add = (id: string) => store.once('work', (tables) => tables.tools.insert({ id }));
  const failed = store.once('work', async (tables) => {
    await tables.tools.insert({ id: 'rolled-back' });
    throw new Error('power cut');
  });
  await expect(failed).rejects.toThrow('power cut');
  expect(await store.tools.find('rolled-back')).toBeUndefined();
  await Promise.all([add('one'), add('two'), add('three')]);
  const found = await Promise.all(['one', 'two', 'three'].map((id) => store.tools.find(id)));
  expect(found.filter((tool) => tool !== undefined)).toHaveLength(1);
  await store.close();
});

test('a setting that is requested concurrently is created once', async () => {
  const place = await tempPlace();
  const stores = [await openStore(place), await openStore(place)];
  let count = 0;
  const values = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const create = () => {
        count += 1;
        return `value ${count}`;
      };
      return stores[index % 2]?.getOrCreateValue('name', create);
    }),
  );
  expect(new Set(values).size).toBe(1);
  await Promise.all(stores.map((store) => store.close()));
});

test('a closed store is not alive', async () => {
  const store = await openStore(await tempPlace());
  await store.close();
  expect(await store.isAlive()).toBe(false);
});

test('a store has a table for the records of every resource', async () => {
  const store = await openStore(await tempPlace());
  const totals = Object.values(resources).map(
    async ({ collection }) => (await store[collection].list({ offset: 0, limit: 1 })).total,
  );
  expect(new Set(await Promise.all(totals))).toStrictEqual(new Set([0]));
  await store.close();
});
