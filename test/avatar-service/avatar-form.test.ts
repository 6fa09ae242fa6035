import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, createFormInit, createLargeImage, seedImage } from '../support/files.ts';

// One service for all, because a rejected form changes nothing.
const { ask, send } = await startAvatarService();

const image = seedImage('png');

const createFile = (bytes: number) =>
  new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });

/** Creates the fields of an avatar, with others in addition or instead. */
const avatar = (fields: Record<string, string | File>) => ({
  displayName: 'Ada',
  imageFile: image,
  ...fields,
});

test.each<[string, Record<string, string | File>, number, string[]?]>([
  ['no display name', { imageFile: image }, 400, ['displayName']],
  ['no image', { displayName: 'Ada' }, 400, []],
  ['both kinds of image', avatar({ imageUrl: 'https://a.example/x.png' }), 400, []],
  ['a file for a text field', avatar({ displayName: image }), 400],
  ['text for a file field', avatar({ imageFile: 'text' }), 400, ['imageFile']],
  ['an unknown field', avatar({ file: 'x' }), 400, ['file']],
  ['text with an image type', avatar({ imageFile: createFile(64) }), 422],
  ['an empty file', avatar({ imageFile: createFile(0) }), 422],
  [
    'more than 10 MB',
    avatar({ imageFile: new File(createLargeImage(MAX_IMAGE_BYTES + 1), 'big.png') }),
    413,
  ],
])('%s is rejected', async (_, fields, status, path) => {
  const { status: actual, body } = await send('POST /v1/avatars', createFormInit(fields).body);
  expect([actual, body]).toMatchObject([status, { error: expect.any(String) }]);
  if (path)
    expect(body.details.map((detail: { path: string[] }) => detail.path)).toContainEqual(path);
});

test.each([
  [
    'truncated within a file',
    '--b\r\ncontent-disposition: form-data; name="imageFile"; filename="a"\r\n\r\nabc',
  ],
  [
    'without its last boundary',
    '--b\r\ncontent-disposition: form-data; name="displayName"\r\n\r\nAda\r\n',
  ],
  ['that is not multipart', 'hello'],
  ['without a boundary in its type', 'x', ''],
])('a form %s is 400', async (_, body = '', boundary = '; boundary=b') => {
  const headers = { 'content-type': `multipart/form-data${boundary}` };
  const response = await ask('/v1/avatars', { method: 'POST', body, headers });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: expect.any(String), message: expect.any(String) },
  ]);
});

test.each<[string, number, (body: FormData) => void]>([
  ['a third file', 413, (body) => ['a', 'b'].forEach((name) => void body.append(name, image))],
  [
    'eleven more fields',
    413,
    (body) => Array.from('abcdefghijk').forEach((name) => void body.append(name, 'x')),
  ],
  [
    'a text field of 65 KB',
    400,
    (body) => body.append('imageUrl', `https://a.example/${'x'.repeat(65_536)}`),
  ],
  ['a second file in its field', 400, (body) => body.append('imageFile', image)],
  ['a field called __proto__', 400, (body) => body.append('__proto__', 'x')],
])('a form with %s is rejected with %i', async (_, status, add) => {
  const form = createAvatarInit().body;
  add(form);
  const rejected = { status, body: { message: expect.any(String) } };
  expect(await send('POST /v1/avatars', form)).toMatchObject(rejected);
});
