import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { StoreFailure } from '../../src/avatar-service/store/store-error.ts';
import { readResponse, startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit } from '../support/files.ts';
import { type ServiceProcess, sendTo, startServiceProcess } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

const createClient = (service: ServiceProcess) => (method: string, path: string, body?: object) =>
  readResponse(sendTo(service, method, `/v1/${path}`, body));

const createAvatarForm = () => createAvatarInit().body;

/** Writes large and then small records until the disk is full. Returns the acknowledged ids and the error. */
async function fill(ask: ReturnType<typeof createClient>) {
  const acknowledged: string[] = [];
  const write = async (bytes: number) => {
    for (let count = 0; count < 500; count += 1) {
      const body = { name: 'x', systemPrompt: 'y'.repeat(bytes) };
      const response = await ask('POST', 'personas', body);
      if (response.status !== 201) return response;
      acknowledged.push(response.body.id);
    }
    return expect.unreachable('The disk is not full.');
  };
  await write(200_000);
  return { acknowledged, rejected: await write(5_000) };
}

const statuses = async (ask: ReturnType<typeof createClient>, ids: readonly string[]) =>
  new Set(await Promise.all(ids.map(async (id) => (await ask('GET', `personas/${id}`)).status)));

/** A limit of 6 MiB for each file of the process, which needs no privileges. */
const QUOTA = ['sh', '-c', 'trap "" XFSZ; ulimit -f 12288; exec "$@"', 'sh'];

test.skipIf(process.platform === 'win32')(
  'when the quota is reached, only writes fail',
  async () => {
    const folder = await tempFolder();
    const service = await startServiceProcess({ dataDir: folder }, QUOTA);
    const ask = createClient(service);
    const { acknowledged, rejected } = await fill(ask);
    const message = 'The disk of the store failed. Nothing was changed.';
    const failure = { status: 500, body: { error: 'Internal Server Error', message } };
    expect(rejected).toStrictEqual(failure);
    expect(await ask('POST', 'avatars', createAvatarForm())).toStrictEqual(failure);
    expect(await statuses(ask, acknowledged)).toStrictEqual(new Set([200]));
    await service.kill();
    const again = createClient(await startServiceProcess({ dataDir: folder }));
    expect(await statuses(again, acknowledged)).toStrictEqual(new Set([200]));
    expect((await again('POST', 'avatars', createAvatarForm())).status).toBe(201);
  },
);

const NAMESPACE = ['unshare', '--user', '--mount', '--map-root-user', 'sh', '-c'];

/**
 * Runs a command with a disk of 12 MB, if this user can mount one. The ballast is larger than SQLite's write-ahead log
 * of about 4 MB, because the next checkpoint copies the log into the database file.
 */
const onDisk = (folder: string) => [
  ...NAMESPACE,
  `mount -t tmpfs -o size=12m tmpfs "${folder}" && head -c 6000000 /dev/zero > "${folder}/ballast" && exec "$@"`,
  'sh',
];

const [unshare = '', ...options] = NAMESPACE;
const canMount = spawnSync(unshare, [...options, 'mount -t tmpfs x /mnt']).status === 0;

test.skipIf(!canMount)('on a full disk, only writes fail until space is freed', async () => {
  const folder = await tempFolder();
  const service = await startServiceProcess({ dataDir: folder }, onDisk(folder));
  const ask = createClient(service);
  const { acknowledged, rejected } = await fill(ask);
  const message = 'The disk of the store is full. Nothing was changed.';
  expect(rejected).toStrictEqual({ status: 507, body: { error: 'Insufficient Storage', message } });
  expect((await ask('POST', 'avatars', createAvatarForm())).status).toBe(507);
  expect(await statuses(ask, acknowledged)).toStrictEqual(new Set([200]));

  const entering = ['nsenter', '-t', `${service.pid}`, '-U', '-m', '--preserve-credentials'];
  const [command = '', ...given] = [...entering, 'rm', join(folder, 'ballast')];
  execFileSync(command, given);
  const { status, body } = await ask('POST', 'avatars', createAvatarForm());
  expect(status).toBe(201);
  expect((await ask('GET', `avatars/${body.id}`)).status).toBe(200);
  expect((await ask('POST', 'personas', { name: 'x' })).status).toBe(201);
});

test.skipIf(!canMount)('on a read-only disk, the start fails with a message', async () => {
  const folder = await tempFolder();
  await (await openStore({ dataDir: folder })).close();
  const words = `mount --bind "${folder}" "${folder}" && mount -o remount,ro,bind "${folder}" && exec "$@"`;
  await expect(
    startServiceProcess({ dataDir: folder }, [...NAMESPACE, words, 'sh']),
  ).rejects.toThrow(/The store .* cannot be opened: its folder is not writable\./);
});

const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot || process.platform === 'win32')(
  'in a folder that is not writable, the start fails with a message',
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
])('a store that was %s rejects writes', async (_, remove) => {
  const folder = join(await tempFolder(), 'data');
  const faults: unknown[] = [];
  const { send, ask } = await startAvatarService({
    place: { dataDir: folder },
    onError: (fault) => faults.push(fault),
  });
  await remove(folder);
  const message = 'The store was moved or deleted. Nothing was changed.';
  const rejected = { status: 500, body: { message } };
  expect(await send('POST /v1/personas', { name: 'lost' })).toMatchObject(rejected);
  expect(faults).toStrictEqual([expect.any(StoreFailure)]);
  expect((await ask('/ready')).status).toBe(503);
  expect((await ask('/v1/personas')).status).toBe(200);
});

test('/ready is 503 when the store is deleted', async () => {
  const folder = join(await tempFolder(), 'data');
  const { url } = await start({
    settings: {
      DATA_DIR: folder,
      REDIS_URL: 'redis://127.0.0.1:1',
      REDIS_SECRET: 'a'.repeat(32),
      LOG_LEVEL: 'silent',
    },
  });
  const read = () => readResponse(fetch(`${url}/ready`));
  const redis = { ready: true, unavailable: ['redis'] };
  expect(await read()).toStrictEqual({ status: 200, body: redis });
  await rm(folder, { recursive: true });
  const both = { ready: false, unavailable: ['store', 'redis'] };
  expect(await read()).toStrictEqual({ status: 503, body: both });
});
