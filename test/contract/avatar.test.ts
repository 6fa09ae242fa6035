import { expect, test } from 'vitest';
import { CreateAvatar, CreateAvatarFromUrl } from '../../src/contract/avatar.ts';
import { violations } from './violations.ts';

const MEGABYTE = 1_048_576;
const imageUrl = 'https://images.example/portrait.png';

const image = (size: number, type = 'image/png') =>
  new File([new Uint8Array(size)], 'portrait.png', { type });

const imageFile = image(8);

const refusals = (body: unknown) => violations(CreateAvatar, body);

test('an avatar is made of a display name and an image file, or a display name and an address', () => {
  const fromFile = { displayName: 'Ada', imageFile };
  expect(CreateAvatar.parse(fromFile)).toStrictEqual(fromFile);
  const fromUrl = { displayName: 'Ada', imageUrl };
  expect(CreateAvatar.parse(fromUrl)).toStrictEqual(fromUrl);
  expect(CreateAvatarFromUrl.parse(fromUrl)).toStrictEqual(fromUrl);
});

test('exactly one of imageFile and imageUrl is taken', () => {
  expect(refusals({ displayName: 'Ada' })).toStrictEqual(['']);
  expect(refusals({ displayName: 'Ada', imageFile, imageUrl })).toStrictEqual(['']);
});

test('JSON has room for an address alone', () => {
  expect(violations(CreateAvatarFromUrl, { displayName: 'Ada' })).toStrictEqual(['imageUrl']);
  expect(CreateAvatarFromUrl.safeParse({ displayName: 'Ada', imageUrl, imageFile }).success).toBe(
    false,
  );
});

test.each([
  [2, ['displayName']],
  [3, []],
  [50, []],
  [51, ['displayName']],
])('a display name of %i characters is refused at %j', (length, paths) => {
  const displayName = 'x'.repeat(length);
  expect(refusals({ displayName, imageFile })).toStrictEqual(paths);
  expect(violations(CreateAvatarFromUrl, { displayName, imageUrl })).toStrictEqual(paths);
});

test.each([undefined, null, 7, ['Ada']])('%j is no display name', (displayName) => {
  expect(refusals({ displayName, imageFile })).toStrictEqual(['displayName']);
});

test.each(['image/jpeg', 'image/png', 'image/webp'])('an image may be %s', (type) => {
  expect(refusals({ displayName: 'Ada', imageFile: image(8, type) })).toStrictEqual([]);
});

test.each(['image/gif', 'image/svg+xml', 'application/octet-stream', 'text/plain', ''])(
  'an image may not be %j',
  (type) => {
    expect(refusals({ displayName: 'Ada', imageFile: image(8, type) })).toStrictEqual([
      'imageFile',
    ]);
  },
);

// @assumed MB is 1,048,576 bytes.
test('an image of 10 MB is taken, and one byte more refused', () => {
  expect(refusals({ displayName: 'Ada', imageFile: image(10 * MEGABYTE) })).toStrictEqual([]);
  expect(refusals({ displayName: 'Ada', imageFile: image(10 * MEGABYTE + 1) })).toStrictEqual([
    'imageFile',
  ]);
});

test.each(['portrait.png', 7, { name: 'portrait.png' }])('%j is no image file', (value) => {
  expect(refusals({ displayName: 'Ada', imageFile: value })).toContain('imageFile');
});

test.each([
  'portrait.png',
  '//images.example/a.png',
  'ftp://images.example/a.png',
  'file:///etc/passwd',
  'data:image/png;base64,iVBORw0KGgo=',
  '',
  7,
  null,
])('%j is no address of an image', (address) => {
  expect(violations(CreateAvatarFromUrl, { displayName: 'Ada', imageUrl: address })).toStrictEqual([
    'imageUrl',
  ]);
});

// @assumed The specification does not say what becomes of fields it does not have.
test('a field that the table does not have is refused', () => {
  expect(CreateAvatar.safeParse({ displayName: 'Ada', imageFile, style: 'x' }).success).toBe(false);
});
