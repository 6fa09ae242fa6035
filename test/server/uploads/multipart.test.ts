import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { uploadLimits } from '../../../src/server/uploads/upload-limits.ts';
import { getDefaults } from '../../../src/shared/settings/setting.ts';
import { createSpool } from '../../../src/shared/spool.ts';
import { startApi } from '../../support/api.ts';
import { BOUNDARY, FORM_TYPE, form, map, operations, part } from '../../support/form.ts';
import { exchange, writeAll } from '../../support/raw-client.ts';
import { seedImage, seedImageBytes } from '../../support/seeds.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { CREATE_AVATAR } from '../../support/upload.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

const limits = getDefaults(uploadLimits);
const file = (name = '0', content = 'a picture') => part(name, content, 'a.png');

async function start(upload: Partial<typeof limits> = {}) {
  const folder = await tempFolder();
  const bodies: Buffer[] = [];
  let release: (() => void) | undefined;
  let hold = false;
  const upstream = await startUpstream(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray().catch(() => [])));
    if (hold)
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    sendJson(response, 201, { id: `a${bodies.length}` });
  });
  const facade = await startApi(upstream, {
    spool: createSpool(folder),
    limits: { upload: { ...limits, ...upload } },
  });
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
  const send = (body: string) => facade.send({ body, headers: FORM_TYPE });
  return {
    ...facade,
    upstream,
    bodies,
    files,
    folder,
    send,
    hold: () => {
      hold = true;
    },
    letGo: () => release?.(),
  };
}

test.each<[string, string, number?]>([
  ['the map before the operations', form(map(), operations(), file())],
  ['a file before the map', form(operations(), file(), map())],
  ['a file before everything', form(file(), operations(), map())],
  ['no operations', form(map(), file())],
  ['no map', form(operations(), file())],
  ['nothing', form()],
  ['two operations', form(operations(), operations(), map(), file())],
  ['two maps', form(operations(), map(), map(), file())],
  ['another text', form(operations(), map(), part('more', 'x'), file())],
  ['another text at the end', form(operations(), map(), file(), part('more', 'x'))],
  ['operations as a file', form(part('operations', '{}', 'a.json'), map(), file())],
  [
    'operations that are a batch',
    form(part('operations', '[{"query":"{ llms { total } }"}]'), map(), file()),
  ],
  ['operations that are null', form(part('operations', 'null'), map(), file())],
  ['operations that are cut off', form(part('operations', '{"query":'), map(), file())],
  ['a map that is no JSON', form(operations(), part('map', '{'), file())],
  ['a map that is null', form(operations(), map(null), file())],
  ['a map that is a list', form(operations(), map([['variables.file']]), file())],
  ['a map of texts', form(operations(), map({ 0: 'variables.file' }), file())],
  ['a map of numbers', form(operations(), map({ 0: [7] }), file())],
  ['a map to nowhere', form(operations(), map({ 0: [] }), file())],
  [
    'a file that the map names and the form lacks',
    form(operations(), map({ 0: ['variables.file'], 1: ['variables.x'] }), file()),
  ],
  ['no file at all', form(operations(), map())],
  ['a file that is not in the map', form(operations(), map(), file(), file('1'))],
  ['a file twice', form(operations(), map(), file(), file())],
  [
    'a file without a name',
    form(
      operations(),
      map(),
      `--${BOUNDARY}\r\ncontent-disposition: form-data; filename="a"\r\n\r\nx\r\n`,
    ),
  ],
  [
    'two files for one place',
    form(operations(), map({ 0: ['variables.file'], 1: ['variables.file'] }), file(), file('1')),
  ],
  [
    'one file twice for one place',
    form(operations(), map({ 0: ['variables.file', 'variables.file'] }), file()),
  ],
  [
    'five files',
    form(
      operations(),
      map(Object.fromEntries([0, 1, 2, 3, 4].map((i) => [i, [`variables.f${i}`]]))),
      ...['0', '1', '2', '3', '4'].map((i) => file(i)),
    ),
    413,
  ],
  ['a place that is no variable', form(operations(), map({ 0: ['query'] }), file())],
  ['the variables themselves', form(operations(), map({ 0: ['variables'] }), file())],
  ['a place among the extensions', form(operations(), map({ 0: ['extensions.file'] }), file())],
  ['a place that is not there', form(operations(), map({ 0: ['variables.other'] }), file())],
  ['a place below null', form(operations(), map({ 0: ['variables.file.x'] }), file())],
  [
    'a place below a text',
    form(operations({ file: 'text' }), map({ 0: ['variables.file.0'] }), file()),
  ],
  ['a place that has a value', form(operations({ file: 'x' }), map(), file())],
  [
    'a place past the end of a list',
    form(operations({ file: [null] }), map({ 0: ['variables.file.1'] }), file()),
  ],
  [
    'the length of a list',
    form(operations({ file: [null] }), map({ 0: ['variables.file.length'] }), file()),
  ],
  ['the prototype', form(operations(), map({ 0: ['variables.__proto__.polluted'] }), file())],
  [
    'a prototype of its own',
    form(
      part('operations', '{"query":"{ llms { total } }","variables":{"__proto__":null}}'),
      map({ 0: ['variables.__proto__'] }),
      file(),
    ),
  ],
  [
    'a constructor’s prototype',
    form(operations(), map({ 0: ['variables.constructor.prototype.polluted'] }), file()),
  ],
  [
    'a prototype before the variables',
    form(operations(), map({ 0: ['__proto__.polluted'] }), file()),
  ],
  ['a method', form(operations(), map({ 0: ['variables.toString'] }), file())],
  ['empty names', form(operations(), map({ 0: ['variables..'] }), file())],
  [
    'a hundred places for one file',
    form(
      operations(),
      map({ 0: Array.from({ length: 100 }, (_, i) => `variables.f${i}`) }),
      file(),
    ),
  ],
  ['a form without its end', operations() + map() + file()],
  ['a form that ends amid a file', `${operations()}${map()}${file().slice(0, -6)}`],
  [
    'a form that ends amid a part’s headers',
    `${operations()}${map()}--${BOUNDARY}\r\ncontent-dispo`,
  ],
  [
    'another boundary than it says',
    form(operations(), map(), file()).replaceAll(BOUNDARY, 'other'),
  ],
  ['no form', 'hello'],
  ['no body', ''],
  [
    'a text that is too long',
    form(part('operations', `{"query":"${'x'.repeat(1_100_000)}"}`), map(), file()),
    413,
  ],
  [
    'a map that is too long',
    form(operations(), part('map', JSON.stringify({ 0: ['x'.repeat(1_100_000)] })), file()),
    413,
  ],
  ['a part with a name that is too long', form(operations(), map(), file('x'.repeat(500)))],
  [
    'a part with endless headers',
    form(operations(), map(), `--${BOUNDARY}\r\n${'x-more: 1\r\n'.repeat(20_000)}\r\nx\r\n`),
  ],
])('a form with %s is a clear 4xx and leaves no files behind', async (_, body, status = 400) => {
  const { send, upstream, files } = await start();
  const answer = await send(body);
  expect(answer.status).toBe(status);
  expect(answer.errors).toMatchObject([
    {
      message: expect.stringMatching(/\w.*\.$/),
      extensions: { code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST' },
    },
  ]);
  expect([upstream.calls, await files()]).toStrictEqual([[], []]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
])('a form of the type %o is 400', async (type) => {
  const { url, files } = await start();
  const body = form(operations(), map(), file());
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  expect([response.status, await files()]).toStrictEqual([400, []]);
});

test('other multipart types are 415', async () => {
  const { url } = await start();
  const headers = { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` };
  const body = form(operations(), map(), file());
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(415);
});

test('one file can be used at several paths, and each upload gets all of it', async () => {
  const { send, bodies, files } = await start();
  const query =
    'mutation ($a: Upload!, $b: Upload!) { a: createAvatar(input: { displayName: "Ada", image: { file: $a } }) { avatar { id } } b: createAvatar(input: { displayName: "Bob", image: { file: $b } }) { avatar { id } } }';
  const { errors } = await send(
    form(
      part('operations', JSON.stringify({ query, variables: { a: null, b: null } })),
      map({ one: ['variables.a', 'variables.b'] }),
      file('one', 'the only picture'),
    ),
  );
  expect(errors).toBeUndefined();
  expect(bodies.map((body) => body.includes('the only picture'))).toStrictEqual([true, true]);
  expect(await files()).toStrictEqual([]);
});

test('files may follow the map in any order, and each goes to its own path', async () => {
  const { send, bodies } = await start();
  const query =
    'mutation ($a: Upload!, $b: Upload!) { a: createAvatar(input: { displayName: "Ada", image: { file: $a } }) { avatar { id } } b: createAvatar(input: { displayName: "Bob", image: { file: $b } }) { avatar { id } } }';
  const { data, errors } = await send(
    form(
      part('operations', JSON.stringify({ query, variables: { a: null, b: null } })),
      map({ x: ['variables.a'], y: ['variables.b'] }),
      file('y', 'the picture of Bob'),
      file('x', 'the picture of Ada'),
    ),
  );
  expect([data, errors]).toStrictEqual([
    { a: { avatar: { id: 'a1' } }, b: { avatar: { id: 'a2' } } },
    undefined,
  ]);
  expect(bodies.map((body) => /the picture of (\w+)/.exec(body.toString())?.[1])).toStrictEqual([
    'Ada',
    'Bob',
  ]);
});

test('a file reaches the upstream unchanged, with its size, name and type, and is deleted from disk', async () => {
  const { upload, bodies, files } = await start();
  const image = new File([await seedImage('png').arrayBuffer()], 'Möwe "1".png', {
    type: 'image/png',
  });
  const { errors } = await upload(CREATE_AVATAR, { file: null }, { file: image });
  expect(errors).toBeUndefined();
  const [body] = bodies;
  expect(body?.includes(Buffer.from(seedImageBytes('png')))).toBe(true);
  expect(body?.toString()).toMatch(/filename="Möwe [^;]*1[^;]*\.png"\r\nContent-Type: image\/png/i);
  expect(await files()).toStrictEqual([]);
});

test('an endless body is 413, and leaves no files behind', async () => {
  const { url, files } = await start();
  const { host } = new URL(url);
  const answer = await exchange(url, async (socket) => {
    await writeAll(
      socket,
      `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = (text: string) => writeAll(socket, `${text.length.toString(16)}\r\n${text}\r\n`);
    await chunk(operations() + map() + file().slice(0, -2));
    for (let i = 0; i < 40; i += 1) await chunk('x'.repeat(1024 * 1024));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('PAYLOAD_TOO_LARGE');
  expect(await files()).toStrictEqual([]);
});

test('a Content-Length that is too large is rejected before the body arrives', async () => {
  const { url, files } = await start();
  const { host } = new URL(url);
  const answer = await exchange(
    url,
    (socket) =>
      void socket.write(
        `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\ncontent-length: 99999999\r\n\r\n`,
      ),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(await files()).toStrictEqual([]);
});

test.each([
  ['goes silent', { idle: 50 }],
  ['takes too long in all', { timeout: 50 }],
])('a client that %s gets 408, and leaves no files behind', async (_, times) => {
  const { url, files, upstream } = await start(times);
  const { host } = new URL(url);
  const answer = await exchange(
    url,
    (socket) =>
      void socket.write(
        `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\ncontent-length: 10000\r\n\r\n${operations()}${map()}${file().slice(0, -4)}`,
      ),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect([upstream.calls, await files()]).toStrictEqual([[], []]);
});

test('a client that disconnects during an upload leaves no files behind', async () => {
  const { url, files, upstream } = await start();
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\ncontent-length: 100000\r\n\r\n${operations()}${map()}${file('0', 'x'.repeat(50_000)).slice(0, -4)}`,
  );
  await expect.poll(async () => (await files()).length).toBe(1);
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
  expect(upstream.calls).toStrictEqual([]);
});

test('a client that disconnects while the upstream works leaves no files behind', async () => {
  const { url, files, hold, upstream } = await start();
  hold();
  const { hostname, port, host } = new URL(url);
  const body = form(operations(), map(), file());
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => upstream.calls.length).toBe(1);
  expect(await files()).toHaveLength(1);
  socket.destroy();
  await expect.poll(files).toStrictEqual([]);
});

test('uploads beyond the concurrency limit get Retry-After', async () => {
  const { url, send, files } = await start({ maxConcurrentUploads: 1 });
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${FORM_TYPE['content-type']}\r\ncontent-length: 100000\r\n\r\n${operations()}${map()}${file().slice(0, -4)}`,
  );
  await expect.poll(async () => (await files()).length).toBe(1);
  const refused = await send(form(operations(), map(), file()));
  expect([refused.status, refused.headers.get('retry-after')]).toStrictEqual([503, '5']);
  expect(refused.errors?.[0]?.extensions.code).toBe('OVERLOADED');
  socket.destroy();
  await expect.poll(async () => (await send(form(operations(), map(), file()))).status).toBe(200);
});
