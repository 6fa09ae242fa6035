import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { appendFile, cp, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createKey } from '../../src/avatar-service/keys.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { runCommand } from '../support/command.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';
import { runProgram, sendTo, startProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';

const FILE = 'avatar-service.sqlite';

/** Creates a folder with a passphrase file, and functions that export and import. */
async function createFolder() {
  const folder = await tempFolder();
  const passphrase = join(folder, 'passphrase');
  await writeFile(passphrase, 'correct horse battery staple\n');
  const option = ['--passphrase-file', passphrase];
  const file = join(folder, 'store.export');
  return {
    folder,
    file,
    passphrase,
    option,
    exportFrom: (dataDir: string) => runCommand(['export', file, ...option], { DATA_DIR: dataDir }),
    importInto: (dataDir: string, ...more: string[]) =>
      runCommand(['import', file, ...option, ...more], { DATA_DIR: dataDir }),
  };
}

/** Creates a folder with a store that has a persona and the API key of a custom LLM. */
async function createStore() {
  const dataDir = await tempFolder();
  const store = await openStore({ dataDir });
  await store.personas.insert({ id: 'p', name: 'Ada' });
  await store.tools.insert({ id: 't', config: { headers: { 'x-key': 'header-secret' } } });
  await store.llms.insert({ id: 'l', displayName: 'Mine' }, 'sk-of-the-llm');
  const signingKey = await store.getOrCreateValue('signing-key', () => 'signing-secret');
  await store.close();
  return { dataDir, signingKey };
}

/** Starts the avatar service without the API over a folder, called with a key of its store. */
async function startService(folder: string, key?: string) {
  const { url } = await startProgram({ DATA_DIR: folder }, ['service']);
  const create = async () => {
    const store = await openStore({ dataDir: folder });
    const created = await createKey(store, { plan: 'pro', label: '' });
    return created.key;
  };
  const usedKey = key ?? (await create());
  const ask = (path: string, body?: object) =>
    sendTo({ url, key: usedKey }, body ? 'POST' : 'GET', `/v1/${path}`, body);
  const getAccount = async () => {
    const minted = await ask('auth/session-token', { personaConfig: { name: 'Ada' } });
    return decodeJwt((await minted.json()).sessionToken).accountId;
  };
  return { key: usedKey, ask, getAccount };
}

test('an export during writes contains every write acknowledged before', async () => {
  const { folder, file, option } = await createFolder();
  const source = await tempFolder();
  const first = await startService(source);
  const avatar = await (await first.ask('avatars', createAvatarInit().body)).json();
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
  const program = runProgram(['export', file, ...option], { DATA_DIR: source });
  expect(await program.ended()).toBe(0);
  isOver = true;
  await writers;
  expect(program.output().stdout).toMatch(/^Exported \d+ rows of \S+ to \S+store\.export\.\n$/);
  expect(readdirSync(folder).sort()).toStrictEqual(['passphrase', 'store.export']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

  const target = join(folder, 'imported');
  const imported = await runCommand(['import', file, ...option], { DATA_DIR: target });
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  const again = await startService(target, first.key);
  for (const id of acknowledged) expect((await again.ask(`personas/${id}`)).status).toBe(200);
  const image = await again.ask(`avatars/${avatar.id}/image`);
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('png'));
  expect(await again.getAccount()).toBe(account);
});

test('an export is encrypted, and a new store has them with a key of its own', async () => {
  const { dataDir, signingKey } = await createStore();
  const { folder, file, exportFrom, importInto } = await createFolder();
  expect(await exportFrom(dataDir)).toMatchObject({ code: 0, stderr: '' });
  const text = readFileSync(file, 'latin1');
  for (const secret of [signingKey, 'header-secret', 'sk-of-the-llm', 'Ada'])
    expect(text).not.toContain(secret);
  const target = join(folder, 'imported');
  expect(await importInto(target)).toMatchObject({ code: 0, stderr: '' });
  const store = await openStore({ dataDir: target });
  expect(await store.llms.readSecret('l')).toBe('sk-of-the-llm');
  expect(await store.getOrCreateValue('signing-key', () => 'another')).toBe(signingKey);
  await store.close();
  const keys = [dataDir, target].map((path) => readFileSync(join(path, 'avatar-service.key')));
  expect(keys[0]).not.toStrictEqual(keys[1]);
});

/** Changes the byte at a position of a file. */
const changeByte = (at: (size: number) => number) => async (file: string) => {
  const bytes = readFileSync(file);
  const position = at(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
  await writeFile(file, bytes);
};

/** Changes the first line of a file. */
const changeHeader = (find: RegExp, by: string) => async (file: string) => {
  const text = readFileSync(file, 'latin1');
  expect(text).toMatch(find);
  await writeFile(file, text.replace(find, by), 'latin1');
};

const DAMAGED = 'it is incomplete or damaged';

/** An export of a store, of which each test changes a copy: a key of a passphrase takes long to derive. */
const exported = await createStore();
const original = await createFolder();
await original.exportFrom(exported.dataDir);

test.each<[string, (file: string, passphrase: string) => Promise<void>, string]>([
  ['does not exist', (file) => rm(file), 'it does not exist'],
  ['is empty', (file) => writeFile(file, ''), 'it is not an export'],
  ['is of another kind', (file) => writeFile(file, 'text\n'), 'it is not an export, or it is'],
  ['has only its first line', changeHeader(/\n.*/s, '\n'), DAMAGED],
  ['lacks its last byte', (file) => truncate(file, statSync(file).size - 1), DAMAGED],
  ['has a changed row', changeByte((size) => Math.floor(size / 2)), DAMAGED],
  ['has a changed last byte', changeByte((size) => size - 1), DAMAGED],
  ['goes on after its end', (file) => appendFile(file, 'more'), DAMAGED],
  ['has another first line', changeHeader(/\{/, '{ '), DAMAGED],
  ['is of another version', changeHeader(/"0001_\w+"/, '"0009_later"'), 'version (0009_later)'],
  [
    'has another passphrase',
    (_, passphrase) => writeFile(passphrase, 'another long passphrase'),
    'the passphrase is wrong',
  ],
])('a store is not replaced by an export that %s', async (_, change, reason) => {
  const { dataDir } = exported;
  const { file, passphrase, importInto } = await createFolder();
  await cp(original.file, file);
  await change(file, passphrase);
  const { code, stderr } = await importInto(dataDir, '--replace');
  expect([code, stderr]).toStrictEqual([1, expect.stringContaining(reason)]);
  expect(stderr).toMatch(/^The export \S+ cannot be imported: .*\. Nothing was changed\.\n$/);
  const store = await openStore({ dataDir });
  expect(await store.personas.find('p')).toMatchObject({ name: 'Ada' });
  await store.close();
});

test('a store with data is replaced as a whole, and only if told so', async () => {
  const { dataDir } = await createStore();
  const other = await tempFolder();
  const store = await openStore({ dataDir: other });
  await store.personas.insert({ id: 'q', name: 'Bea' });
  await store.close();
  const { exportFrom, importInto } = await createFolder();
  await exportFrom(dataDir);
  expect(await importInto(other)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it contains data. Use --replace to replace all of it.'),
  });
  expect(await importInto(other, '--replace')).toMatchObject({ code: 0, stderr: '' });
  const replaced = await openStore({ dataDir: other });
  expect(await replaced.personas.find('q')).toBeUndefined();
  expect(await replaced.personas.find('p')).toMatchObject({ name: 'Ada' });
  await replaced.close();
});

test('the store of a running service is not replaced', async () => {
  const { dataDir } = await createStore();
  const { file, importInto } = await createFolder();
  await cp(original.file, file);
  const { send } = await startAvatarService({ place: { dataDir } });
  const { code, stderr } = await importInto(dataDir, '--replace');
  expect([code, stderr]).toStrictEqual([
    1,
    `The store ${dataDir} cannot be replaced: it is in use. Stop the service first. Nothing was changed.\n`,
  ]);
  expect((await send('POST /v1/personas', { name: 'Later' })).status).toBe(201);
});

test('an export needs a store and a long passphrase, and overwrites no file', async () => {
  const { folder, file, passphrase, exportFrom } = await createFolder();
  const missing = join(folder, 'nowhere');
  expect(await exportFrom(missing)).toMatchObject({
    code: 1,
    stderr: `The store ${missing} cannot be exported: it does not exist.\n`,
  });
  expect(existsSync(join(missing, FILE))).toBe(false);
  const { dataDir } = await createStore();
  await writeFile(file, 'other content');
  expect(await exportFrom(dataDir)).toMatchObject({
    code: 1,
    stderr: `The store ${dataDir} cannot be exported: ${file} already exists.\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('other content');
  await writeFile(passphrase, 'short');
  expect(await exportFrom(dataDir)).toMatchObject({
    code: 1,
    stderr: 'The passphrase must have at least 16 characters.\n',
  });
});
