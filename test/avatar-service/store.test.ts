import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, openStore } from '../../src/avatar-service/store/database.ts';
import { resources } from '../../src/contract/api.ts';
import { tempPlace } from '../support/store-location.ts';

test('work done once is done once, and half of it not at all', async () => {
  const store = await openStore(await tempPlace());
  const add = (id: string) => store.once('work', (tables) => tables.tools.insert({ id }));
  const half = store.once('work', async (tables) => {
    await tables.tools.insert({ id: 'half' });
    throw new Error('power cut');
  });
  await expect(half).rejects.toThrow('power cut');
  expect(await store.tools.find('half')).toBeUndefined();
  await Promise.all([add('one'), add('two'), add('three')]);
  const found = await Promise.all(['one', 'two', 'three'].map((id) => store.tools.find(id)));
  expect(found.filter((tool) => tool !== undefined)).toHaveLength(1);
  await store.close();
});

test('a setting that many ask for at once is made once', async () => {
  const place = await tempPlace();
  const stores = [await openStore(place), await openStore(place)];
  let made = 0;
  const values = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const create = () => {
        made += 1;
        return `value ${made}`;
      };
      return stores[index % 2]?.setting('name', create);
    }),
  );
  expect(new Set(values).size).toBe(1);
  await Promise.all(stores.map((store) => store.close()));
});

test('a store that is closed is not alive', async () => {
  const store = await openStore(await tempPlace());
  await store.close();
  expect(await store.isAlive()).toBe(false);
});

test('a store that a newer version has changed is refused in a sentence', async () => {
  const place = await tempPlace();
  const { db } = await openDatabase(place);
  await sql`insert into kysely_migration values ('9999_later', '2030-01-01T00:00:00Z')`.execute(db);
  await db.destroy();
  await expect(openStore(place)).rejects.toThrow(
    /^The store .+ cannot be opened: it was migrated by a newer version \(9999_later\)\.$/,
  );
});

test('a store has a table for the records of every resource', async () => {
  const store = await openStore(await tempPlace());
  const totals = Object.values(resources).map(
    async ({ plural }) => (await store[plural].list({ offset: 0, limit: 1 })).total,
  );
  expect(new Set(await Promise.all(totals))).toStrictEqual(new Set([0]));
  await store.close();
});
