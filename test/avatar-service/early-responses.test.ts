import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedImageBytes } from '../support/files.ts';
import { exchange, parseResponse, writeAll } from '../support/raw-http.ts';

const MEGABYTE = 1024 * 1024;
/** More than the buffers between a client and the service. */
const BIG = 16;
const BOUNDARY = 'a-boundary';
const PART = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="imageFile"; filename="a.png"',
  'content-type: image/png',
  '',
  '',
].join('\r\n');
const filler = randomBytes(MEGABYTE);

/** A request with a large body. */
interface Upload {
  readonly path: string;
  readonly key?: string;
  readonly type: string;
  readonly start?: string | Uint8Array;
}

const createHeaders = ({ key, type }: Upload) => ({
  'content-type': type,
  ...(key !== undefined && { authorization: `Bearer ${key}` }),
});

/** Writes the whole upload before it reads the response. */
async function writeWhole(socket: Socket, upload: Upload) {
  const headers = { ...createHeaders(upload), 'content-length': BIG * MEGABYTE };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  await writeAll(socket, `POST ${upload.path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`);
  const first = Buffer.concat([Buffer.from(upload.start ?? ''), filler]).subarray(0, MEGABYTE);
  await writeAll(socket, first);
  for (let count = 1; count < BIG; count += 1) await writeAll(socket, filler);
}

/** One service for all, because a rejected upload changes nothing. */
const service = await startAvatarService();

const multipart = `multipart/form-data; boundary=${BOUNDARY}`;
const key = service.keys.pro;

const cases: [string, number, Upload][] = [
  ['without a key', 401, { path: '/v1/avatars', type: multipart }],
  ['on the free plan', 403, { path: '/v1/avatars', type: multipart, key: service.keys.free }],
  ['to an unknown path', 404, { path: '/v1/nothing', type: multipart, key }],
  [
    'as an image over the limit',
    413,
    {
      path: '/v1/avatars',
      type: multipart,
      key,
      start: Buffer.concat([Buffer.from(PART), seedImageBytes('png')]),
    },
  ],
  ['as JSON over the limit', 413, { path: '/v1/personas', type: 'application/json', key }],
  ['with an unsupported media type', 415, { path: '/v1/personas', type: 'text/plain', key }],
];

test.each(cases)(
  'a client that sends 16 MB %s before it reads gets the %i',
  { tags: ['slow'] },
  async (_, status, upload) => {
    const answer = await exchange(service.url, (socket) => writeWhole(socket, upload));
    expect(parseResponse(answer)).toMatchObject({
      status,
      body: { error: expect.any(String), message: expect.any(String) },
    });
  },
);

test('a connection whose upload was rejected serves the next request', async () => {
  const { host } = new URL(service.url);
  const length = 3 * MEGABYTE;
  const head = `HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n`;
  const text = await exchange(service.url, async (socket) => {
    const type = 'content-type: application/json\r\n';
    await writeAll(socket, `POST /v1/personas ${head}${type}content-length: ${length}\r\n\r\n`);
    await writeAll(socket, Buffer.alloc(length));
    await writeAll(socket, `GET /v1/personas ${head}connection: close\r\n\r\n`);
  });
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  expect(statuses).toStrictEqual(['413', '200']);
});
