import type { RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createSsrfProtection, isPublicAddress } from '../../src/avatar-service/ssrf-protection.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { listen } from '../support/listen.ts';
import { seedImageBytes } from '../support/seeds.ts';

const png = seedImageBytes('png');

/** A service that fetches from public addresses only, for what it refuses. */
const publicOnly = await startAvatarService();

/** Asks for an avatar from an address of a server that behaves like this. */
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

test('an image at an address becomes an avatar', async () => {
  const { status, body, ask } = await createFrom(sendPng);
  expect(status).toBe(201);
  const picture = await ask(new URL(body.imageUrl).pathname, { key: null });
  expect(new Uint8Array(await picture.arrayBuffer())).toStrictEqual(png);
});

test('redirects are followed three times', async () => {
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
    'redirects in a circle',
    (_, response) => void response.writeHead(302, { location: '/a.png' }).end(),
    400,
  ],
  [
    'redirects to another scheme',
    (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    400,
  ],
  [
    'redirects to a password',
    (_, response) => void response.writeHead(302, { location: 'http://u:p@127.0.0.1/' }).end(),
    400,
  ],
  ['says 404', (_, response) => void response.writeHead(404).end('secret of the inside'), 400],
  ['says 500', (_, response) => void response.writeHead(500).end('secret of the inside'), 400],
  ['breaks off', (request) => void request.socket.destroy(), 400],
  [
    'breaks off amid the image',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100000' });
      response.write(png, () => response.destroy());
    },
    400,
  ],
  [
    'answers text',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('secret of the inside'),
    422,
  ],
  ['names no type', (_, response) => void response.writeHead(200).end(png), 422],
  [
    'lies of its type',
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end('secret of the inside'),
    422,
  ],
  [
    'announces more than 10 MB',
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
])('an address that %s is refused, without a word of what it said', async (_, server, status) => {
  const answer = await createFrom(server);
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
  expect(JSON.stringify(answer.body)).not.toContain('secret of the inside');
});

test.each<[string, RequestListener]>([
  ['never answers', () => undefined],
  [
    'answers a byte at a time, without end',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('an address that %s is given up, and its connection closed', async (_, server) => {
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

test('an address on this machine is refused unless a setting allows it, and is not even called', async () => {
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
])('%s points inward and is refused', async (imageUrl) => {
  const { askJson } = publicOnly;
  const response = await askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { details: [{ path: ['imageUrl'] }] },
  ]);
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.1.1', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['64:ff9b::a00:1', false],
  ['64:ff9b::808:808', true],
  ['64:ff9b:1::a00:1', false],
  ['::7f00:1', false],
  ['::127.0.0.1', false],
  ['fec0::1', false],
  ['fe80::1%eth0', false],
  ['2001::1', false],
  ['192.0.0.170', false],
  // Services of clouds for their own machines.
  ['168.63.129.16', false],
  ['::ffff:168.63.129.16', false],
  ['64:ff9b::a83f:8110', false],
  ['168.63.129.17', true],
  ['169.254.169.254', false],
  ['169.254.170.2', false],
  ['fd00:ec2::254', false],
  ['fd20:ce::254', false],
  ['100.100.100.200', false],
  ['192.0.0.192', false],
  ['240.0.0.1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['not an address', false],
])('the address %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test('a name is no address, and is judged when it is looked up', () => {
  expect(() => createSsrfProtection().checkHost('example.com')).not.toThrow();
  expect(() => createSsrfProtection().checkHost('[::1]')).toThrow();
});

test('an image address with a password, or that is none, is refused', async () => {
  const { askJson } = await startAvatarService();
  for (const imageUrl of ['https://u:p@a.example/x.png', 'ftp://a.example/x.png', 'nope', '']) {
    const response = await askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { details: [{ path: ['imageUrl'] }] },
    ]);
  }
});

test('eight images are fetched at once, some wait, and more than that are told to come back', async () => {
  const { askJson } = await startAvatarService({ allowPrivateImageUrls: true });
  const held: ServerResponse[] = [];
  let open = 0;
  let peak = 0;
  let released = false;
  const answer = (response: ServerResponse) => {
    open -= 1;
    response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  };
  const address = await listen((_, response) => {
    open += 1;
    peak = Math.max(peak, open);
    if (released) answer(response);
    else held.push(response);
  });
  const asked = Array.from({ length: 45 }, (_, i) =>
    askJson('POST', '/v1/avatars', { displayName: 'Ada', imageUrl: `${address}/${i}.png` }),
  );
  const refusals: unknown[] = [];
  for (const one of asked) {
    void one.then(
      async (response) => response.status === 429 && refusals.push(await response.clone().json()),
    );
  }
  await expect.poll(() => refusals.length).toBe(5);
  expect(refusals[0]).toMatchObject({ error: 'Too Many Requests', message: expect.any(String) });
  released = true;
  for (const response of held) answer(response);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(40);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect(peak).toBeLessThanOrEqual(8);
});
