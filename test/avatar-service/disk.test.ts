import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { StoreFailure } from '../../src/avatar-service/store/store-error.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { startProgram } from '../support/program.ts';
import { seedImage } from '../support/seeds.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const asker =
  ({ url, key }: ServiceProcess) =>
  async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

const avatarForm = () => {
  const form = new FormData();
  form.append('displayName', 'Ada');
  form.append('imageFile', seedImage('png'));
  return form;
};

/** Writes, ever less at a time, until the disk takes no more; answers what was acknowledged and what was said then. */
async function fill(ask: ReturnType<typeof asker>) {
  const acknowledged: string[] = [];
  const write = async (bytes: number) => {
    for (let count = 0; count < 500; count += 1) {
      const body = { name: 'x', systemPrompt: 'y'.repeat(bytes) };
      const answer = await ask('POST', 'personas', body);
      if (answer.status !== 201) return answer;
      acknowledged.push(answer.body.id);
    }
    return expect.unreachable('The disk is not full.');
  };
  await write(200_000);
  return { acknowledged, answer: await write(5_000) };
}

const statuses = async (ask: ReturnType<typeof asker>, ids: readonly string[]) =>
  new Set(await Promise.all(ids.map(async (id) => (await ask('GET', `personas/${id}`)).status)));

/** A quota, as any user can set one: no file of the process grows beyond 6 MiB. */
const QUOTA = ['sh', '-c', 'trap "" XFSZ; ulimit -f 12288; exec "$@"', 'sh'];

test.skipIf(process.platform === 'win32')(
  'at the end of a quota writes are refused in a clear sentence, reads go on, and nothing acknowledged is lost',
  async () => {
    const folder = await tempFolder();
    const service = await startServiceProcess({ dataDir: folder }, QUOTA);
    const ask = asker(service);
    const { acknowledged, answer } = await fill(ask);
    const refusal = {
      status: 500,
      body: {
        error: 'Internal Server Error',
        message: 'The disk of the store failed. Nothing was changed.',
      },
    };
    expect(answer).toStrictEqual(refusal);
    expect(await ask('POST', 'avatars', avatarForm())).toStrictEqual(refusal);
    expect(await statuses(ask, acknowledged)).toStrictEqual(new Set([200]));
    await service.kill();
    const again = asker(await startServiceProcess({ dataDir: folder }));
    expect(await statuses(again, acknowledged)).toStrictEqual(new Set([200]));
    expect((await again('POST', 'avatars', avatarForm())).status).toBe(201);
  },
);

const NAMESPACE = ['unshare', '--user', '--mount', '--map-root-user', 'sh', '-c'];

/**
 * A disk of 12 MB of its own, where this user may mount one. The ballast is larger than SQLite's write-ahead log of
 * about 4 MB, because the next checkpoint copies the log into the database file.
 */
const onDisk = (folder: string) => [
  ...NAMESPACE,
  `mount -t tmpfs -o size=12m tmpfs "${folder}" && head -c 6000000 /dev/zero > "${folder}/ballast" && exec "$@"`,
  'sh',
];

const [unshare = '', ...options] = NAMESPACE;
const canMount = spawnSync(unshare, [...options, 'mount -t tmpfs x /mnt']).status === 0;

test.skipIf(!canMount)(
  'on a disk that is full writes are 507, reads go on, and room made is used',
  async () => {
    const folder = await tempFolder();
    const service = await startServiceProcess({ dataDir: folder }, onDisk(folder));
    const entering = ['nsenter', '-t', `${service.pid}`, '-U', '-m', '--preserve-credentials'];
    const within = (...words: string[]) => {
      const [command = '', ...given] = [...entering, ...words];
      execFileSync(command, given);
    };
    const ask = asker(service);
    const { acknowledged, answer } = await fill(ask);
    expect(answer).toStrictEqual({
      status: 507,
      body: {
        error: 'Insufficient Storage',
        message: 'The disk of the store is full. Nothing was changed.',
      },
    });
    expect((await ask('POST', 'avatars', avatarForm())).status).toBe(507);
    expect(await statuses(ask, acknowledged)).toStrictEqual(new Set([200]));

    within('rm', join(folder, 'ballast'));
    const { status, body } = await ask('POST', 'avatars', avatarForm());
    expect(status).toBe(201);
    expect((await ask('GET', `avatars/${body.id}`)).status).toBe(200);
    expect((await ask('POST', 'personas', { name: 'x' })).status).toBe(201);
  },
);

test.skipIf(!canMount)(
  'a disk that may only be read is told in a sentence at the start',
  async () => {
    const folder = await tempFolder();
    await (await openStore({ dataDir: folder })).close();
    const words = `mount --bind "${folder}" "${folder}" && mount -o remount,ro,bind "${folder}" && exec "$@"`;
    await expect(
      startServiceProcess({ dataDir: folder }, [...NAMESPACE, words, 'sh']),
    ).rejects.toThrow(/The store .* cannot be opened: its folder is not writable\./);
  },
);

const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot || process.platform === 'win32')(
  'a folder that this user may not write to is told in a sentence at the start',
  async () => {
    const folder = await tempFolder();
    await chmod(folder, 0o500);
    await expect(openStore({ dataDir: folder })).rejects.toThrow(
      /^The store .* cannot be opened: its folder is not writable\.$/,
    );
  },
);

test.each<[string, (folder: string) => Promise<void>]>([
  ['deleted', (folder) => rm(folder, { recursive: true })],
  ['moved', (folder) => rename(folder, `${folder}-moved`)],
  [
    'replaced by another',
    async (folder) => {
      await rename(folder, `${folder}-moved`);
      await mkdir(folder);
      await (await openStore({ dataDir: folder })).close();
    },
  ],
])('into a store that was %s nothing is written, because it would be lost', async (_, remove) => {
  const folder = join(await tempFolder(), 'data');
  const faults: unknown[] = [];
  const { askJson, ask } = await startAvatarService({
    place: { dataDir: folder },
    onError: (fault) => faults.push(fault),
  });
  await remove(folder);
  const response = await askJson('POST', '/v1/personas', { name: 'lost' });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    message: 'The store was moved or deleted. Nothing was changed.',
  });
  expect(faults).toStrictEqual([expect.any(StoreFailure)]);
  expect((await ask('/ready')).status).toBe(503);
  expect((await ask('/v1/personas')).status).toBe(200);
});

test('/ready says no when the store has gone', async () => {
  const folder = join(await tempFolder(), 'data');
  const { url } = await startProgram({ DATA_DIR: folder });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  await rm(folder, { recursive: true });
  expect((await fetch(`${url}/ready`)).status).toBe(503);
});
