import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import { backupStore, restoreStore } from '../../src/avatar-service/store/backup.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';
import { runProgram, sendTo, startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';

const FILE = 'avatar-service.sqlite';

async function run(folder: string, ...words: string[]) {
  const program = runProgram(words, { DATA_DIR: folder });
  return { code: await program.ended(), ...program.output() };
}

/** Creates a folder with an empty store. */
async function createStore() {
  const dataDir = await tempFolder();
  await (await openStore({ dataDir })).close();
  return dataDir;
}

/** Creates an API key in the store of a folder. */
async function addKey(dataDir: string) {
  const store = await openStore({ dataDir });
  const { key } = await createKey(store, { plan: 'pro', label: '' });
  await store.close();
  return key;
}

/** Starts the avatar service without the API over a folder, called with a key of its store. */
async function startService(folder: string, key?: string) {
  const { url, child, ended } = await startProgram({ DATA_DIR: folder }, ['service']);
  const usedKey = key ?? (await addKey(folder));
  const ask = (path: string, body?: object) =>
    sendTo({ url, key: usedKey }, body ? 'POST' : 'GET', `/v1/${path}`, body);
  const getAccount = async () => {
    const minted = await ask('auth/session-token', { personaConfig: { name: 'Ada' } });
    return decodeJwt((await minted.json()).sessionToken).accountId;
  };
  return { key: usedKey, ask, getAccount, child, ended };
}

test('a backup during writes contains every write acknowledged before', async () => {
  const [folder, elsewhere] = [await tempFolder(), await tempFolder()];
  const file = join(elsewhere, 'copy.sqlite');
  const first = await startService(folder);
  const avatar = await (await first.ask('avatars', createAvatarInit().body)).json();
  // Created with the first token, and kept.
  const account = await first.getAccount();
  const before: string[] = [];
  let isOver = false;
  const enough = Promise.withResolvers<void>();
  const writer = async () => {
    while (!isOver) {
      const { id } = await (await first.ask('personas', { name: 'busy' })).json();
      before.push(id);
      if (before.length === 50) enough.resolve();
    }
  };
  const writers = Promise.all([writer(), writer(), writer(), writer()]);
  await enough.promise;
  const acknowledged = [...before];
  expect(await run(folder, 'backup', file)).toStrictEqual({
    code: 0,
    stdout: `Backup written to ${file}.\n`,
    stderr: '',
  });
  isOver = true;
  await writers;
  expect(readdirSync(elsewhere)).toStrictEqual(['copy.sqlite']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

  const restored = join(elsewhere, 'restored');
  expect(await run(restored, 'restore', file)).toMatchObject({ code: 0, stderr: '' });
  const again = await startService(restored, first.key);
  for (const id of acknowledged) expect((await again.ask(`personas/${id}`)).status).toBe(200);
  const image = await again.ask(`avatars/${avatar.id}/image`);
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('png'));
  expect(await again.getAccount()).toBe(account);
});

test('a backup includes the encryption key of custom LLMs', async () => {
  const [folder, elsewhere] = [await tempFolder(), await tempFolder()];
  const file = join(elsewhere, 'copy.sqlite');
  const llm = { id: 'l', displayName: 'Mine' };
  const store = await openStore({ dataDir: folder });
  await store.llms.insert(llm, 'sk-1');
  await store.close();
  // Left by an interrupted backup, and readable by others.
  await writeFile(`${file}.key.partial`, '');
  expect(await backupStore(folder, file)).toStrictEqual([file, `${file}.key`]);
  if (process.platform !== 'win32') expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
  const readBack = async (target: string) => {
    await restoreStore(file, target);
    const restored = await openStore({ dataDir: target });
    expect(await restored.llms.find('l')).toStrictEqual(llm);
    return restored.llms.readSecret('l').finally(() => restored.close());
  };
  expect(await readBack(join(elsewhere, 'whole'))).toBe('sk-1');
  await rm(`${file}.key`);
  await expect(readBack(join(elsewhere, 'keyless'))).rejects.toThrow('is missing');
});

test.each<[string, (file: string) => Promise<void>, RegExp]>([
  ['does not exist', (file) => rm(file), /it does not exist\.$/],
  [
    'is not a database',
    (file) => writeFile(file, 'text '.repeat(200)),
    /file is not a database\.$/,
  ],
  ['is empty', (file) => writeFile(file, ''), /it does not contain a store\.$/],
  ['is truncated', (file) => truncate(file, 20_000), /it is damaged|malformed/],
])('no store is created from a backup that %s', async (_, damage, reason) => {
  const folder = await createStore();
  const file = join(folder, 'backup.sqlite');
  await backupStore(folder, file);
  await damage(file);
  const target = join(folder, 'new');
  const failure = await restoreStore(file, target).catch((error: Error) => error.message);
  expect(failure).toMatch(reason);
  expect(failure).toMatch(/^The backup \S+ cannot be restored: .*\.$/);
  expect(existsSync(join(target, FILE))).toBe(false);
});

test('a backup creates its folder, which only its owner can read, and is not restored over a store', async () => {
  const folder = await createStore();
  const backups = join(folder, 'backups', 'daily');
  const file = join(backups, 'copy.sqlite');
  await backupStore(folder, file);
  expect(readdirSync(backups)).toStrictEqual(['copy.sqlite']);
  if (process.platform !== 'win32') expect(statSync(backups).mode & 0o777).toBe(0o700);
  await expect(restoreStore(file, folder)).rejects.toThrow(
    `The backup ${file} cannot be restored: ${join(folder, FILE)} already exists; move it first.`,
  );
});

test('a backup fails without a store', async () => {
  const folder = await tempFolder();
  expect(await run(folder, 'backup', join(folder, 'copy.sqlite'))).toMatchObject({
    code: 1,
    stderr: `The store ${join(folder, FILE)} cannot be backed up: it does not exist.\n`,
  });
});

test('a backup overwrites no file', async () => {
  const folder = await createStore();
  const file = join(folder, 'other.txt');
  await writeFile(file, 'other content');
  await expect(backupStore(folder, file)).rejects.toThrow(
    `The store ${join(folder, FILE)} cannot be backed up: ${file} already exists.`,
  );
  expect(await readFile(file, 'utf8')).toBe('other content');
});
