import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createLargeImage } from '../support/large-image.ts';
import { seedImage, seedImageBytes } from '../support/seeds.ts';
import { tempPlace } from '../support/store-location.ts';

const form = (fields: Record<string, string | File>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: 'POST', body };
};

const png = () => seedImageBytes('png');

/** A PNG of exactly that size: what follows its last chunk is of no account. */
const pngOf = (size: number, name = 'big.png') =>
  new File([png(), new Uint8Array(size - png().length)], name, { type: 'image/png' });

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s becomes an avatar, whose picture anyone may fetch',
  async (format) => {
    const { ask, url } = await startAvatarService();
    const response = await ask(
      '/v1/avatars',
      form({ displayName: 'Ada', imageFile: seedImage(format) }),
    );
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
    const picture = await fetch(avatar.imageUrl);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'content-length': String(seedImageBytes(format).length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=60, must-revalidate',
    });
    expect(new Uint8Array(await picture.arrayBuffer())).toStrictEqual(seedImageBytes(format));
    const headers = { 'if-none-match': picture.headers.get('etag') ?? '' };
    expect((await fetch(avatar.imageUrl, { headers })).status).toBe(304);
  },
);

test('pictures have the addresses by which callers reach the service', async () => {
  const { ask } = await startAvatarService({ publicUrl: () => 'https://avatars.example' });
  const response = await ask(
    '/v1/avatars',
    form({ displayName: 'Ada', imageFile: seedImage('png') }),
  );
  const { id, imageUrl } = await response.json();
  expect(imageUrl).toBe(`https://avatars.example/v1/avatars/${id}/image.png`);
});

const damaged = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  new File([bytes], 'a.png', { type });

/** A PNG header that claims these sides. */
const claiming = (width: number, height: number) => {
  const bytes = png();
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return damaged(bytes);
};

test.each<[string, Record<string, string | File>, number, string[]?]>([
  ['a display name of 2', { displayName: 'ab', imageFile: seedImage('png') }, 400, ['displayName']],
  [
    'a display name of 51',
    { displayName: 'x'.repeat(51), imageFile: seedImage('png') },
    400,
    ['displayName'],
  ],
  ['no display name', { imageFile: seedImage('png') }, 400, ['displayName']],
  ['no image', { displayName: 'Ada' }, 400, []],
  [
    'both kinds of image',
    { displayName: 'Ada', imageFile: seedImage('png'), imageUrl: 'https://a.example/x.png' },
    400,
    [],
  ],
  [
    'a file where text belongs',
    { displayName: seedImage('png'), imageFile: seedImage('png') },
    400,
  ],
  ['text where a file belongs', { displayName: 'Ada', imageFile: 'text' }, 400, ['imageFile']],
  [
    'a field of another name',
    { displayName: 'Ada', imageFile: seedImage('png'), file: 'x' },
    400,
    [],
  ],
  [
    'text that says it is an image',
    { displayName: 'Ada', imageFile: damaged(new Uint8Array(64)) },
    422,
  ],
  ['an empty file', { displayName: 'Ada', imageFile: damaged(new Uint8Array(0)) }, 422],
  [
    'a PNG cut off in its header',
    { displayName: 'Ada', imageFile: damaged(png().slice(0, 20)) },
    422,
  ],
  ['a PNG without width', { displayName: 'Ada', imageFile: claiming(0, 10) }, 422],
  [
    'a PNG of 60,000 pixels a side',
    { displayName: 'Ada', imageFile: claiming(60_000, 60_000) },
    422,
  ],
  ['a GIF', { displayName: 'Ada', imageFile: new File(['GIF89a\x10\x00\x10\x00'], 'a.gif') }, 422],
  [
    'an SVG',
    {
      displayName: 'Ada',
      imageFile: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg'),
    },
    422,
  ],
])('%s is refused', async (_, fields, status, path) => {
  const { ask } = await startAvatarService();
  const response = await ask('/v1/avatars', form(fields));
  const body = await response.json();
  expect([response.status, body]).toMatchObject([status, { error: expect.any(String) }]);
  if (path)
    expect(body.details.map((detail: { path: string[] }) => detail.path)).toContainEqual(path);
});

test('two files of one name are refused', async () => {
  const { ask } = await startAvatarService();
  const { method, body } = form({ displayName: 'Ada', imageFile: seedImage('png') });
  body.append('imageFile', seedImage('png'));
  expect((await ask('/v1/avatars', { method, body })).status).toBe(400);
});

test('an image of exactly 10 MB is taken, one byte more is 413', async () => {
  const { ask } = await startAvatarService();
  const fits = await ask(
    '/v1/avatars',
    form({ displayName: 'Ada', imageFile: pngOf(MAX_IMAGE_BYTES) }),
  );
  expect(fits.status).toBe(201);
  const over = await ask(
    '/v1/avatars',
    form({ displayName: 'Ada', imageFile: pngOf(MAX_IMAGE_BYTES + 1) }),
  );
  expect([over.status, await over.json()]).toMatchObject([413, { error: 'Payload Too Large' }]);
});

test.each([
  [
    'cut off amid a file',
    '--b\r\ncontent-disposition: form-data; name="imageFile"; filename="a"\r\n\r\nabc',
  ],
  [
    'without its last boundary',
    '--b\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nAda\r\n',
  ],
  ['that is no multipart at all', 'hello'],
])('a form %s is 400', async (_, body) => {
  const { ask } = await startAvatarService();
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const response = await ask('/v1/avatars', { method: 'POST', body, headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: expect.any(String),
    message: expect.any(String),
  });
});

test('a form without a boundary is refused in JSON', async () => {
  const { ask } = await startAvatarService();
  const headers = { 'content-type': 'multipart/form-data' };
  const response = await ask('/v1/avatars', { method: 'POST', body: 'x', headers });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: expect.any(String) });
});

test.each<[string, number, (body: FormData) => void]>([
  [
    'a third file',
    413,
    (body) => ['a', 'b'].forEach((name) => void body.append(name, seedImage('png'))),
  ],
  [
    'eleven more fields',
    413,
    (body) => Array.from('abcdefghijk').forEach((name) => void body.append(name, 'x')),
  ],
  [
    'a text of 65 KB',
    400,
    (body) => body.append('imageUrl', `https://a.example/${'x'.repeat(65_536)}`),
  ],
  ['a field called __proto__', 400, (body) => body.append('__proto__', 'x')],
])('a form with %s is refused with %i', async (_, status, add) => {
  const { ask } = await startAvatarService();
  const { method, body } = form({ displayName: 'Ada', imageFile: seedImage('png') });
  add(body);
  const response = await ask('/v1/avatars', { method, body });
  expect([response.status, await response.json()]).toMatchObject([
    status,
    { message: expect.any(String) },
  ]);
});

test('what a file is called and said to be does not count', async () => {
  const { ask } = await startAvatarService();
  const imageFile = new File([seedImageBytes('webp')], '../../x.html', { type: 'text/html' });
  const response = await ask('/v1/avatars', form({ displayName: 'Ada', imageFile }));
  expect(response.status).toBe(201);
  const picture = await fetch((await response.json()).imageUrl);
  expect(picture.headers.get('content-type')).toBe('image/webp');
});

test.each([524_287, 524_288, 524_289, 10_485_760])(
  'a picture of %i bytes comes back as it was sent',
  async (size) => {
    const { ask } = await startAvatarService();
    const bytes = Buffer.concat(createLargeImage(size));
    for (let at = 99; at < size; at += 4096) bytes[at] = at % 251;
    const imageFile = new File([bytes], 'a.png');
    const created = await ask('/v1/avatars', form({ displayName: 'Ada', imageFile }));
    expect(created.status).toBe(201);
    const picture = await fetch((await created.json()).imageUrl);
    expect(picture.headers.get('content-length')).toBe(String(size));
    expect(bytes.equals(Buffer.from(await picture.arrayBuffer()))).toBe(true);
  },
);

test('128 pictures are read at once, and the next when one of them is done', async () => {
  const place = await tempPlace();
  const store = await openStore(place);
  const { mediaSlice } = store.avatars;
  const released = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  let open = 0;
  const slices: Promise<unknown>[] = [];
  const heldBack: typeof mediaSlice = async (...request) => {
    open += 1;
    if (open === 128) full.resolve();
    if (open <= 128) await released.promise;
    const slice = mediaSlice(...request);
    slices.push(slice);
    return slice;
  };
  const avatars = { ...store.avatars, mediaSlice: heldBack };
  const { url, ask } = await startAvatarService({ place, store: { ...store, avatars } });
  const created = await ask(
    '/v1/avatars',
    form({ displayName: 'Ada', imageFile: seedImage('png') }),
  );
  const { pathname } = new URL((await created.json()).imageUrl);
  const { hostname, port } = new URL(url);
  const readers = Array.from({ length: 128 }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  });
  await full.promise;
  const refused = await ask(pathname, { key: null });
  expect([refused.status, refused.headers.get('cache-control')]).toStrictEqual([429, null]);
  expect(await refused.json()).toMatchObject({ error: 'Too Many Requests' });
  readers.pop()?.destroy();
  await expect.poll(async () => (await ask(pathname, { key: null })).status).toBe(200);
  released.resolve();
  // The store is closed after the test.
  await expect.poll(() => slices.length).toBe(open);
  await Promise.allSettled(slices);
  for (const socket of readers) socket.destroy();
});

test('a picture can be asked about without its bytes, and by any of several tags', async () => {
  const { ask } = await startAvatarService();
  const upload = form({ displayName: 'Ada', imageFile: seedImage('png') });
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

test('display names of 3 and of 50 characters are taken', async () => {
  const { ask } = await startAvatarService();
  for (const length of [3, 50]) {
    const displayName = 'x'.repeat(length);
    const response = await ask('/v1/avatars', form({ displayName, imageFile: seedImage('png') }));
    expect([length, response.status]).toStrictEqual([length, 201]);
  }
});
