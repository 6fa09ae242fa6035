import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, createFormInit, seedImage, seedImageBytes } from '../support/files.ts';

// One service for all, because a rejected form changes nothing.
const { ask } = await startAvatarService();

const png = () => seedImageBytes('png');

/** Creates a PNG of that size in bytes. Bytes after its last chunk are ignored. */
const createPng = (size: number, name = 'big.png') =>
  new File([png(), new Uint8Array(size - png().length)], name, { type: 'image/png' });

const createFile = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
  new File([bytes], 'a.png', { type });

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
  ['a file for a text field', { displayName: seedImage('png'), imageFile: seedImage('png') }, 400],
  ['text for a file field', { displayName: 'Ada', imageFile: 'text' }, 400, ['imageFile']],
  [
    'an unknown field',
    { displayName: 'Ada', imageFile: seedImage('png'), file: 'x' },
    400,
    ['file'],
  ],
  [
    'text with an image type',
    { displayName: 'Ada', imageFile: createFile(new Uint8Array(64)) },
    422,
  ],
  ['an empty file', { displayName: 'Ada', imageFile: createFile(new Uint8Array(0)) }, 422],
  ['more than 10 MB', { displayName: 'Ada', imageFile: createPng(MAX_IMAGE_BYTES + 1) }, 413],
])('%s is rejected', async (_, fields, status, path) => {
  const response = await ask('/v1/avatars', createFormInit(fields));
  const body = await response.json();
  expect([response.status, body]).toMatchObject([status, { error: expect.any(String) }]);
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
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: expect.any(String),
    message: expect.any(String),
  });
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
    'a text field of 65 KB',
    400,
    (body) => body.append('imageUrl', `https://a.example/${'x'.repeat(65_536)}`),
  ],
  ['a second file in its field', 400, (body) => body.append('imageFile', seedImage('png'))],
  ['a field called __proto__', 400, (body) => body.append('__proto__', 'x')],
])('a form with %s is rejected with %i', async (_, status, add) => {
  const { method, body } = createAvatarInit();
  add(body);
  const response = await ask('/v1/avatars', { method, body });
  expect([response.status, await response.json()]).toMatchObject([
    status,
    { message: expect.any(String) },
  ]);
});
