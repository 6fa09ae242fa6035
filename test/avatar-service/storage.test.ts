import { once } from 'node:events';
import { expect, test } from 'vitest';
import { FILE_SLICE } from '../../src/avatar-service/store/files.ts';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, createFormInit, createLargeImage, recording } from '../support/files.ts';
import { openSocket, parseResponse } from '../support/raw-http.ts';
import { announce, put } from './recordings.ts';
import { createClock } from './sessions.ts';
import { createGroup, sendDocument } from './knowledge.ts';

const KILOBYTE = 1024;

const addAvatar = ({ send }: RunningService, size: number) =>
  send('POST /v1/avatars', createAvatarInit(new File(createLargeImage(size), 'a.png')).body);

const remove = async ({ send }: RunningService, path: string) =>
  expect((await send(`DELETE ${path}`)).status).toBeOneOf([200, 204]);

test('a file beyond the quota is 413 until another is deleted', async () => {
  const service = await startAvatarService({ storage: { megabytes: 1 } });
  const first = await addAvatar(service, 600 * KILOBYTE);
  expect(first.status).toBe(201);
  const rejected = await addAvatar(service, 512 * KILOBYTE);
  expect(rejected).toMatchObject({
    status: 413,
    body: {
      message:
        'The store has 0.6 MB of files, the upload has 0.5 MB, and the limit (STORAGE_MEGABYTES) is 1 MB. Delete files first.',
    },
  });
  await remove(service, `/v1/avatars/${first.body.id}`);
  expect((await addAvatar(service, 512 * KILOBYTE)).status).toBe(201);
});

test('a file beyond the quota is rejected before it arrives', async () => {
  const service = await startAvatarService({ storage: { megabytes: 1 } });
  const socket = await openSocket(service.url);
  socket.write(
    `POST /v1/avatars HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.keys.pro}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 2000000\r\n\r\n`,
  );
  const [answer] = await once(socket, 'data');
  expect(parseResponse(String(answer)).status).toBe(413);
  socket.destroy();
  expect(await announce(service, 2_000_000)).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('STORAGE_MEGABYTES') },
  });
});

test('concurrent uploads do not exceed the quota', async () => {
  const service = await startAvatarService({ storage: { megabytes: 1 } });
  const file = recording();
  const links = await Promise.all(Array.from({ length: 8 }, () => announce(service, file.size)));
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => addAvatar(service, 300 * KILOBYTE)),
    ...links.map(({ body }) => put(body.uploadUrl, file)),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set([200, 201, 413]));
  const { bytes } = await service.store.readStorageUse();
  expect(bytes).toBeLessThanOrEqual(1024 * KILOBYTE);
  expect(bytes).toBeGreaterThan(700 * KILOBYTE);
});

test('documents are limited in number', async () => {
  const service = await startAvatarService({ storage: { documents: 2 } });
  const [group, other] = [await createGroup(service), await createGroup(service)];
  const add = (to: string) => sendDocument(service, to, 'a.txt', 'Otters.');
  const first = await add(group);
  expect([first.status, (await add(group)).status]).toStrictEqual([201, 201]);
  expect(await add(other)).toMatchObject({
    status: 413,
    body: {
      message: 'The store has 2 documents, and the limit is 2. Delete files first.',
    },
  });
  await remove(service, `/v1/knowledge/documents/${first.body.id}`);
  expect((await add(other)).status).toBe(201);
  await remove(service, `/v1/knowledge/groups/${group}`);
  expect((await add(other)).status).toBe(201);
  expect((await add(other)).status).toBe(413);
});

test('recordings that expired without a voice are removed when their space is needed', async () => {
  const clock = createClock();
  const service = await startAvatarService({ storage: { megabytes: 1 }, now: clock.now });
  const file = recording();
  for (let count = 0; count < 16; count += 1) {
    const { body } = await announce(service, file.size);
    await put(body.uploadUrl, file);
  }
  expect((await addAvatar(service, 600 * KILOBYTE)).status).toBe(413);
  clock.add(7_200);
  expect((await addAvatar(service, 600 * KILOBYTE)).status).toBe(201);
});

test('what is counted is what is stored', async () => {
  const service = await startAvatarService();
  const { send, store } = service;
  const file = recording();
  const avatar = await addAvatar(service, 60 * KILOBYTE);
  const form = createFormInit({ name: 'Short', audioFile: file }).body;
  const voice = await send('POST /v1/voices', form);
  const { body: link } = await announce(service, file.size);
  expect((await put(link.uploadUrl, file)).status).toBe(200);
  const long = await send('POST /v1/voices', { name: 'Long', audioKey: link.audioKey });
  const group = await createGroup(service);
  const text = 'Otters sleep while they float. '.repeat(40_000);
  for (const name of ['a.txt', 'b.txt'])
    expect((await sendDocument(service, group, name, text)).status).toBe(201);
  expect(await store.readStorageUse()).toEqual({
    bytes: 60 * KILOBYTE + 2 * file.size + 2 * text.length,
    documents: 2,
  });
  for (const path of [
    `avatars/${avatar.body.id}?hard=true`,
    `voices/${voice.body.id}`,
    `voices/${long.body.id}`,
    `knowledge/groups/${group}`,
  ])
    await remove(service, `/v1/${path}`);
  expect(await store.readStorageUse()).toEqual({ bytes: 0, documents: 0 });
});

test('groups and their documents are deleted at the same time', async () => {
  const service = await startAvatarService();
  const createPaths = async () => {
    const group = await createGroup(service);
    const paths = [`groups/${group}`];
    for (let count = 0; count < 4; count += 1) {
      const { body } = await sendDocument(service, group, 'a.txt', 'Otters.');
      paths.unshift(`documents/${body.id}`);
    }
    return paths;
  };
  const paths = (await Promise.all([1, 2, 3, 4].map(createPaths))).flat();
  const removals = paths.map((path) => service.send(`DELETE /v1/knowledge/${path}`));
  for (const { status } of await Promise.all(removals)) expect(status).toBeOneOf([200, 204, 404]);
  expect(await service.store.readStorageUse()).toEqual({ bytes: 0, documents: 0 });
});

test('others write while a file is written; of one that fails, nothing is left', async () => {
  const { store } = await startAvatarService();
  const slice = Buffer.alloc(FILE_SLICE, 'x');
  const file = (end: () => void) => ({
    type: 'image/png',
    size: 2 * FILE_SLICE,
    slices: (async function* () {
      yield slice;
      await store.personas.insert({ id: crypto.randomUUID() });
      expect(await store.removeContent()).toBe(false);
      yield slice;
      end();
    })(),
  });
  const [whole, broken] = [crypto.randomUUID(), crypto.randomUUID()];
  await store.avatars.insert(
    { id: whole },
    file(() => undefined),
  );
  const fail = () => {
    throw new Error('The disk is broken.');
  };
  await expect(store.avatars.insert({ id: broken }, file(fail))).rejects.toThrow('broken');
  while (await store.removeContent());
  const last = [whole, broken].map((id) => store.avatars.readFileSlice(id, FILE_SLICE));
  expect((await Promise.all(last)).map((bytes) => bytes?.length)).toStrictEqual([
    FILE_SLICE,
    undefined,
  ]);
  expect(await store.avatars.find(broken)).toBeUndefined();
  expect(await store.readStorageUse()).toMatchObject({ bytes: 2 * FILE_SLICE });
});
