import type { RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startAvatarService } from '../support/avatar-service.ts';
import { seedImageBytes } from '../support/files.ts';
import { listen } from '../support/resources.ts';

const png = seedImageBytes('png');

/** A service that fetches images only from public addresses. */
const publicOnly = await startAvatarService();

/** Starts an image server, and creates an avatar from its URL. */
async function createFrom(server: RequestListener, path = '/a.png', allowPrivateImageUrls = true) {
  const { askJson, ask } = await startAvatarService({ allowPrivateImageUrls });
  const address = await listen(server);
  const response = await askJson('POST', '/v1/avatars', {
    displayName: 'Ada',
    imageUrl: `${address}${path}`,
  });
  return { status: response.status, body: await response.json(), ask };
}

const sendPng: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(png);
};

test('an avatar is created from an image URL', async () => {
  const { status, body, ask } = await createFrom(sendPng);
  expect(status).toBe(201);
  const image = await ask(new URL(body.imageUrl).pathname, { key: null });
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(png);
});

test('three redirects are followed', async () => {
  const hops =
    (limit: number): RequestListener =>
    (request, response) => {
      const hop = Number(new URL(request.url ?? '', 'http://x').searchParams.get('hop'));
      if (hop === limit) sendPng(request, response);
      else response.writeHead(302, { location: `/a.png?hop=${hop + 1}` }).end();
    };
  expect((await createFrom(hops(3), '/a.png?hop=0')).status).toBe(201);
  const tooMany = await createFrom(hops(4), '/a.png?hop=0');
  expect(tooMany).toMatchObject({ status: 400, body: { details: [{ path: ['imageUrl'] }] } });
});

test.each<[string, RequestListener, number]>([
  [
    'redirects in a loop',
    (_, response) => void response.writeHead(302, { location: '/a.png' }).end(),
    400,
  ],
  [
    'redirects to another scheme',
    (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    400,
  ],
  [
    'redirects to a URL with a password',
    (_, response) => void response.writeHead(302, { location: 'http://u:p@127.0.0.1/' }).end(),
    400,
  ],
  ['responds with 404', (_, response) => void response.writeHead(404).end('internal secret'), 400],
  ['responds with 500', (_, response) => void response.writeHead(500).end('internal secret'), 400],
  ['closes the connection', (request) => void request.socket.destroy(), 400],
  [
    'closes the connection within the image',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100000' });
      response.write(png, () => response.destroy());
    },
    400,
  ],
  [
    'responds with text',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('internal secret'),
    422,
  ],
  ['sends no content type', (_, response) => void response.writeHead(200).end(png), 422],
  [
    'sends a wrong content type',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end('internal secret'),
    422,
  ],
  [
    'declares more than 10 MB',
    (_, response) => {
      response.writeHead(200, {
        'content-type': 'image/png',
        'content-length': String(11 * 1024 * 1024),
      });
      response.flushHeaders();
    },
    413,
  ],
  [
    'sends more than 10 MB',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const block = Buffer.alloc(1024 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(block));
        response.once('drain', more);
      };
      more();
    },
    413,
  ],
])(
  'the error for an image URL whose server %s contains nothing of the response',
  async (_, server, status) => {
    const answer = await createFrom(server);
    expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
    expect(JSON.stringify(answer.body)).not.toContain('internal secret');
  },
);

test.each<[string, RequestListener]>([
  ['never responds', () => undefined],
  [
    'sends one byte at a time without end',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('an image URL whose server %s times out', async (_, server) => {
  const closed = Promise.withResolvers<void>();
  const { askJson } = await startAvatarService({
    allowPrivateImageUrls: true,
    imageUrlTimeout: 200,
  });
  const imageUrl = await listen((request, response) => {
    response.on('close', () => closed.resolve());
    server(request, response);
  });
  const response = await askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { details: [{ path: ['imageUrl'] }] },
  ]);
  await closed.promise;
});

test('an image URL to the local machine is rejected unless a setting allows it', async () => {
  let called = false;
  const { status, body } = await createFrom(
    (request, response) => {
      called = true;
      sendPng(request, response);
    },
    '/a.png',
    false,
  );
  expect([status, called]).toStrictEqual([400, false]);
  expect(body.details).toMatchObject([{ path: ['imageUrl'] }]);
});

test.each([
  'http://localhost/a.png',
  'http://127.1/a.png',
  'http://0x7f000001/a.png',
  'http://2130706433/a.png',
  'http://0177.0.0.1/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://[64:ff9b::7f00:1]/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/a.png',
  'http://0.0.0.0/a.png',
  'http://0/a.png',
  'http://127.0.0.1./a.png',
  'http://0x7f.0.0.1/a.png',
  'http://0x7f.1/a.png',
  'http://017700000001/a.png',
  'http://000000177.0.0.1/a.png',
  'http://%31%32%37.0.0.1/a.png',
  'http://１２７.０.０.１/a.png',
  'http://127。0。0。1/a.png',
  'http://LOCALHOST./a.png',
  'http://[0:0:0:0:0:ffff:7f00:1]/a.png',
  'http://[::ffff:a9fe:a9fe]/a.png',
  'http://[::7f00:1]/a.png',
  'http://[2002:7f00:1::]/a.png',
  'http://[2001:0:7f00:1::]/a.png',
  'http://[fe80::1]/a.png',
  'http://[fd00::1]/a.png',
  'http://[::]/a.png',
  'http://100.64.0.1/a.png',
  'http://255.255.255.255/a.png',
  'http:127.0.0.1/a.png',
  'http:\\\\127.0.0.1\\a.png',
  'http://8.8.8.8@127.0.0.1/a.png',
  'http://127.0.0.1#@8.8.8.8/a.png',
])('an image URL to a private address, %s, is rejected', async (imageUrl) => {
  const { askJson } = publicOnly;
  const response = await askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { details: [{ path: ['imageUrl'] }] },
  ]);
});

test('an image URL that is invalid or contains a password is rejected', async () => {
  const { askJson } = await startAvatarService();
  for (const imageUrl of ['https://u:p@a.example/x.png', 'ftp://a.example/x.png', 'nope', '']) {
    const response = await askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { details: [{ path: ['imageUrl'] }] },
    ]);
  }
});

test('at most eight images are fetched at once', { tags: ['slow'] }, async () => {
  const { askJson } = await startAvatarService({ allowPrivateImageUrls: true });
  const pending: ServerResponse[] = [];
  let open = 0;
  let peak = 0;
  let released = false;
  const respond = (response: ServerResponse) => {
    open -= 1;
    response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  };
  const address = await listen((_, response) => {
    open += 1;
    peak = Math.max(peak, open);
    if (released) respond(response);
    else pending.push(response);
  });
  const requests = Array.from({ length: 45 }, (_, i) =>
    askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl: `${address}/${i}.png` }),
  );
  const rejections: unknown[] = [];
  for (const one of requests) {
    void one.then(
      async (response) => response.status === 429 && rejections.push(await response.clone().json()),
    );
  }
  await expect.poll(() => rejections.length).toBe(5);
  expect(rejections[0]).toMatchObject({ error: 'Too Many Requests', message: expect.any(String) });
  released = true;
  for (const response of pending) respond(response);
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(40);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(peak).toBeLessThanOrEqual(8);
});
