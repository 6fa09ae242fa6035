import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceErrorBody } from '../../src/avatar-service/errors.ts';
import { createKey } from '../../src/avatar-service/keys.ts';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import { createDrain } from '../../src/listener/drain.ts';
import { limitSlowClients, type RequestHandler } from '../../src/listener/limits.ts';
import { createListener, type ListenerOptions } from '../../src/listener/listener.ts';
import { createSharedKeyAuth } from '../../src/server/authentication/authenticate.ts';
import { createConnectionSubject } from '../../src/server/authentication/client-address.ts';
import { createGraphErrorBody } from '../../src/server/client-errors.ts';
import { createServer } from '../../src/server/server.ts';
import { createSpool } from '../../src/shared/spool.ts';
import { createRestClient } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';
import { recording } from '../support/files.ts';
import { dripBytes, exchange, openSocket, parseResponse, writeAll } from '../support/raw-http.ts';
import { listFiles, tempFolder } from '../support/resources.ts';

/** Short timeouts, because their length is not tested. That of headers is not reached by a slow machine. */
const SHORT = {
  headersTimeout: 60_000,
  requestTimeout: 600_000,
  bodyTimeout: 100,
  writeTimeout: 100,
  checkEvery: 20,
};

async function listenWithShortTimeouts(
  handler: RequestHandler,
  options: Partial<ListenerOptions> = {},
) {
  const listener = createListener({ errorBody: createGraphErrorBody, arrival: SHORT, ...options });
  onTestFinished(() => listener.drain(0));
  await listener.listen(handler, '127.0.0.1', 0);
  return listener.url;
}

/** Ends requests without all headers, too. */
const SHORT_HEADERS = { ...SHORT, headersTimeout: 100 };

async function startGraph() {
  const rest = createRestClient({ url: 'http://127.0.0.1:1' });
  onTestFinished(() => rest.close());
  return listenWithShortTimeouts(
    createServer({ rest, authenticate: createSharedKeyAuth(Credential.fromKey('own')) }),
    { arrival: SHORT_HEADERS },
  );
}

async function startService(uploadIdle = 100, arrival = SHORT) {
  const store = await openStore({ dataDir: await tempFolder() });
  const { key } = await createKey(store, { plan: 'pro', label: 'test' });
  const faults: unknown[] = [];
  const folder = await tempFolder();
  const files = () => listFiles(folder);
  const service = createAvatarService({
    store,
    spool: createSpool(folder),
    arrival: { ...arrival, uploadIdle },
    onError: (error) => faults.push(error),
  });
  const drain = createDrain(service.server);
  limitSlowClients(service.server, drain, createServiceErrorBody, SHORT);
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    service.server.closeAllConnections();
    await service.close();
    await store.close();
  });
  return { url, key, faults, files };
}

const JSON_BODY = 'content-type: application/json\r\n';
const FORM_BODY = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 90000\r\n\r\n';
const FIRST_PART =
  '--b\r\ncontent-disposition: form-data; name="imageFile"; filename="a.png"\r\n\r\nabc';

/** The start of a POST request with a key. */
const createHead = (path: string, key = 'x') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`;

/** Where clients stop: the bytes after the head of a POST request. */
const STOPS = [
  ['headers', 'x-slow: '],
  ['a JSON body with a length', `${JSON_BODY}content-length: 100\r\n\r\n{"que`],
  ['a large JSON body', `${JSON_BODY}content-length: 900000\r\n\r\n{"que`],
  ['a JSON body in chunks', `${JSON_BODY}transfer-encoding: chunked\r\n\r\n5\r\n{"que\r\n`],
] as const;

test.each<readonly [string, string]>([
  ['a request line', 'GET /gra'],
  ...STOPS.map(([within, bytes]) => [within, createHead('/graphql') + bytes] as const),
])('a client that stops sending within %s gets 408', async (_, bytes) => {
  const url = await startGraph();
  const answer = await exchange(url, bytes);
  expect(parseResponse(answer)).toMatchObject({
    status: 408,
    body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
  });
});

test.each<readonly [string, string, string]>([
  ...STOPS.map(([within, bytes]) => [within, '/v1/personas', bytes] as const),
  ['a form', '/v1/avatars', FORM_BODY + FIRST_PART],
  ['a form before its first part', '/v1/avatars', FORM_BODY],
])(
  'the avatar service responds with 408 to a client that stops sending within %s',
  async (_, path, bytes) => {
    const { url, key, faults, files } = await startService(100, SHORT_HEADERS);
    const answer = await exchange(url, createHead(path, key) + bytes);
    expect(parseResponse(answer)).toMatchObject({
      status: 408,
      body: { error: 'Request Timeout', message: expect.stringMatching(/\S \S/) },
    });
    // The service continues to work, if this machine is fast enough for its timeouts.
    const headers = { authorization: `Bearer ${key}` };
    const list = async () => (await fetch(`${url}/v1/personas`, { headers })).status;
    await expect.poll(list).toBe(200);
    // Removed after the response.
    await expect.poll(files).toStrictEqual([]);
    expect(faults).toStrictEqual([]);
  },
);

test('single bytes keep neither a form nor a JSON body open', async () => {
  const { url, key, faults, files } = await startService(300);
  for (const [to, bytes] of [
    [url, createHead('/v1/avatars', key) + FORM_BODY + FIRST_PART],
    [await startGraph(), `${createHead('/graphql')}${JSON_BODY}content-length: 90000\r\n\r\n`],
  ] as const) {
    const answer = await exchange(to, (socket) => {
      socket.write(bytes);
      dripBytes(socket);
    });
    expect(parseResponse(answer).status).toBe(408);
  }
  await expect.poll(files).toStrictEqual([]);
  expect(faults).toStrictEqual([]);
});

test('a recording may take longer to arrive than a JSON body', async () => {
  const { url, key } = await startService(60_000);
  const file = recording();
  const announced = await fetch(`${url}/v1/voices/presigned-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.wav', contentType: 'audio/wav', fileSize: file.size }),
  });
  const { pathname, search } = new URL((await announced.json()).uploadUrl);
  const bytes = await file.bytes();
  const answer = await exchange(url, async (socket) => {
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    );
    for (let at = 0; at < bytes.length; at += 10_000) {
      await writeAll(socket, bytes.subarray(at, at + 10_000));
      await wait(SHORT.bodyTimeout / 2);
    }
  });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('an aborted upload to the avatar service leaves no files behind', async () => {
  const { url, key, files } = await startService(60_000);
  const socket = await openSocket(url);
  const half = FIRST_PART.padEnd(40_000, 'x');
  await writeAll(socket, createHead('/v1/avatars', key) + FORM_BODY + half);
  await expect.poll(async () => (await files()).length).toBe(1);
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
});

test('only the connection of a client that stops reading is closed', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
  const megabyte = 'x'.repeat(1024 * 1024);
  const handler: RequestHandler = (_, response) => {
    arrive(response);
    response.end(megabyte.repeat(16));
  };
  const stopped = await openSocket(await listenWithShortTimeouts(handler));
  stopped.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const response = await arrived;
  if (!response.closed) await once(response, 'close');
  expect(response.writableFinished).toBe(false);
  stopped.destroy();
  // Long enough that a slow machine does not make the reader seem stopped.
  const arrival = { ...SHORT, writeTimeout: 5_000 };
  const slowReader = await openSocket(await listenWithShortTimeouts(handler, { arrival }));
  slowReader.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  let size = 0;
  for await (const chunk of slowReader) {
    size += chunk.length;
    if (size % 7 === 0) await wait(1);
  }
  expect(size).toBeGreaterThan(16 * 1024 * 1024);
});

test('a response that starts late is complete', async () => {
  const url = await listenWithShortTimeouts(async (_, response) => {
    await wait(400);
    response.end('late');
  });
  expect(await (await fetch(url)).text()).toBe('late');
});

test.each([
  ['for each address', { perAddress: 2, getSubject: (address: string) => address }],
  ['in total', { total: 2 }],
])('connections are limited %s', async (_, connections) => {
  const url = await listenWithShortTimeouts((_, response) => void response.end('served'), {
    connections,
    arrival: {},
  });
  const [first, second] = [await openSocket(url), await openSocket(url)];
  await once(await openSocket(url), 'close');
  for (const socket of [first, second]) {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect((await socket.toArray()).join('')).toContain('served');
  }
  expect(await (await fetch(url)).text()).toBe('served');
});

test('connections are limited by network, except for loopback and trusted proxies', () => {
  const getSubject = createConnectionSubject(['10.0.0.0/8']);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3']) {
    expect([address, getSubject(address)]).toStrictEqual([address, undefined]);
  }
  expect(getSubject('192.0.2.7')).toBe('192.0.2.7');
  expect(getSubject('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(getSubject('2001:db8::1')).toBe(getSubject('2001:db8::ffff'));
  expect(getSubject('2001:db8:0:1::1')).not.toBe(getSubject('2001:db8::1'));
});
