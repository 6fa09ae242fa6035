import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';

const { ask, send } = await startAvatarService();

/** Creates an avatar from bytes. Returns the status, and the message or the URL of the image. */
async function create(bytes: Uint8Array, name = 'a.png', type = 'image/png') {
  const imageFile = new File([new Uint8Array(bytes)], name, { type });
  const { status, body } = await send('POST /v1/avatars', createAvatarInit(imageFile).body);
  return { status, message: body.message, imageUrl: body.imageUrl };
}

const formats = ['png', 'jpeg', 'webp'] as const;

test.each(formats)('a %s that is cut, even by its last byte, is 422', async (format) => {
  const bytes = seedImageBytes(format);
  // After the padding byte that a WebP may end with, and the zeros that some writers leave after a JPEG.
  const last = bytes.length - (format === 'webp' ? 2 : 1);
  for (const end of [...[0.3, 0.6, 0.99].map((part) => Math.floor(bytes.length * part)), last]) {
    const { status, message } = await create(bytes.subarray(0, end));
    expect([status, message]).toStrictEqual([422, 'The image is incomplete.']);
  }
});

/** Creates a JPEG with this much metadata before its size, as cameras and editors write it. */
function createJpegWithMetadata(kilobytes: number) {
  const jpeg = seedImageBytes('jpeg');
  const segment = Buffer.alloc(1_024);
  segment.writeUInt32BE(0xffe10000 + 1_022);
  const metadata = Array.from({ length: kilobytes }, () => segment);
  return Buffer.concat([jpeg.subarray(0, 2), ...metadata, jpeg.subarray(2)]);
}

test('a JPEG with 400 KB of metadata before its size is accepted', async () => {
  expect(await create(createJpegWithMetadata(400))).toMatchObject({ status: 201 });
});

test('an image of so many parts that reading them would take long is 422', async () => {
  expect((await create(createJpegWithMetadata(1_500))).status).toBe(422);
  const png = seedImageBytes('png');
  const [start, rest] = [png.subarray(0, 33), png.subarray(33)];
  const chunk = Buffer.from('0000000074455874f3b8fdb5', 'hex');
  const withChunks = (count: number) =>
    create(Buffer.concat([start, ...Array.from({ length: count }, () => chunk), rest]));
  expect((await withChunks(1_000)).status).toBe(201);
  expect((await withChunks(100_001)).message).toBe('The image is incomplete.');
});

test.each(['image/jpg', 'image/pjpeg', 'binary/octet-stream', 'text/plain', ''])(
  'a picture with the declared type %j is accepted',
  async (type) => {
    for (const format of formats)
      expect(await create(seedImageBytes(format), 'photo', type)).toMatchObject({ status: 201 });
  },
);

test.each([
  ['no content type', 'filename="a.png"'],
  ['an empty file name', 'filename=""'],
])('a form part with %s is a picture', async (_, filename) => {
  const lines = [
    '--b',
    'content-disposition: form-data; name="displayName"',
    '',
    'Ada',
    '--b',
    `content-disposition: form-data; name="imageFile"; ${filename}`,
    '',
    '',
  ];
  const end = Buffer.from('\r\n--b--\r\n');
  const body = Buffer.concat([Buffer.from(lines.join('\r\n')), seedImageBytes('png'), end]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  expect((await ask('/v1/avatars', { method: 'POST', body, headers })).status).toBe(201);
});

const createChunk = (type: string, data: Uint8Array) => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
};

/** Creates a PNG of this width and height, with these chunks between its header and its end. */
function createPng(width: number, height: number, ...chunks: readonly Buffer[]) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    start,
    createChunk('IHDR', header),
    ...chunks,
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

const data = createChunk('IDAT', deflateSync(Buffer.alloc(64)));

test.each<[string, Uint8Array | string]>([
  ['a PNG without any data', createPng(8, 8)],
  [
    'a PNG with a chunk longer than the file',
    createPng(8, 8, Buffer.from('7fffffff49444154', 'hex')),
  ],
  ['a PNG that is one pixel too wide', createPng(8193, 1, data)],
  ['a PNG that is one pixel too high', createPng(1, 8193, data)],
  ['a PNG that has no height', createPng(8, 0, data)],
  ['a JPEG of segments without end', `ffd8${'ffe00002'.repeat(5000)}`],
  ['a JPEG of a segment of no length', 'ffd8ffe00000ffd9'],
  ['a JPEG of a segment longer than the file', 'ffd8ffe0ffffffd9'],
  ['a WebP with a length beyond its end', '52494646ffffff7f5745425056503820'],
  ['a WebP without a chunk', '524946460400000057454250'],
  ['a WebP with another RIFF type', '524946460400000057415645'],
])('%s is 422', async (_, content) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'hex') : content;
  expect((await create(bytes)).status).toBe(422);
});

test('an image that decompresses to 256 MB is not decompressed', { tags: ['slow'] }, async () => {
  const bomb = createChunk('IDAT', deflateSync(Buffer.alloc(64 * 1024 * 1024)));
  const text = createChunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]),
  );
  const bytes = createPng(8192, 8192, text, bomb);
  expect(bytes.length).toBeLessThan(256 * 1024);
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 5; i += 1) expect((await create(bytes)).status).toBe(201);
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
});

const page = '<html><script>alert(document.domain)</script></html>';

test.each<[string, Uint8Array, string]>([
  ['a page after its end', Buffer.concat([seedImageBytes('png'), Buffer.from(page)]), 'image/png'],
  [
    'a page in its comment',
    createPng(8, 8, createChunk('tEXt', Buffer.from(`Comment\0${page}`)), data),
    'image/png',
  ],
])('scripts in an image with %s cannot run', async (_, bytes, type) => {
  const { imageUrl } = await create(bytes, 'a.html', 'text/html');
  expect(Object.fromEntries((await fetch(imageUrl)).headers)).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test.each<[string, Uint8Array]>([
  ['a page that begins like a PNG', Buffer.concat([Buffer.from('\x89PNG'), Buffer.from(page)])],
  ['a page before a PNG', Buffer.concat([Buffer.from(page), seedImageBytes('png')])],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script/></svg>'),
  ],
  ['a GIF that is JavaScript', Buffer.from('GIF89a/*\x00\x08\x00*/=1;alert(1)')],
])('%s is 422, whatever its media type', async (_, bytes) => {
  expect((await create(bytes)).status).toBe(422);
});
