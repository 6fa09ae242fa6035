import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { runProgram } from '../support/process.ts';
import { startProgram } from '../support/program.ts';
import { seedImage, seedImageBytes } from '../support/seeds.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FILE = 'avatar-service.sqlite';

async function run(folder: string, ...words: string[]) {
  const program = runProgram(words, { DATA_DIR: folder });
  return { code: await program.ended(), ...program.output() };
}

/** The service alone over a folder, asked with a key that is in its store. */
async function startService(folder: string, key?: string) {
  const { url, child, ended } = await startProgram({ DATA_DIR: folder }, ['service']);
  const made = key ?? (await run(folder, 'keys', 'create')).stdout.trim();
  const ask = (path: string, body?: object) =>
    fetch(`${url}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${made}`,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const accountOf = async () => {
    const minted = await ask('auth/session-token', { personaConfig: { name: 'Ada' } });
    return decodeJwt((await minted.json()).sessionToken).accountId;
  };
  return { key: made, ask, accountOf, child, ended };
}

test('a backup taken while the service writes has all that was acknowledged before, and becomes a service again', async () => {
  const [folder, elsewhere] = [await tempFolder(), await tempFolder()];
  const file = join(elsewhere, 'copy.sqlite');
  const first = await startService(folder);
  const form = new FormData();
  form.append('displayName', 'Ada');
  form.append('imageFile', seedImage('png'));
  const avatar = await (await first.ask('avatars', form)).json();
  // Made at the first token and kept for ever after.
  const account = await first.accountOf();
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
  const picture = await again.ask(`avatars/${avatar.id}/image`);
  expect(new Uint8Array(await picture.arrayBuffer())).toStrictEqual(seedImageBytes('png'));
  expect(await again.accountOf()).toBe(account);
});

test('a backup takes the key of custom LLMs along, and without it only their API keys are lost', async () => {
  const [folder, elsewhere] = [await tempFolder(), await tempFolder()];
  const file = join(elsewhere, 'copy.sqlite');
  const llm = { id: 'l', displayName: 'Mine' };
  const store = await openStore({ dataDir: folder });
  await store.llms.insert(llm, 'sk-1');
  await store.close();
  const backup = await run(folder, 'backup', file);
  expect(backup).toMatchObject({ code: 0, stdout: `Backup written to ${file} and ${file}.key.\n` });
  if (process.platform !== 'win32') expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
  const readBack = async (target: string) => {
    expect(await run(target, 'restore', file)).toMatchObject({ code: 0, stderr: '' });
    const restored = await openStore({ dataDir: target });
    expect(await restored.llms.find('l')).toStrictEqual(llm);
    return restored.llms.secret('l').finally(() => restored.close());
  };
  expect(await readBack(join(elsewhere, 'whole'))).toBe('sk-1');
  await rm(`${file}.key`);
  await expect(readBack(join(elsewhere, 'keyless'))).rejects.toThrow('is missing');
});

test.each<[string, (folder: string, file: string) => Promise<void>, RegExp]>([
  ['is not there', async () => undefined, /it does not exist\.$/],
  [
    'is no database',
    (_, file) => writeFile(file, 'precious words '.repeat(100)),
    /file is not a database\.$/,
  ],
  ['is empty', (_, file) => writeFile(file, ''), /it does not contain a store\.$/],
  [
    'was cut off',
    async (folder, file) => {
      await writeFile(file, await readFile(join(folder, 'whole.sqlite')));
      await truncate(file, 20_000);
    },
    /it is damaged|malformed/,
  ],
])(
  'a backup that %s is refused in a sentence, and leaves no store behind',
  async (_, make, reason) => {
    const folder = await tempFolder();
    await (await openStore({ dataDir: folder })).close();
    expect((await run(folder, 'backup', join(folder, 'whole.sqlite'))).code).toBe(0);
    const file = join(folder, 'backup.sqlite');
    await make(folder, file);
    const target = join(folder, 'new');
    const { code, stdout, stderr } = await run(target, 'restore', file);
    expect([code, stdout]).toStrictEqual([1, '']);
    expect(stderr.trimEnd()).toMatch(reason);
    expect(stderr).toMatch(/^The backup \S+ cannot be restored: .*\.\n$/);
    expect(existsSync(join(target, FILE))).toBe(false);
  },
);

test('a folder that holds a store is not restored into', async () => {
  const folder = await tempFolder();
  await (await openStore({ dataDir: folder })).close();
  const file = join(folder, 'copy.sqlite');
  await run(folder, 'backup', file);
  const { code, stderr } = await run(folder, 'restore', file);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `The backup ${file} cannot be restored: ${join(folder, FILE)} already exists; move it first.\n`,
  );
});

test('a backup overwrites nothing, and of no store there is none', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'precious.txt');
  await writeFile(file, 'precious words');
  const none = await run(folder, 'backup', join(folder, 'copy.sqlite'));
  expect([none.code, none.stderr]).toStrictEqual([
    1,
    `The store ${join(folder, FILE)} cannot be backed up: it does not exist.\n`,
  ]);
  await (await openStore({ dataDir: folder })).close();
  const taken = await run(folder, 'backup', file);
  expect([taken.code, taken.stderr]).toStrictEqual([
    1,
    `The store ${join(folder, FILE)} cannot be backed up: ${file} already exists.\n`,
  ]);
  expect(await readFile(file, 'utf8')).toBe('precious words');
});
