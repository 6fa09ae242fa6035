import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { createTrustedCaller } from '../../../src/graphql/authorization/caller.ts';
import { Credential } from '../../../src/upstream/credential.ts';
import { CREATE_AVATAR, form, map, part, seedImageBytes } from '../../support/files.ts';
import { chunk, dripBytes, exchange, openSocket, writeAll } from '../../support/raw-http.ts';
import { BEGINNING, file, HEAD, startUploadApi, VALID } from './upload-api.ts';

const query =
  'mutation ($a: Upload!, $b: Upload!) { a: createAvatar(input: { displayName: "Ada", image: { file: $a } }) { avatar { id } } b: createAvatar(input: { displayName: "Bob", image: { file: $b } }) { avatar { id } } }';
const TWO_AVATARS = part('operations', JSON.stringify({ query, variables: { a: null, b: null } }));

test.each([
  ['a file can be used at several paths', { x: ['variables.a', 'variables.b'] }, ['Ada', 'Ada']],
  ['files follow the map in any order', { y: ['variables.b'], x: ['variables.a'] }, ['Ada', 'Bob']],
])('%s', async (_, paths, images) => {
  const { send, bodies, files } = await startUploadApi();
  const parts = [file('y', 'the image of Bob'), file('x', 'the image of Ada')];
  const { data, errors } = await send(
    form(TWO_AVATARS, map(paths), ...parts.slice(-Object.keys(paths).length)),
  );
  expect([data, errors]).toStrictEqual([
    { a: { avatar: { id: 'a1' } }, b: { avatar: { id: 'a2' } } },
    undefined,
  ]);
  expect(bodies.map((body) => /the image of (\w+)/.exec(body.toString())?.[1])).toStrictEqual(
    images,
  );
  await expect.poll(files).toStrictEqual([]);
});

test('a file is sent upstream unchanged', async () => {
  const { upload, bodies, files } = await startUploadApi();
  const image = new File([seedImageBytes('png')], 'Möwe "1".png', { type: 'image/png' });
  const { errors } = await upload(CREATE_AVATAR, { file: null }, { file: image });
  expect(errors).toBeUndefined();
  const [body] = bodies;
  expect(body?.includes(Buffer.from(seedImageBytes('png')))).toBe(true);
  expect(body?.toString()).toMatch(/filename="Möwe [^;]*1[^;]*\.png"\r\nContent-Type: image\/png/i);
  await expect.poll(files).toStrictEqual([]);
});

test('a chunked body that is too large leaves no files behind', async () => {
  const { url, files } = await startUploadApi();
  const response = await exchange(url, async (socket) => {
    await writeAll(socket, `${HEAD}transfer-encoding: chunked\r\n\r\n${chunk(BEGINNING)}`);
    for (let i = 0; i < 40; i += 1) await writeAll(socket, chunk('x'.repeat(1024 * 1024)));
  });
  expect(response).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s);
  await expect.poll(files).toStrictEqual([]);
});

test('a Content-Length that is too large is rejected before the body arrives', async () => {
  const { url, files } = await startUploadApi();
  const response = await exchange(url, `${HEAD}content-length: 99999999\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  await expect.poll(files).toStrictEqual([]);
});

test.each([
  ['stops sending', { idle: 50 }, false],
  ['exceeds the total time', { timeout: 50 }, false],
  ['sends single bytes', { idle: 300 }, true],
])('a client that %s leaves no files behind', async (_, times, isDripping) => {
  const { url, files, upstream } = await startUploadApi(times);
  const response = await exchange(url, (socket) => {
    socket.write(`${HEAD}content-length: 100000\r\n\r\n${BEGINNING}`);
    if (isDripping) dripBytes(socket);
  });
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(upstream.calls).toStrictEqual([]);
  await expect.poll(files).toStrictEqual([]);
});

test('a client that disconnects while the upstream processes the upload leaves no files behind', async () => {
  const { url, files, hold, upstream } = await startUploadApi();
  hold();
  const socket = await openSocket(url);
  socket.write(`${HEAD}content-length: ${VALID.length}\r\n\r\n${VALID}`);
  await expect.poll(() => upstream.calls.length).toBe(1);
  expect(await files()).toHaveLength(1);
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
});

test('uploads beyond the concurrency limit are rejected with 503, until a client disconnects', async () => {
  const { url, send, files } = await startUploadApi({ maxConcurrentUploads: 1 });
  const socket = await openSocket(url);
  socket.write(`${HEAD}content-length: 100000\r\n\r\n${BEGINNING}${'x'.repeat(50_000)}`);
  await expect.poll(async () => (await files()).length).toBe(1);
  const rejected = await send(VALID);
  expect([rejected.status, rejected.headers.get('retry-after')]).toStrictEqual([503, '5']);
  expect(rejected.errors?.[0]?.extensions.code).toBe('OVERLOADED');
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
  await expect.poll(async () => (await send(VALID)).status).toBe(200);
});

test('an upload leaves nothing behind when a plugin throws while its result is processed', async () => {
  let isFaulty = true;
  const plugin: Plugin = {
    onResultProcess: () => {
      if (isFaulty) throw new Error('A fault of a plugin.');
    },
  };
  const { send, files } = await startUploadApi({ maxConcurrentUploads: 1 }, { plugins: [plugin] });
  expect((await send(VALID)).status).toBe(500);
  await expect.poll(files).toStrictEqual([]);
  isFaulty = false;
  expect((await send(VALID)).status).toBe(200);
});

test('the slot of an upload is free again when a plugin has changed its caller', async () => {
  const caller = createTrustedCaller(Credential.fromKey('another-key'), true);
  const plugin: Plugin = {
    onContextBuilding: ({ context }) => void Object.assign(context, { caller }),
  };
  const { send } = await startUploadApi({ maxConcurrentUploads: 2 }, { plugins: [plugin] });
  for (const _ of [1, 2, 3])
    expect((await send(VALID, { authorization: 'Bearer a-key' })).status).toBe(200);
});
