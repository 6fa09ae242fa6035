import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { seedImage, seedImageBytes } from '../support/files.ts';
import { startLive } from '../support/live-service.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

const UPLOAD = `mutation ($file: Upload!, $displayName: String = "Ada Test") {
  createAvatar(input: { displayName: $displayName, image: { file: $file } }) { avatar { id displayName imageUrl createdAt } }
}`;

test('the media type of a file without one is derived from its content', async () => {
  const { upload } = await start();
  const untyped = new File([seedImageBytes('webp')], 'ada', { type: 'application/octet-stream' });
  const data = await expectData(upload(UPLOAD, { file: null }, { file: untyped }));
  expect((await fetch(data.createAvatar.avatar.imageUrl)).headers.get('content-type')).toBe(
    'image/webp',
  );
});

const png = seedImageBytes('png');

/** Creates an image of a size. */
const sized = (size: number) =>
  new File([png, new Uint8Array(size - png.length)], 'big.png', { type: 'image/png' });

test('of a file that is no image and too large, only the type is reported: another one has another size', async () => {
  const upstream = await fakeService(reply(201, { id: 'a1' }));
  const { upload } = await start({ upstream, maxImageBytes: 100 });
  const file = new File([new Uint8Array(101)], 'a.txt', { type: 'text/plain' });
  const { errors } = await upload(UPLOAD, { file: null }, { file });
  expectIssue(errors, ['input', 'image', 'file'], {
    message: 'The image must be a JPEG, PNG or WebP file.',
  });
  expect(upstream.calls).toStrictEqual([]);
});

test.each([
  [undefined, MAX_IMAGE_BYTES, '10 MB'],
  [1_500_000, 1_500_000, '1.4 MB'],
  [MAX_IMAGE_BYTES + 1, MAX_IMAGE_BYTES + 1, '10 MB'],
])('an image has at most %j bytes: %i', { tags: ['slow'] }, async (maxImageBytes, size, shown) => {
  const { upload, upstream } = await start({
    upstream: (request, response) =>
      request.resume().on('end', () => response.writeHead(201).end('{"id":"a1"}')),
    ...(maxImageBytes && { maxImageBytes }),
  });
  const fits = await upload(UPLOAD, { file: null }, { file: sized(size) });
  expect(fits.data).toMatchObject({ createAvatar: { avatar: { id: 'a1' } } });
  const over = await upload(UPLOAD, { file: null }, { file: sized(size + 1) });
  const message = `The image must not be larger than ${shown}.`;
  expectIssue(over.errors, ['input', 'image', 'file'], { message });
  expect(upstream.calls).toHaveLength(1);
});

const CREATE_WITH_MODEL = `mutation ($file: Upload, $model: String) {
  createAvatar(input: { displayName: "Ada Test", image: { file: $file }, avatarModel: $model }) {
    avatar { defaultModel }
  }
}`;

test.each([
  ['the built-in service', () => start(), 'cara-2'],
  ['a live service', async () => startLive(), 'cara-4-latest'],
])('%s creates an avatar with a named model', async (_, start, model) => {
  const { upload } = await start();
  const image = { file: seedImage('png') };
  const data = await expectData(upload(CREATE_WITH_MODEL, { file: null, model }, image));
  expect(data.createAvatar.avatar).toStrictEqual({ defaultModel: model });
});
