import { expect, test } from 'vitest';
import { BOUNDARY, form, map, operations, part } from '../../support/files.ts';
import { file, startUploadApi } from './upload-api.ts';

/** A form of one file with this map. */
const withMap = (paths: unknown) => form(operations(), map(paths), file());

test.each<[string, string, number?]>([
  ['the map before the operations', form(map(), operations(), file())],
  ['a file before the map', form(operations(), file(), map())],
  ['a file before everything', form(file(), operations(), map())],
  ['no operations', form(map(), file())],
  ['no map', form(operations(), file())],
  ['no parts', form()],
  ['two operations', form(operations(), operations(), map(), file())],
  ['two maps', form(operations(), map(), map(), file())],
  ['an additional text part', form(operations(), map(), part('more', 'x'), file())],
  ['an additional text part at the end', form(operations(), map(), file(), part('more', 'x'))],
  ['operations as a file', form(part('operations', '{}', 'a.json'), map(), file())],
  [
    'a batch as operations',
    form(part('operations', '[{"query":"{ llms { total } }"}]'), map(), file()),
  ],
  ['null as operations', form(part('operations', 'null'), map(), file())],
  ['truncated operations', form(part('operations', '{"query":'), map(), file())],
  ['a map that is not JSON', form(operations(), part('map', '{'), file())],
  ['null as map', withMap(null)],
  ['a list as map', withMap([['variables.file']])],
  ['a map of strings', withMap({ 0: 'variables.file' })],
  ['a map of numbers', withMap({ 0: [7] })],
  ['a map without paths', withMap({ 0: [] })],
  [
    'a file that is in the map but not in the form',
    withMap({ 0: ['variables.file'], 1: ['variables.x'] }),
  ],
  ['no file', form(operations(), map())],
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
    'two files for one path',
    form(operations(), map({ 0: ['variables.file'], 1: ['variables.file'] }), file(), file('1')),
  ],
  ['one file twice for one path', withMap({ 0: ['variables.file', 'variables.file'] })],
  [
    'five files',
    form(
      operations(),
      map(Object.fromEntries([0, 1, 2, 3, 4].map((i) => [i, [`variables.f${i}`]]))),
      ...['0', '1', '2', '3', '4'].map((i) => file(i)),
    ),
    413,
  ],
  ['a path outside of the variables', withMap({ 0: ['query'] })],
  ['the path of all variables', withMap({ 0: ['variables'] })],
  ['a path in the extensions', withMap({ 0: ['extensions.file'] })],
  ['a path that does not exist', withMap({ 0: ['variables.other'] })],
  ['a path below null', withMap({ 0: ['variables.file.x'] })],
  [
    'a path below a string',
    form(operations({ file: 'text' }), map({ 0: ['variables.file.0'] }), file()),
  ],
  ['a path with a value other than null', form(operations({ file: 'x' }), map(), file())],
  [
    'a path beyond the end of a list',
    form(operations({ file: [null] }), map({ 0: ['variables.file.1'] }), file()),
  ],
  [
    'the path of a list’s length',
    form(operations({ file: [null] }), map({ 0: ['variables.file.length'] }), file()),
  ],
  ['the path of a prototype', withMap({ 0: ['variables.__proto__.polluted'] })],
  [
    'the path of a variable named __proto__',
    form(
      part('operations', '{"query":"{ llms { total } }","variables":{"__proto__":null}}'),
      map({ 0: ['variables.__proto__'] }),
      file(),
    ),
  ],
  [
    'the path of a constructor’s prototype',
    withMap({ 0: ['variables.constructor.prototype.polluted'] }),
  ],
  ['the path of the operation’s prototype', withMap({ 0: ['__proto__.polluted'] })],
  ['the path of a method', withMap({ 0: ['variables.toString'] })],
  ['a path with empty names', withMap({ 0: ['variables..'] })],
  [
    'a hundred paths for one file',
    form(
      operations(),
      map({ 0: Array.from({ length: 100 }, (_, i) => `variables.f${i}`) }),
      file(),
    ),
  ],
  ['no final boundary', operations() + map() + file()],
  ['a truncated file', `${operations()}${map()}${file().slice(0, -6)}`],
  ['truncated part headers', `${operations()}${map()}--${BOUNDARY}\r\ncontent-dispo`],
  [
    'another boundary than its Content-Type',
    form(operations(), map(), file()).replaceAll(BOUNDARY, 'other'),
  ],
  ['no boundary', 'hello'],
  ['no body', ''],
  [
    'operations that are too long',
    form(part('operations', `{"query":"${'x'.repeat(1_100_000)}"}`), map(), file()),
    413,
  ],
  [
    'a map that is too long',
    form(operations(), part('map', JSON.stringify({ 0: ['x'.repeat(1_100_000)] })), file()),
    413,
  ],
  ['a part name that is too long', form(operations(), map(), file('x'.repeat(500)))],
  [
    'too many part headers',
    form(operations(), map(), `--${BOUNDARY}\r\n${'x-more: 1\r\n'.repeat(20_000)}\r\nx\r\n`),
  ],
])('a form with %s leaves no files behind', async (_, body, status = 400) => {
  const { send, upstream, files } = await startUploadApi();
  const response = await send(body);
  expect(response.status).toBe(status);
  expect(response.errors).toMatchObject([
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
])('a form of the type %o is rejected with 400', async (type) => {
  const { url, files } = await startUploadApi();
  const body = form(operations(), map(), file());
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  expect([response.status, await files()]).toStrictEqual([400, []]);
});

test('other multipart types are rejected with 415', async () => {
  const { url } = await startUploadApi();
  const headers = { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` };
  const body = form(operations(), map(), file());
  expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(415);
});
