import { expect, test } from 'vitest';
import { CreateAvatar, CreateAvatarFromUrl } from '../../src/contract/avatar.ts';
import { findIssuePaths } from './find-issue-paths.ts';

const MEGABYTE = 1_048_576;
const imageUrl = 'https://images.example/portrait.png';

const image = (size: number, type = 'image/png') =>
  new File([new Uint8Array(size)], 'portrait.png', { type });

const imageFile = image(8);

const findPaths = (body: unknown) => findIssuePaths(CreateAvatar, body);

test('an avatar has a display name, and an image file or an image URL', () => {
  const fromFile = { displayName: 'Ada', imageFile };
  expect(CreateAvatar.parse(fromFile)).toStrictEqual(fromFile);
  const fromUrl = { displayName: 'Ada', imageUrl };
  expect(CreateAvatar.parse(fromUrl)).toStrictEqual(fromUrl);
  expect(CreateAvatarFromUrl.parse(fromUrl)).toStrictEqual(fromUrl);
});

test('exactly one of imageFile and imageUrl is required', () => {
  expect(findPaths({ displayName: 'Ada' })).toStrictEqual(['']);
  expect(findPaths({ displayName: 'Ada', imageFile, imageUrl })).toStrictEqual(['']);
});

test('the JSON body accepts only imageUrl', () => {
  expect(findIssuePaths(CreateAvatarFromUrl, { displayName: 'Ada' })).toStrictEqual(['imageUrl']);
  expect(CreateAvatarFromUrl.safeParse({ displayName: 'Ada', imageUrl, imageFile }).success).toBe(
    false,
  );
});

test.each([
  [2, ['displayName']],
  [3, []],
  [50, []],
  [51, ['displayName']],
])('a display name of %i characters has issues at %j', (length, paths) => {
  const displayName = 'x'.repeat(length);
  expect(findPaths({ displayName, imageFile })).toStrictEqual(paths);
  expect(findIssuePaths(CreateAvatarFromUrl, { displayName, imageUrl })).toStrictEqual(paths);
});

test.each([undefined, null, 7, ['Ada']])('%j is not a display name', (displayName) => {
  expect(findPaths({ displayName, imageFile })).toStrictEqual(['displayName']);
});

test.each(['image/jpeg', 'image/png', 'image/webp'])('an image can be %s', (type) => {
  expect(findPaths({ displayName: 'Ada', imageFile: image(8, type) })).toStrictEqual([]);
});

test.each(['image/gif', 'image/svg+xml', 'application/octet-stream', 'text/plain', ''])(
  'an image cannot be %j',
  (type) => {
    expect(findPaths({ displayName: 'Ada', imageFile: image(8, type) })).toStrictEqual([
      'imageFile',
    ]);
  },
);

// @assumed MB is 1,048,576 bytes.
test('an image has at most 10 MB', () => {
  expect(findPaths({ displayName: 'Ada', imageFile: image(10 * MEGABYTE) })).toStrictEqual([]);
  expect(findPaths({ displayName: 'Ada', imageFile: image(10 * MEGABYTE + 1) })).toStrictEqual([
    'imageFile',
  ]);
});

test.each(['portrait.png', 7, { name: 'portrait.png' }])('%j is not an image file', (value) => {
  expect(findPaths({ displayName: 'Ada', imageFile: value })).toContain('imageFile');
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
])('%j is not an image URL', (value) => {
  expect(
    findIssuePaths(CreateAvatarFromUrl, { displayName: 'Ada', imageUrl: value }),
  ).toStrictEqual(['imageUrl']);
});

// @assumed The specification does not define how unknown fields are handled.
test('an unknown field is rejected', () => {
  expect(CreateAvatar.safeParse({ displayName: 'Ada', imageFile, style: 'x' }).success).toBe(false);
});
