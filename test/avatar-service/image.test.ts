import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';

const { ask } = await startAvatarService();

/** Creates an avatar from bytes. Returns the status, and the image if it was created. */
async function create(bytes: Uint8Array, name = 'a.png', type = 'image/png') {
  const imageFile = new File([new Uint8Array(bytes)], name, { type });
  const response = await ask('/v1/avatars', createAvatarInit(imageFile));
  const { imageUrl, message } = await response.json();
  if (response.status !== 201) return { status: response.status, message };
  return { status: 201, image: await fetch(imageUrl) };
}

const formats = ['png', 'jpeg', 'webp'] as const;

test.each(
  formats.flatMap((format) => [0.3, 0.6, 0.99].map((fraction) => [format, fraction] as const)),
)('a %s truncated at the fraction %d is 422', async (format, fraction) => {
  const bytes = seedImageBytes(format);
  const { status, message } = await create(bytes.subarray(0, Math.floor(bytes.length * fraction)));
  expect([status, message]).toStrictEqual([422, 'The image is incomplete.']);
});

test.each(formats)('a %s without its last byte is 422', async (format) => {
  const bytes = seedImageBytes(format);
  // After the padding byte that a WebP may end with, and the zeros that some writers leave after a JPEG.
  const end = format === 'webp' ? bytes.length - 2 : bytes.length - 1;
  expect((await create(bytes.subarray(0, end))).status).toBe(422);
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

test.each<[string, Uint8Array]>([
  ['without any data', createPng(8, 8)],
  ['with a chunk longer than the file', createPng(8, 8, Buffer.from('7fffffff49444154', 'hex'))],
  ['with a chunk of the maximum length', createPng(8, 8, Buffer.from('ffffffff49444154', 'hex'))],
  ['of the maximum width', createPng(0xffffffff, 1, data)],
  ['that is one pixel too wide', createPng(8193, 1, data)],
  ['that is one pixel too high', createPng(1, 8193, data)],
  ['that has no height', createPng(8, 0, data)],
  ['that is only a signature', Buffer.from('89504e470d0a1a0a', 'hex')],
])('a PNG %s is 422', async (_, bytes) => {
  expect((await create(bytes)).status).toBe(422);
});

test.each<[string, Uint8Array]>([
  ['only its start', Buffer.from('ffd8', 'hex')],
  ['segments without end', Buffer.from(`ffd8${'ffe00002'.repeat(5000)}`, 'hex')],
  ['a segment of no length', Buffer.from('ffd8ffe00000ffd9', 'hex')],
  ['a segment longer than the file', Buffer.from('ffd8ffe0ffffffd9', 'hex')],
  ['an end without image data', Buffer.from('ffd8ffd9', 'hex')],
])('a JPEG of %s is 422', async (_, bytes) => {
  expect((await create(bytes)).status).toBe(422);
});

test.each<[string, Uint8Array]>([
  ['with a length beyond its end', Buffer.from('52494646ffffff7f5745425056503820', 'hex')],
  ['without a chunk', Buffer.from('524946460400000057454250', 'hex')],
  ['with another RIFF type', Buffer.from('524946460400000057415645', 'hex')],
])('a WebP %s is 422', async (_, bytes) => {
  expect((await create(bytes)).status).toBe(422);
});

test('an image that decompresses to 256 MB is not decompressed', { tags: ['slow'] }, async () => {
  const before = process.memoryUsage.rss();
  const bomb = createChunk('IDAT', deflateSync(Buffer.alloc(64 * 1024 * 1024)));
  const text = createChunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]),
  );
  const bytes = createPng(8192, 8192, text, bomb);
  expect(bytes.length).toBeLessThan(256 * 1024);
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
  [
    'an archive after its end',
    Buffer.concat([seedImageBytes('jpeg'), Buffer.from('PK\u0003\u0004')]),
    'image/jpeg',
  ],
])('scripts in an image with %s cannot run', async (_, bytes, type) => {
  const { image } = await create(bytes, 'a.html', 'text/html');
  expect(Object.fromEntries(image?.headers ?? [])).toMatchObject({
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
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
  ['an HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
])('%s is 422, whatever its media type', async (_, bytes) => {
  expect((await create(bytes)).status).toBe(422);
});
