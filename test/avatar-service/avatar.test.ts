import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, createLargeImage, seedImage, seedImageBytes } from '../support/files.ts';
import { tempPlace } from '../support/stores.ts';

test.each(['png', 'jpeg', 'webp'] as const)('an avatar is created from a %s', async (format) => {
  const { ask, url } = await startAvatarService();
  const response = await ask('/v1/avatars', createAvatarInit(seedImage(format)));
  expect(response.status).toBe(201);
  const avatar = await response.json();
  expect(avatar).toMatchObject({
    displayName: 'Ada',
    imageUrl: `${url}/v1/avatars/${avatar.id}/image.${format}`,
    availableVersions: ['cara-2', 'cara-3'],
    activeVersion: 'cara-3',
  });
  expect(Object.keys(avatar)).not.toContain('pictureType');
  expect(await (await ask(`/v1/avatars/${avatar.id}`)).json()).toStrictEqual(avatar);
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
  const { ask } = await startAvatarService({ publicUrl: () => 'https://avatars.example' });
  const response = await ask('/v1/avatars', createAvatarInit());
  const { id, imageUrl } = await response.json();
  expect(imageUrl).toBe(`https://avatars.example/v1/avatars/${id}/image.png`);
});

test('the name and media type of a file are ignored', async () => {
  const { ask } = await startAvatarService();
  const imageFile = new File([seedImageBytes('webp')], '../../x.html', { type: 'text/html' });
  const response = await ask('/v1/avatars', createAvatarInit(imageFile));
  expect(response.status).toBe(201);
  const image = await fetch((await response.json()).imageUrl);
  expect(image.headers.get('content-type')).toBe('image/webp');
});

test.each([524_287, 524_288, 524_289, 10_485_760])(
  'an image of %i bytes is returned unchanged',
  { tags: ['slow'] },
  async (size) => {
    const { ask } = await startAvatarService();
    const bytes = Buffer.concat(createLargeImage(size));
    for (let at = 99; at < size; at += 4096) bytes[at] = at % 251;
    const imageFile = new File([bytes], 'a.png');
    const created = await ask('/v1/avatars', createAvatarInit(imageFile));
    expect(created.status).toBe(201);
    const image = await fetch((await created.json()).imageUrl);
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
  const { hostname, port } = new URL(url);
  const readers = Array.from({ length: 128 }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  });
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
  const { ask } = await startAvatarService();
  const upload = createAvatarInit();
  const { id } = await (await ask('/v1/avatars', upload)).json();
  const path = `/v1/avatars/${id}/image`;
  const head = await ask(path, { key: null, method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toStrictEqual([
    200,
    String(seedImageBytes('png').length),
    '',
  ]);
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
