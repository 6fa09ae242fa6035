import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import {
  createAvatarInit,
  createFormInit,
  createLargeImage,
  seedImage,
  seedImageBytes,
} from '../support/files.ts';
import { openSocket } from '../support/raw-http.ts';
import { avatars } from '../support/sample/records.ts';
import { tempPlace } from '../support/stores.ts';

/** One service for all tests without options of their own. */
const shared = await startAvatarService();

test.each(['png', 'jpeg', 'webp'] as const)('an avatar is created from a %s', async (format) => {
  const { send, url } = shared;
  const created = await send('POST /v1/avatars', createAvatarInit(seedImage(format)).body);
  expect(created.status).toBe(201);
  const avatar = created.body;
  expect(avatar).toMatchObject({
    displayName: 'Ada',
    imageUrl: `${url}/v1/avatars/${avatar.id}/image.${format}`,
    availableVersions: ['cara-2', 'cara-3'],
    activeVersion: 'cara-3',
  });
  expect(Object.keys(avatar)).not.toContain('pictureType');
  expect((await send(`GET /v1/avatars/${avatar.id}`)).body).toStrictEqual(avatar);
  const image = await fetch(avatar.imageUrl);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': `image/${format}`,
    'content-length': String(seedImageBytes(format).length),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=60, must-revalidate',
  });
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes(format));
  const headers = { 'if-none-match': image.headers.get('etag') ?? '' };
  expect((await fetch(avatar.imageUrl, { headers })).status).toBe(304);
});

test('image URLs begin with the public URL of the service', async () => {
  const { send } = await startAvatarService({ publicUrl: () => 'https://avatars.example' });
  const { id, imageUrl } = (await send('POST /v1/avatars', createAvatarInit().body)).body;
  expect(imageUrl).toBe(`https://avatars.example/v1/avatars/${id}/image.png`);
});

test.each([524_289, 10_485_760])(
  'an image of %i bytes is returned unchanged',
  { tags: ['slow'] },
  async (size) => {
    const bytes = Buffer.concat(createLargeImage(size));
    for (let at = 99; at < size; at += 4096) bytes[at] = at % 251;
    const imageFile = new File([bytes], 'a.png');
    const created = await shared.send('POST /v1/avatars', createAvatarInit(imageFile).body);
    expect(created.status).toBe(201);
    const image = await fetch(created.body.imageUrl);
    expect(image.headers.get('content-length')).toBe(String(size));
    expect(bytes.equals(Buffer.from(await image.arrayBuffer()))).toBe(true);
  },
);

test('at most 128 images are read at once', async () => {
  const place = await tempPlace();
  const store = await openStore(place);
  const { readFileSlice } = store.avatars;
  const released = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let open = 0;
  const slices: Promise<unknown>[] = [];
  const waitToRead: typeof readFileSlice = async (...request) => {
    open += 1;
    if (open === 128) full.resolve();
    if (open <= 128) await released.promise;
    const slice = readFileSlice(...request);
    slices.push(slice);
    return slice;
  };
  const avatars = { ...store.avatars, readFileSlice: waitToRead };
  const { url, ask } = await startAvatarService({ place, store: { ...store, avatars } });
  const created = await ask('/v1/avatars', createAvatarInit());
  const { pathname } = new URL((await created.json()).imageUrl);
  const readers = await Promise.all(Array.from({ length: 128 }, () => openSocket(url)));
  for (const socket of readers) socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await full.promise;
  const rejected = await ask(pathname, { key: null });
  expect([rejected.status, rejected.headers.get('cache-control')]).toStrictEqual([429, null]);
  expect(await rejected.json()).toMatchObject({ error: 'Too Many Requests' });
  readers.pop()?.destroy();
  await expect.poll(async () => (await ask(pathname, { key: null })).status).toBe(200);
  released.resolve();
  // The store is closed after the test.
  await expect.poll(() => slices.length).toBe(open);
  await Promise.allSettled(slices);
  for (const socket of readers) socket.destroy();
});

test('an image supports HEAD and If-None-Match', async () => {
  const { ask, send } = shared;
  const path = `/v1/avatars/${(await send('POST /v1/avatars', createAvatarInit().body)).body.id}/image`;
  const head = await ask(path, { key: null, method: 'HEAD' });
  const size = String(seedImageBytes('png').length);
  expect([head.status, await head.text()]).toStrictEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(size);
  const etag = head.headers.get('etag') ?? '';
  for (const [tags, status] of [
    [`"other", W/${etag}`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const) {
    const response = await ask(path, { key: null, headers: { 'if-none-match': tags } });
    expect([tags, response.status]).toStrictEqual([tags, status]);
  }
});

const list = async ({ send }: RunningService, query: string) => {
  const { status, body } = await send(`GET /v1/avatars?${query}`);
  expect(status).toBe(200);
  return { meta: body.meta, ids: body.data.map(({ id }: { id: string }) => id) };
};

const createAvatar = async ({ send }: RunningService, displayName: string) => {
  const form = createFormInit({ displayName, imageFile: seedImage('png') });
  return (await send('POST /v1/avatars', form.body)).body;
};

test('avatars are filtered by any of the tags', async () => {
  const service = await startAvatarService({ seeded: true });
  const tagged = (...tags: string[]) =>
    avatars
      .filter(({ displayTags }) => displayTags.some((tag) => tags.includes(tag)))
      .map(({ id }) => id);
  const filtered = async (query: string) => (await list(service, query)).ids;
  expect(await filtered('tags=formal')).toStrictEqual(tagged('formal'));
  expect(await filtered('tags=formal,%20senior')).toStrictEqual(tagged('formal', 'senior'));
  for (const query of ['tags=form', 'onlyOneShot=true'])
    expect(await filtered(query)).toStrictEqual([]);
  const { id } = await createAvatar(service, 'Mine');
  expect(await filtered('onlyOneShot=true')).toStrictEqual([id]);
  expect((await list(service, 'onlyOneShot=false')).meta.total).toBe(avatars.length + 1);
});

test('personas that refer to a deleted avatar are unchanged', async () => {
  const service = await openAccount(shared);
  const { id, imageUrl } = await createAvatar(service, 'Ada');
  const { body: persona } = await service.send('POST /v1/personas', { avatarId: id });
  const etag = (await fetch(imageUrl)).headers.get('etag') ?? '';
  expect((await fetch(imageUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const remove = (query = '') => service.send(`DELETE /v1/avatars/${id}${query}`);
  const deleted = { status: 200, body: { message: 'Avatar deleted successfully' } };
  expect(await remove()).toStrictEqual(deleted);
  expect((await service.ask(`/v1/avatars/${id}`)).status).toBe(404);
  expect((await list(service, '')).ids).toStrictEqual([]);
  expect((await remove()).status).toBe(404);
  for (const init of [
    {},
    { method: 'HEAD' },
    { headers: { 'if-none-match': etag } },
    { headers: { 'if-none-match': '*' } },
    { headers: { range: 'bytes=0-9', 'if-range': etag } },
  ]) {
    expect((await fetch(imageUrl, init)).status).toBe(404);
  }
  expect((await service.send(`GET /v1/personas/${persona.id}`)).body).toStrictEqual(persona);
});

test.each(['', '?hard=true'])(
  'an avatar deleted with %o leaves nothing in the store',
  async (query) => {
    const service = await openAccount(shared);
    const { id, imageUrl } = await createAvatar(service, 'Ada');
    const deleted = await service.send(`DELETE /v1/avatars/${id}${query}`);
    expect([deleted.status, (await fetch(imageUrl)).status]).toStrictEqual([200, 404]);
    await expect.poll(() => service.store.avatars.readFileSlice(String(id), 0)).toBeUndefined();
  },
);
