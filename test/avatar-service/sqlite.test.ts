import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createKey, hashKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { createSecretEncryption } from '../../src/avatar-service/store/secret-encryption.ts';
import { openSqlite } from '../../src/avatar-service/store/sqlite.ts';
import { createSqlStore } from '../../src/avatar-service/store/store.ts';
import { StoreError, StoreFailure } from '../../src/avatar-service/store/store-error.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { tempFolder } from '../support/resources.ts';

const FILE = 'avatar-service.sqlite';

test('a missing folder is created with its parents', async () => {
  const folder = join(await tempFolder(), 'a', 'b');
  const store = await openStore({ dataDir: folder });
  expect(await store.isAlive()).toBe(true);
  await store.close();
});

/** Returns the permissions of every file of a folder. */
const readModes = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, statSync(join(folder, name)).mode & 0o777]);

/** The files of an open store, which only their owner can read. */
const OWN_FILES = [FILE, `${FILE}-shm`, `${FILE}-wal`].map((name) => [name, 0o600]);

test.skipIf(process.platform === 'win32')(
  'only the owner can read a store, even in a folder that others can read',
  async () => {
    const folder = await tempFolder();
    await chmod(folder, 0o755);
    const store = await openStore({ dataDir: folder });
    expect(readModes(folder)).toStrictEqual(OWN_FILES);
    // The folder is not the program's own.
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    await store.close();
  },
);

test('the file of a store can be a symbolic link, whose target only the owner can read', async () => {
  const [folder, other] = [await tempFolder(), await tempFolder()];
  await (await openStore({ dataDir: other })).close();
  await symlink(join(other, FILE), join(folder, FILE));
  await chmod(join(other, FILE), 0o644);
  const store = await openStore({ dataDir: folder });
  expect(await store.isAlive()).toBe(true);
  expect(readdirSync(folder)).toStrictEqual([FILE]);
  if (process.platform !== 'win32') expect(readModes(other)).toStrictEqual(OWN_FILES);
  await store.close();
});

test.skipIf(process.platform === 'win32')(
  'a store that others can read is closed to them when it is opened',
  async () => {
    const [folder, crashed] = [await tempFolder(), await tempFolder()];
    const store = await openStore({ dataDir: folder });
    for (const name of readdirSync(folder)) {
      await copyFile(join(folder, name), join(crashed, name));
      await chmod(join(crashed, name), 0o664);
    }
    await store.close();
    const reopened = await openStore({ dataDir: crashed });
    expect(readModes(crashed)).toStrictEqual(OWN_FILES);
    await reopened.close();
  },
);

test.each<[string, string, (path: string) => Promise<unknown>]>([
  ['that is a file', '', (path) => writeFile(path, '')],
  ['that is a symbolic link to nothing', '', (path) => symlink(`${path}-nothing`, path)],
  ['whose store is a text file', FILE, (path) => writeFile(path, 'Not a database. '.repeat(100))],
  ['whose store is a folder', FILE, (path) => mkdir(path)],
  ['whose store is a link to nothing', FILE, (path) => symlink(`${path}-nothing`, path)],
])('a folder %s is rejected with an error that names the file', async (_, name, prepare) => {
  const folder = join(await tempFolder(), 'data');
  if (name) await mkdir(folder);
  await prepare(join(folder, name));
  const error = await openStore({ dataDir: folder }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain(join(folder, FILE));
  expect(String(error)).toMatch(/^StoreError: The store .+ cannot be opened: \S.+\.$/);
});

test('only the hash of a key is stored on disk', async () => {
  const folder = await tempFolder();
  const { store, keys } = await startAvatarService({ place: { dataDir: folder } });
  const { key } = await createKey(store, { plan: 'pro', label: 'findable' });
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const onDisk = (text: string) => files.some((bytes) => bytes.includes(text));
  for (const text of ['findable', hashKey(key), hashKey(keys.pro)]) expect(onDisk(text)).toBe(true);
  for (const text of [key, key.slice(3), keys.pro]) expect(onDisk(text)).toBe(false);
});

/** Locks the store until the returned function is called. */
async function lock(folder: string) {
  const db = new DatabaseSync(join(folder, 'avatar-service.sqlite'));
  onTestFinished(() => db.close());
  db.exec('begin immediate');
  return () => db.exec('commit');
}

/** Starts a service whose store is locked, for which it waits this long, and returns what unlocks it. */
async function startLocked(busyTimeout: number) {
  const folder = await tempFolder();
  const { db, dialect } = await openSqlite(folder, { busyTimeout });
  const store = createSqlStore(db, { ...dialect, secrets: createSecretEncryption({}) });
  const faults: unknown[] = [];
  const service = await startAvatarService({ store, onError: (fault) => faults.push(fault) });
  return { ...service, faults, unlock: await lock(folder) };
}

test('other requests are served while a write waits for a locked store', async () => {
  const { send, ask, unlock } = await startLocked(60_000);
  let isDone = false;
  const write = send('POST /v1/personas', { name: 'waits' }).finally(() => {
    isDone = true;
  });
  for (let count = 0; count < 20; count += 1) expect((await ask('/v1/nothing')).status).toBe(404);
  expect(isDone).toBe(false);
  unlock();
  expect((await write).status).toBe(201);
});

test('a store that stays locked by another process is a 503', async () => {
  const { send, faults, unlock } = await startLocked(100);
  const message = 'The store is locked by another process. Nothing was changed.';
  expect(await send('POST /v1/personas', { name: 'times out' })).toStrictEqual({
    status: 503,
    body: { error: 'Service Unavailable', message },
  });
  expect(faults).toStrictEqual([expect.any(StoreFailure)]);
  unlock();
  expect((await send('POST /v1/personas', { name: 'again' })).status).toBe(201);
});
