import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StartOptions } from '../../../src/runtime/running.ts';
import { tempFile, tempFolder } from '../../support/resources.ts';
import { start } from '../../support/start.ts';
import { FOLLOWED, ISSUER, READ, signFor, startTenants } from './tenants.ts';

/** Starts the API with a folder of key files. */
async function startWithFolder(
  files: Record<string, string> = { acme: 'key-a', globex: 'key-b' },
  options: StartOptions = {},
) {
  const keyFolder = join(await tempFolder(), 'keys');
  await mkdir(join(keyFolder, 'lost+found'), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(keyFolder, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { ...(await startTenants({ keyFolder }, {}, options)), keyFolder, write };
}

/** The same, with changes of files followed at once. */
const startFollowed = () => startWithFolder(undefined, FOLLOWED);

test('each tenant has the key of its file, without the end of the line', async () => {
  const { askFor } = await startWithFolder({ acme: 'key-a\n', globex: '  key-b\r\n' });
  expect([await askFor('acme'), await askFor('globex')]).toStrictEqual(['key-a', 'key-b']);
});

test.each<[string, unknown]>([
  ['unknown', 'initech'],
  ['missing', undefined],
  ['empty', ''],
  ['a list', ['acme']],
  ['a number', 1],
  ['an object', { acme: 1 }],
  ['a path', '../acme'],
  ['a path of the folder', './acme'],
  ['written differently', 'ACME'],
  ['an absolute path', '/etc/hostname'],
  ['a hidden file', '.hidden'],
  ['a folder', 'lost+found'],
  ['a name of every object', '__proto__'],
  ['a method of every object', 'constructor'],
  ['a name with a zero byte', 'acme\0'],
])('a tenant that is %s is FORBIDDEN', async (_, org) => {
  const { askFor, keys, keyFolder } = await startWithFolder({ acme: 'key-a', '.hidden': 'key-h' });
  await writeFile(join(keyFolder, '..', 'acme'), 'outside');
  expect(await askFor(org)).toBe('FORBIDDEN');
  expect(keys).toStrictEqual([]);
});

test('a table of keys and a list of names are the same as a folder', async () => {
  const table = await startTenants({ keys: { acme: 'key-a', globex: 'key-b' } });
  expect(await table.askFor('acme')).toBe('key-a');
  for (const org of ['__proto__', 'toString', 'initech', ['acme']])
    expect(await table.askFor(org)).toBe('FORBIDDEN');
  const names = await startTenants({ names: ['acme'] }, { UPSTREAM_API_KEY: 'shared' });
  expect(await names.askFor('acme')).toBe('shared');
  expect(await names.askFor('globex')).toBe('FORBIDDEN');
});

test('tokens of an issuer with a fixed tenant can name no other', async () => {
  const tenants = { keys: { acme: 'key-a', globex: 'key-b' } };
  const { askFor, writePolicy, reload } = await startTenants(tenants);
  await writePolicy({ issuers: [{ ...ISSUER, tenant: 'globex' }] });
  await reload?.();
  expect([await askFor('acme'), await askFor(undefined)]).toStrictEqual(['key-b', 'key-b']);
});

test('a file that changes, appears or disappears is followed without a signal', async () => {
  const { askFor, askWith, write, keyFolder } = await startFollowed();
  const cached = await signFor('globex');
  expect([await askFor('acme'), await askWith(cached)]).toStrictEqual(['key-a', 'key-b']);
  await write('acme', 'key-c');
  await write('initech', 'key-i');
  await rm(join(keyFolder, 'globex'));
  await expect.poll(() => askFor('acme')).toBe('key-c');
  await expect.poll(() => askFor('initech')).toBe('key-i');
  await expect.poll(() => askWith(cached)).toBe('FORBIDDEN');
});

test('a volume of Kubernetes, whose links change together, is followed', async () => {
  const keyFolder = await tempFolder();
  const publish = async (version: string, key: string) => {
    await mkdir(join(keyFolder, `..${version}`));
    await writeFile(join(keyFolder, `..${version}`, 'acme'), key);
    await symlink(`..${version}`, join(keyFolder, '..data_tmp'));
    await rename(join(keyFolder, '..data_tmp'), join(keyFolder, '..data'));
  };
  await publish('2026_1', 'key-1');
  await symlink(join('..data', 'acme'), join(keyFolder, 'acme'));
  const { askFor } = await startTenants({ keyFolder }, {}, FOLLOWED);
  expect(await askFor('acme')).toBe('key-1');
  await publish('2026_2', 'key-2');
  await expect.poll(() => askFor('acme')).toBe('key-2');
});

/** Replaces a file. */
const replaceBy = (create: (path: string) => unknown) => async (path: string) => {
  await rm(path);
  await create(path);
};

test.each<[string, (path: string) => unknown]>([
  ['an empty file', (path) => writeFile(path, '')],
  ['a blank file', (path) => writeFile(path, ' \n')],
  ['two words', (path) => writeFile(path, 'key one')],
  ['a huge file', (path) => writeFile(path, 'x'.repeat(20_000_000))],
  ['a binary file', (path) => writeFile(path, Buffer.from([0, 1, 2, 255]))],
  ['a link to itself', replaceBy((path) => symlink(path, path))],
  ['a named pipe', replaceBy((path) => execFileSync('sh', ['-c', 'mkfifo "$0"', path]))],
  ['a link to a device that never ends', replaceBy((path) => symlink('/dev/zero', path))],
])(
  '%s stops a start, and later keeps the key before while others are followed',
  async (_, replace) => {
    const { askFor, keyFolder, write, reload } = await startWithFolder();
    const file = join(keyFolder, 'acme');
    expect(await askFor('acme')).toBe('key-a');
    await replace(file);
    await expect(startTenants({ keyFolder })).rejects.toThrow(
      new RegExp(`^The key file ${file} (is|must|cannot) [^.]*\\.$`),
    );
    await write('globex', 'key-c');
    await reload?.();
    expect([await askFor('acme'), await askFor('globex')]).toStrictEqual(['key-a', 'key-c']);
    await rm(file);
    await write('acme', 'key-d');
    await reload?.();
    expect(await askFor('acme')).toBe('key-d');
  },
);

test('an invalid key file of one tenant stops no reload of the policy', async () => {
  const { askFor, write, writePolicy, reload } = await startWithFolder();
  await write('acme', '');
  await reload?.();
  await writePolicy({ roles: [{ name: 'blocked', when: {}, personas: 'all', sessions: 'all' }] });
  await reload?.();
  expect([await askFor('acme'), await askFor('globex')]).toStrictEqual(['FORBIDDEN', 'FORBIDDEN']);
});

test('a folder of keys that does not exist stops a start, and later keeps all keys before', async () => {
  const { askFor, keyFolder, reload, write } = await startWithFolder();
  await expect(startTenants({ keyFolder: join(keyFolder, 'none') })).rejects.toThrow(
    /The folder of keys .*none does not exist\./,
  );
  await rm(keyFolder, { recursive: true });
  await reload?.();
  expect(await askFor('acme')).toBe('key-a');
  await mkdir(keyFolder);
  await write('globex', 'key-c');
  await reload?.();
  expect([await askFor('acme'), await askFor('globex')]).toStrictEqual(['FORBIDDEN', 'key-c']);
});

test('a call whose key the upstream rejects is not repeated', async () => {
  const { askFor, keys, rejected } = await startWithFolder();
  rejected.add('key-a');
  expect(await askFor('acme')).toBe('UPSTREAM_UNAVAILABLE');
  expect(keys).toStrictEqual(['key-a']);
});

test('the key of the server can be in a file, which is followed', async () => {
  const path = await tempFile('key-1\n', 'key');
  const settings = { UPSTREAM_API_KEY_FILE: path };
  const { askFor, environment, reload } = await startTenants(undefined, settings, FOLLOWED);
  expect(environment.UPSTREAM_API_KEY).toBeUndefined();
  const ask = () => askFor(undefined);
  expect(await ask()).toBe('key-1');
  await writeFile(path, 'key-2');
  await expect.poll(ask).toBe('key-2');
  await rm(path);
  await reload?.();
  expect(await ask()).toBe('key-2');
  await writeFile(path, 'key-3');
  await expect.poll(ask).toBe('key-3');
});

test('on this machine, the key in a file serves callers without a token', async () => {
  const path = await tempFile('key-1', 'key');
  const { keys, environment } = await startTenants({ keys: { acme: 'key-a' } });
  const { UPSTREAM_URL = '' } = environment;
  const { run } = await start({ settings: { UPSTREAM_URL, UPSTREAM_API_KEY_FILE: path } });
  await run(READ);
  expect(keys).toStrictEqual(['key-1']);
});

test('a key file that does not exist stops a start', async () => {
  const path = join(await tempFolder(), 'none');
  const settings = { UPSTREAM_URL: 'http://127.0.0.1:1', UPSTREAM_API_KEY_FILE: path };
  const message = `The key file ${path} does not exist.`;
  await expect(start({ settings })).rejects.toThrow(message);
});
