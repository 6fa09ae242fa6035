import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
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
const createImagePart = () => Buffer.concat([Buffer.from(PART), seedImageBytes('png')]);

const cases: [string, number, (service: RunningService) => Upload][] = [
  ['without a key', 401, () => ({ path: '/v1/avatars', type: multipart })],
  [
    'on the free plan',
    403,
    ({ keys }) => ({ path: '/v1/avatars', type: multipart, key: keys.free }),
  ],
  [
    'to an unknown path',
    404,
    ({ keys }) => ({ path: '/v1/nothing', type: multipart, key: keys.pro }),
  ],
  [
    'as an image over the limit',
    413,
    ({ keys }) => ({
      path: '/v1/avatars',
      type: multipart,
      key: keys.pro,
      start: createImagePart(),
    }),
  ],
  [
    'as JSON over the limit',
    413,
    ({ keys }) => ({ path: '/v1/personas', type: 'application/json', key: keys.pro }),
  ],
  [
    'with an unsupported media type',
    415,
    ({ keys }) => ({ path: '/v1/personas', type: 'text/plain', key: keys.pro }),
  ],
];

test.each(cases)(
  'a client that sends 16 MB %s before it reads gets the %i',
  { tags: ['slow'] },
  async (_, status, upload) => {
    const answer = await exchange(service.url, (socket) => writeWhole(socket, upload(service)));
    expect(parseResponse(answer)).toMatchObject({
      status,
      body: { error: expect.any(String), message: expect.any(String) },
    });
  },
);

test.each(cases)(
  'undici gets the response to an endless stream %s: %i',
  async (_, status, upload) => {
    const { path, start, ...rest } = upload(service);
    async function* endless() {
      yield Buffer.from(start ?? '');
      for (;;) yield filler;
    }
    const agent = new Agent();
    const answer = await request(`${service.url}${path}`, {
      method: 'POST',
      headers: createHeaders({ path, ...rest }),
      body: Readable.from(endless()),
      dispatcher: agent,
    });
    expect([answer.statusCode, await answer.body.json()]).toStrictEqual([
      status,
      expect.objectContaining({ message: expect.any(String) }),
    ]);
    await agent.destroy();
  },
);

test('a connection whose upload was rejected serves the next request', async () => {
  const { hostname, port } = new URL(service.url);
  const get = `GET /v1/personas HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${service.keys.pro}\r\nconnection: close\r\n\r\n`;
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const length = 3 * MEGABYTE;
  await writeAll(
    socket,
    `POST /v1/personas HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${service.keys.pro}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  await writeAll(socket, Buffer.alloc(length));
  await writeAll(socket, get);
  await once(socket, 'close');
  expect([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toStrictEqual([
    '413',
    '200',
  ]);
});
