import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { seedImageBytes } from '../support/files.ts';
import { listen } from '../support/resources.ts';

const png = seedImageBytes('png');

/** A service that fetches images only from public addresses. */
const publicOnly = await startAvatarService();

/** A service that also fetches images from private addresses. */
const anywhere = await startAvatarService({ allowPrivateImageUrls: true });

const create = ({ send }: RunningService, imageUrl: string) =>
  send('POST /v1/avatars', { displayName: 'Ada', imageUrl });

/** Starts an image server, and creates an avatar from its URL. */
const createFrom = async (server: RequestListener, service = anywhere) =>
  create(service, `${await listen(server)}/a.png`);

const REJECTED = { status: 400, body: { details: [{ path: ['imageUrl'] }] } };

/** Creates a server of one response. */
const respond =
  (status: number, headers: OutgoingHttpHeaders, body?: string | Uint8Array): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const redirect = (location: string) => respond(302, { location });
const PNG_TYPE = { 'content-type': 'image/png' };
const sendPng = respond(200, PNG_TYPE, png);

test.each([
  [3, { status: 201 }],
  [4, REJECTED],
])('of %i redirects, three are followed', async (limit, expected) => {
  let hop = 0;
  const answer = await createFrom((request, response) => {
    hop += 1;
    (hop > limit ? sendPng : redirect(`/${hop}.png`))(request, response);
  });
  expect(answer).toMatchObject(expected);
});

test.each<[string, RequestListener, number]>([
  ['redirects in a loop', redirect('/a.png'), 400],
  ['redirects to another scheme', redirect('file:///etc/passwd'), 400],
  ['redirects to a URL with a password', redirect('http://u:p@127.0.0.1/'), 400],
  ['responds with 404', respond(404, {}, 'internal secret'), 400],
  ['responds with 500', respond(500, {}, 'internal secret'), 400],
  ['closes the connection', (request) => void request.socket.destroy(), 400],
  [
    'closes the connection within the image',
    (_, response) => {
      response.writeHead(200, { ...PNG_TYPE, 'content-length': 100_000 });
      response.write(png, () => response.destroy());
    },
    400,
  ],
  ['responds with text', respond(200, { 'content-type': 'text/html' }, 'internal secret'), 422],
  ['sends a wrong content type', respond(200, PNG_TYPE, 'internal secret'), 422],
  [
    'declares more than 10 MB',
    (_, response) => {
      response.writeHead(200, { ...PNG_TYPE, 'content-length': 11 * 1024 * 1024 });
      response.flushHeaders();
    },
    413,
  ],
  [
    'sends more than 10 MB',
    (_, response) => {
      response.writeHead(200, PNG_TYPE);
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
      response.writeHead(200, PNG_TYPE);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('an image URL whose server %s times out', async (_, server) => {
  const impatient = await startAvatarService({ allowPrivateImageUrls: true, imageUrlTimeout: 200 });
  // The request may not have arrived when its time is over.
  let open = 0;
  const answer = await createFrom((request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    server(request, response);
  }, impatient);
  expect(answer).toMatchObject(REJECTED);
  await expect.poll(() => open).toBe(0);
});

test('an image URL to the local machine is rejected unless a setting allows it', async () => {
  let called = false;
  const answer = await createFrom((request, response) => {
    called = true;
    sendPng(request, response);
  }, publicOnly);
  expect(answer).toMatchObject(REJECTED);
  expect(called).toBe(false);
});

// Spellings of private addresses, which URL parses; ssrf-protection.test.ts has the addresses.
test.each([
  'http://localhost/a.png',
  'http://0x7f000001/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://１２７.０.０.１/a.png',
  'http:\\\\127.0.0.1\\a.png',
  'http://8.8.8.8@127.0.0.1/a.png',
])('an image URL to a private address, %s, is rejected', async (imageUrl) => {
  expect(await create(publicOnly, imageUrl)).toMatchObject(REJECTED);
});

test.each(['https://u:p@a.example/x.png', 'ftp://a.example/x.png', 'nope', ''])(
  'the invalid image URL %o is rejected',
  async (imageUrl) => {
    expect(await create(publicOnly, imageUrl)).toMatchObject(REJECTED);
  },
);

test('at most eight images are fetched at once', { tags: ['slow'] }, async () => {
  const pending: ServerResponse[] = [];
  let [open, peak] = [0, 0];
  let released = false;
  const end = (response: ServerResponse) => {
    open -= 1;
    response.writeHead(200, PNG_TYPE).end(png);
  };
  const address = await listen((_, response) => {
    open += 1;
    peak = Math.max(peak, open);
    if (released) end(response);
    else pending.push(response);
  });
  const rejections: unknown[] = [];
  const requests = Array.from({ length: 45 }, async (_, i) => {
    const { status, body } = await create(anywhere, `${address}/${i}.png`);
    if (status === 429) rejections.push(body);
    return status;
  });
  await expect.poll(() => rejections.length).toBe(5);
  expect(rejections[0]).toMatchObject({ error: 'Too Many Requests', message: expect.any(String) });
  released = true;
  for (const response of pending) end(response);
  const statuses = await Promise.all(requests);
  expect(statuses.filter((status) => status === 201)).toHaveLength(40);
  expect(rejections).toHaveLength(5);
  expect(peak).toBeLessThanOrEqual(8);
});
