import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter, RUNS } from '../../support/arbitraries.ts';
import { BOUNDARY, form, map, operations, part } from '../../support/files.ts';
import { file, startUploadApi, VALID } from './upload-api.ts';

/** A form of one file with this map. */
const withMap = (paths: unknown) => form(operations(), map(paths), file());

/** A form of one file at a path of the request. */
const atPath = (path: string, variables?: object) =>
  form(operations(variables), map({ 0: [path] }), file());

const withOperations = (text: string) => form(part('operations', text), map(), file());

const { send, upstream, files } = await startUploadApi();

const LLMS = '"query":"{ llms { totalCount } }"';
const LONG = 'x'.repeat(1_100_000);
const NAMELESS = `--${BOUNDARY}\r\ncontent-disposition: form-data; filename="a"\r\n\r\nx\r\n`;
const FIVE = ['0', '1', '2', '3', '4'];

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
  ['a batch as operations', withOperations(`[{${LLMS}}]`)],
  ['null as operations', withOperations('null')],
  ['truncated operations', withOperations('{"query":')],
  ['a map that is not JSON', form(operations(), part('map', '{'), file())],
  ['null as map', withMap(null)],
  ['a list as map', withMap([['variables.file']])],
  ['a map of strings', withMap({ 0: 'variables.file' })],
  ['a map of numbers', withMap({ 0: [7] })],
  ['a map without paths', withMap({ 0: [] })],
  ['a file that is only in the map', withMap({ 0: ['variables.file'], 1: ['variables.x'] })],
  ['no file', form(operations(), map())],
  ['a file that is not in the map', form(operations(), map(), file(), file('1'))],
  ['a file twice', form(operations(), map(), file(), file())],
  ['a file without a name', form(operations(), map(), NAMELESS)],
  [
    'two files for one path',
    form(operations(), map({ 0: ['variables.file'], 1: ['variables.file'] }), file(), file('1')),
  ],
  ['one file twice for one path', withMap({ 0: ['variables.file', 'variables.file'] })],
  [
    'five files',
    form(
      operations(),
      map({ ...FIVE.map((i) => [`variables.f${i}`]) }),
      ...FIVE.map((i) => file(i)),
    ),
    413,
  ],
  ['a path outside of the variables', atPath('query')],
  ['the path of all variables', atPath('variables')],
  ['a path in the extensions', atPath('extensions.file')],
  ['a path that does not exist', atPath('variables.other')],
  ['a path below null', atPath('variables.file.x')],
  ['a path below a string', atPath('variables.file.0', { file: 'text' })],
  ['a path with a value other than null', atPath('variables.file', { file: 'x' })],
  ['a path beyond the end of a list', atPath('variables.file.1', { file: [null] })],
  ['the path of a list’s length', atPath('variables.file.length', { file: [null] })],
  ['the path of a prototype', atPath('variables.__proto__.polluted')],
  [
    'the path of a variable named __proto__',
    form(
      part('operations', `{${LLMS},"variables":{"__proto__":null}}`),
      map({ 0: ['variables.__proto__'] }),
      file(),
    ),
  ],
  ['the path of a constructor’s prototype', atPath('variables.constructor.prototype.polluted')],
  ['the path of the operation’s prototype', atPath('__proto__.polluted')],
  ['the path of a method', atPath('variables.toString')],
  ['a path with empty names', atPath('variables..')],
  [
    'a hundred paths for one file',
    withMap({ 0: Array.from({ length: 100 }, (_, i) => `variables.f${i}`) }),
  ],
  ['no final boundary', operations() + map() + file()],
  ['a truncated file', `${operations()}${map()}${file().slice(0, -6)}`],
  ['truncated part headers', `${operations()}${map()}--${BOUNDARY}\r\ncontent-dispo`],
  ['another boundary than its Content-Type', VALID.replaceAll(BOUNDARY, 'other')],
  ['no boundary', 'hello'],
  ['no body', ''],
  ['operations that are too long', withOperations(`{"query":"${LONG}"}`), 413],
  ['a map that is too long', withMap({ 0: [LONG] }), 413],
  ['a part name that is too long', form(operations(), map(), file('x'.repeat(500)))],
  [
    'too many part headers',
    form(operations(), map(), `--${BOUNDARY}\r\n${'x-more: 1\r\n'.repeat(20_000)}\r\nx\r\n`),
  ],
])('a form with %s leaves no files behind', async (_, body, status = 400) => {
  expect(await send(body)).toMatchObject({
    status,
    errors: [
      {
        message: expect.stringMatching(/\w.*\.$/),
        extensions: { code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST' },
      },
    ],
  });
  expect(upstream.calls).toStrictEqual([]);
  await expect.poll(files).toStrictEqual([]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=', 400],
  ['multipart/form-data; boundary=""', 400],
  [`multipart/mixed; boundary=${BOUNDARY}`, 415],
])('a form of the type %o is rejected with %i', async (type, status) => {
  const response = await send(VALID, { 'content-type': type });
  expect(response.status).toBe(status);
  await expect.poll(files).toStrictEqual([]);
});

/** A change of a text at a relative position from 0 to 1. */
const change = fc.record({
  position: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  text: fc.oneof(
    fc.string({ maxLength: 20, unit: anyCharacter }),
    fc.constantFrom('\r\n', '--', '"', ';', '\0', '{', '[', '__proto__', 'variables', 'name='),
    fc.constant('\r\n\r\n'),
  ),
});

test('a form with random changes leaves no files behind', async () => {
  const faults: unknown[] = [];
  const { send, files } = await startUploadApi({}, { onFault: (fault) => faults.push(fault) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const body = changes.reduce((whole, { position, length, text }) => {
        const at = Math.floor(position * whole.length);
        return whole.slice(0, at) + text + whole.slice(at + length);
      }, VALID);
      const { status, errors } = await send(body);
      expect(status).toBeLessThan(500);
      if (status >= 400) expect(errors?.[0]?.message).toMatch(/\S/);
      await expect.poll(files).toStrictEqual([]);
    }),
    { numRuns: RUNS * 3 },
  );
  expect(faults).toStrictEqual([]);
});
