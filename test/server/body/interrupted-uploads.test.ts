import { once } from 'node:events';
import { connect } from 'node:net';
import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { createTrustedCaller } from '../../../src/graphql/authorization/caller.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { FORM_TYPE, form, map, operations } from '../../support/files.ts';
import { exchange, writeAll } from '../../support/raw-http.ts';
import { file, startUploadApi } from './upload-api.ts';

/** The start of an upload, up to its length. */
const createHead = (host: string) =>
  `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\n`;

test('a chunked body that is too large leaves no files behind', async () => {
  const { url, files } = await startUploadApi();
  const { host } = new URL(url);
  const response = await exchange(url, async (socket) => {
    await writeAll(socket, `${createHead(host)}transfer-encoding: chunked\r\n\r\n`);
    const chunk = (text: string) => writeAll(socket, `${text.length.toString(16)}\r\n${text}\r\n`);
    await chunk(operations() + map() + file().slice(0, -2));
    for (let i = 0; i < 40; i += 1) await chunk('x'.repeat(1024 * 1024));
  });
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(response).toContain('PAYLOAD_TOO_LARGE');
  expect(await files()).toStrictEqual([]);
});

test('a Content-Length that is too large is rejected before the body arrives', async () => {
  const { url, files } = await startUploadApi();
  const { host } = new URL(url);
  const response = await exchange(
    url,
    (socket) => void socket.write(`${createHead(host)}content-length: 99999999\r\n\r\n`),
  );
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  expect(await files()).toStrictEqual([]);
});

test.each([
  ['stops sending', { idle: 50 }],
  ['exceeds the total time', { timeout: 50 }],
])('a client that %s leaves no files behind', async (_, times) => {
  const { url, files, upstream } = await startUploadApi(times);
  const { host } = new URL(url);
  const response = await exchange(
    url,
    (socket) =>
      void socket.write(
        `${createHead(host)}content-length: 10000\r\n\r\n${operations()}${map()}${file().slice(0, -4)}`,
      ),
  );
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect([upstream.calls, await files()]).toStrictEqual([[], []]);
});

test('single bytes do not keep an upload open', async () => {
  const { url, files, upstream } = await startUploadApi({ idle: 300 });
  const { host } = new URL(url);
  const response = await exchange(url, (socket) => {
    socket.write(
      `${createHead(host)}content-length: 100000\r\n\r\n${operations()}${map()}${file().slice(0, -4)}`,
    );
    const drip = setInterval(() => socket.write('x'), 10);
    socket.on('error', () => undefined);
    socket.once('data', () => clearInterval(drip)).once('close', () => clearInterval(drip));
  });
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect([upstream.calls, await files()]).toStrictEqual([[], []]);
});

test('a client that disconnects during an upload leaves no files behind', async () => {
  const { url, files, upstream } = await startUploadApi();
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `${createHead(host)}content-length: 100000\r\n\r\n${operations()}${map()}${file('0', 'x'.repeat(50_000)).slice(0, -4)}`,
  );
  await expect.poll(async () => (await files()).length).toBe(1);
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
  expect(upstream.calls).toStrictEqual([]);
});

test('a client that disconnects while the upstream processes the upload leaves no files behind', async () => {
  const { url, files, hold, upstream } = await startUploadApi();
  hold();
  const { hostname, port, host } = new URL(url);
  const body = form(operations(), map(), file());
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(`${createHead(host)}content-length: ${body.length}\r\n\r\n${body}`);
  await expect.poll(() => upstream.calls.length).toBe(1);
  expect(await files()).toHaveLength(1);
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
});

test('uploads beyond the concurrency limit are rejected with 503', async () => {
  const { url, send, files } = await startUploadApi({ maxConcurrentUploads: 1 });
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `${createHead(host)}content-length: 100000\r\n\r\n${operations()}${map()}${file().slice(0, -4)}`,
  );
  await expect.poll(async () => (await files()).length).toBe(1);
  const rejected = await send(form(operations(), map(), file()));
  expect([rejected.status, rejected.headers.get('retry-after')]).toStrictEqual([503, '5']);
  expect(rejected.errors?.[0]?.extensions.code).toBe('OVERLOADED');
  socket.destroy();
  await expect.poll(async () => (await send(form(operations(), map(), file()))).status).toBe(200);
});

test('an upload leaves nothing behind when a plugin throws while its result is processed', async () => {
  let isFaulty = true;
  const plugin: Plugin = {
    onResultProcess: () => {
      if (isFaulty) throw new Error('A fault of a plugin.');
    },
  };
  const { send, files } = await startUploadApi({ maxConcurrentUploads: 1 }, { plugins: [plugin] });
  const body = form(operations(), map(), file());
  expect((await send(body)).status).toBe(500);
  await expect.poll(files).toStrictEqual([]);
  isFaulty = false;
  expect((await send(body)).status).toBe(200);
});

test('the slot of an upload is free again when a plugin has changed its caller', async () => {
  const caller = createTrustedCaller(Credential.fromKey('another-key'), true);
  const plugin: Plugin = {
    onContextBuilding: ({ context }) => void Object.assign(context, { caller }),
  };
  const { send } = await startUploadApi({ maxConcurrentUploads: 2 }, { plugins: [plugin] });
  const body = form(operations(), map(), file());
  for (const _ of [1, 2, 3])
    expect((await send(body, { authorization: 'Bearer a-key' })).status).toBe(200);
});
