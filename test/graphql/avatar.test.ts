import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { seedImageBytes } from '../support/files.ts';
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
  const { upload, upstream } = await start();
  const file = new File([new Uint8Array(11 * 1024 ** 2)], 'a.txt', { type: 'text/plain' });
  const { errors } = await upload(UPLOAD, { file: null }, { file });
  expectIssue(errors, ['input', 'image', 'file'], {
    message: 'The image must be a JPEG, PNG or WebP file.',
  });
  expect(upstream.calls).toStrictEqual([]);
});

const CREATE = `mutation ($image: AvatarImageInput!) {
  createAvatar(input: { displayName: "Ada Test", image: $image }) { avatar { id } }
}`;

test('an image URL to a private address is reported at its path', async () => {
  const { run } = await start();
  const { errors } = await run(CREATE, { image: { url: 'http://127.0.0.1:1/x.png' } });
  expectIssue(errors, ['input', 'image', 'url']);
});

test('creating an avatar on the free plan fails with PLAN_REQUIRED', async () => {
  const { run, keys } = await start();
  const headers = { authorization: `Bearer ${keys.free}` };
  const { errors } = await run(CREATE, { image: { url: 'https://a.example/x.png' } }, headers);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'PLAN_REQUIRED', reason: 'plan_required' });
  expect(errors?.[0]?.message).toMatch(/pro|enterprise/);
});

test.each([
  [undefined, MAX_IMAGE_BYTES, '10 MB'],
  [4_500_000, 4_500_000, '4.3 MB'],
  [20 * 1024 * 1024, 20 * 1024 * 1024, '20 MB'],
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
