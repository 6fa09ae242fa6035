import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedImage, seedImageBytes } from '../support/seeds.ts';

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
      'cache-control': expect.stringContaining('immutable'),
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
])('a form %s is 400 or 422, and nothing is stored', async (_, body) => {
  const { ask } = await startAvatarService();
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const response = await ask('/v1/avatars', { method: 'POST', body, headers });
  expect([400, 422]).toContain(response.status);
  expect(await response.json()).toMatchObject({
    error: expect.any(String),
    message: expect.any(String),
  });
});

test('a form without a boundary is refused in JSON', async () => {
  const { ask } = await startAvatarService();
  const headers = { 'content-type': 'multipart/form-data' };
  const response = await ask('/v1/avatars', { method: 'POST', body: 'x', headers });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(await response.json()).toMatchObject({ error: expect.any(String) });
});
