import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { seedImage, seedImageBytes } from '../support/files.ts';
import { start } from '../support/start.ts';
import { startUpstream } from '../support/upstream.ts';
import { expectData, expectIssue } from './expectations.ts';

const UPLOAD = `mutation ($file: Upload!, $displayName: String = "Ada Test") {
  createAvatar(input: { displayName: $displayName, image: { file: $file } }) { avatar { id displayName imageUrl createdAt } }
}`;

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s upload creates an avatar with an identical image',
  async (format) => {
    const { upload, run } = await start();
    const data = await expectData(upload(UPLOAD, { file: null }, { file: seedImage(format) }));
    const { id, displayName, imageUrl } = data.createAvatar.avatar;
    expect(displayName).toBe('Ada Test');
    const image = await fetch(imageUrl);
    expect(image.headers.get('content-type')).toBe(`image/${format}`);
    expect(Buffer.from(await image.arrayBuffer()).equals(seedImageBytes(format))).toBe(true);
    const again = await run(`{ avatar(id: "${id}") { displayName imageUrl } }`);
    expect(again.data).toStrictEqual({ avatar: { displayName, imageUrl } });
  },
);

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

test('a file has at most the maximum size', {
  tags: ['slow'],
}, async () => {
  const { upload, upstream } = await start();
  const fits = await upload(UPLOAD, { file: null }, { file: sized(MAX_IMAGE_BYTES) });
  expect(fits.errors).toBeUndefined();
  const before = upstream.calls.length;
  const over = await upload(UPLOAD, { file: null }, { file: sized(MAX_IMAGE_BYTES + 1) });
  expectIssue(over.errors, ['input', 'image', 'file'], {
    message: 'The image must not be larger than 10 MB.',
  });
  expect(upstream.calls.slice(before)).toStrictEqual([]);
});

test('of a file that is no image and too large, only the type is reported: another one has another size', async () => {
  const { upload, upstream } = await start();
  const file = new File([new Uint8Array(11 * 1024 ** 2)], 'a.txt', { type: 'text/plain' });
  const { errors } = await upload(UPLOAD, { file: null }, { file });
  expectIssue(errors, ['input', 'image', 'file'], {
    message: 'The image must be a JPEG, PNG or WebP file.',
  });
  expect(upstream.calls).toStrictEqual([]);
});

test('a text file with an image type is UNPROCESSABLE', async () => {
  const { upload } = await start();
  const text = new File(['not an image'], 'a.png', { type: 'image/png' });
  const { errors } = await upload(UPLOAD, { file: null }, { file: text });
  expect(errors?.[0]?.extensions.code).toBe('UNPROCESSABLE');
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
  [4_500_000, 4_500_001, 'The image must not be larger than 4.3 MB.'],
  [20 * 1024 * 1024, 20 * 1024 * 1024 + 1, 'The image must not be larger than 20 MB.'],
])(
  'the image limit is configurable: %i bytes',
  { tags: ['slow'] },
  async (maxImageBytes, tooMany, message) => {
    const upstream = await startUpstream((request, response) => {
      request.resume().on('end', () => response.writeHead(201).end('{"id":"a1"}'));
    });
    const { upload } = await start({ upstream, maxImageBytes });
    const fits = await upload(UPLOAD, { file: null }, { file: sized(maxImageBytes) });
    expect(fits.data).toMatchObject({ createAvatar: { avatar: { id: 'a1' } } });
    const over = await upload(UPLOAD, { file: null }, { file: sized(tooMany) });
    expectIssue(over.errors, ['input', 'image', 'file'], { message });
  },
);
