import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { StoreError } from '../../src/avatar-service/store/error.ts';
import { openSqliteStore } from '../../src/avatar-service/store/sqlite.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FILE = 'avatar-service.sqlite';

const refusalOf = (folder: string) =>
  openSqliteStore(folder).then(
    () => expect.unreachable('It was opened.'),
    (error: unknown) => error,
  );

test('a folder that is not there is made, with all above it', async () => {
  const folder = join(await tempFolder(), 'a', 'b');
  const store = await openSqliteStore(folder);
  expect(await store.isAlive()).toBe(true);
  await store.close();
});

test.each<[string, (folder: string) => Promise<string>]>([
  [
    'is a file',
    async (folder) => {
      await writeFile(join(folder, 'file'), '');
      return join(folder, 'file');
    },
  ],
  [
    'has no store but a text of its name',
    async (folder) => {
      await writeFile(join(folder, FILE), 'This is no database. '.repeat(100));
      return folder;
    },
  ],
  [
    'has a folder of its name',
    async (folder) => {
      await mkdir(join(folder, FILE));
      return folder;
    },
  ],
  [
    'has a store of a later version',
    async (folder) => {
      await (await openSqliteStore(folder)).close();
      const db = new DatabaseSync(join(folder, FILE));
      db.exec(`insert into kysely_migration values ('9999_future', '2099-01-01T00:00:00.000Z')`);
      db.close();
      return folder;
    },
  ],
])('a folder that %s is refused in one sentence that names the file', async (_, prepare) => {
  const folder = await prepare(await tempFolder());
  const error = await refusalOf(folder);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain(join(folder, FILE));
  expect(String(error)).toMatch(/^StoreError: The store .+ cannot be opened: \S.+\.$/);
});

test('the store is kept in a write-ahead log, so that readers and a writer do not wait for each other', async () => {
  const folder = await tempFolder();
  const store = await openSqliteStore(folder);
  const db = new DatabaseSync(join(folder, FILE));
  expect(db.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  db.close();
  await store.close();
});

test('work done once is done once, and half of it not at all', async () => {
  const store = await openSqliteStore(await tempFolder());
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
  const folder = await tempFolder();
  const stores = [await openSqliteStore(folder), await openSqliteStore(folder)];
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
  const store = await openSqliteStore(await tempFolder());
  await store.close();
  expect(await store.isAlive()).toBe(false);
});
