import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFetchAPI } from '../../../src/server/fetch-api/fetch-api.ts';
import { LightHeaders } from '../../../src/server/fetch-api/light-headers.ts';
import { LightRequest } from '../../../src/server/fetch-api/light-request.ts';
import { LightResponse } from '../../../src/server/fetch-api/light-response.ts';

createFetchAPI();

const name = fc.constantFrom('x-a', 'X-A', 'Set-Cookie', 'set-cookie', 'constructor', 'x-b');
const value = fc.constantFrom('e', 'a', 'b, c', 'd=1; path=/');
const change = fc.oneof(
  fc.tuple(fc.constantFrom('set' as const, 'append' as const), name, value),
  fc.tuple(fc.constant('delete' as const), name, value),
);
const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 });
const init = fc.oneof(
  pairs,
  pairs.map((entries) => new Headers(entries)),
  pairs.map((entries) =>
    Object.fromEntries(entries.map(([key, text]) => [key.toLowerCase(), text])),
  ),
);

const describeHeaders = (headers: Headers) => ({
  entries: [...headers],
  keys: [...headers.keys()],
  values: [...headers.values()],
  cookies: headers.getSetCookie(),
  lookups: ['X-A', 'x-b', 'SET-COOKIE', 'constructor', 'toString'].map((key) => [
    headers.get(key),
    headers.has(key),
  ]),
});

test('light headers equal standard ones after any changes', () => {
  fc.assert(
    fc.property(init, fc.array(change, { maxLength: 6 }), (given, changes) => {
      const [light, standard] = [new LightHeaders(given), new Headers(given)];
      for (const [method, key, text] of changes) {
        for (const headers of [light, standard]) headers[method](key, text);
      }
      expect(describeHeaders(light)).toStrictEqual(describeHeaders(standard));
      expect([...new Headers(light)]).toStrictEqual([...new Headers([...standard])]);
    }),
  );
});

const PROPERTIES = ['url', 'method', 'bodyUsed', 'status', 'statusText', 'ok', 'type', 'mode'];

/** Returns what a request or response is like, or the class of the error if it cannot be created. */
async function describe(create: () => Request | Response) {
  try {
    const created = create();
    const properties = PROPERTIES.map((property) => Reflect.get(created, property));
    const hasBody = created.body !== null;
    const text = await created.text();
    const again = await created.text().catch((error: Error) => error.name);
    return [...properties, [...created.headers], hasBody, text, again, created.bodyUsed];
  } catch (error) {
    return Object(error).constructor;
  }
}

test.each<[string, (Class: typeof Response) => Response]>([
  ['without a body', (Class) => new Class()],
  ['with text', (Class) => new Class('ünï', { status: 201, statusText: 'Made' })],
  ['with bytes', (Class) => new Class(new Uint8Array([97, 98]))],
  ['with parameters', (Class) => new Class(new URLSearchParams({ a: 'b' }))],
  ['with a typed blob', (Class) => new Class(new Blob(['x'], { type: 'image/png' }))],
  ['with a content type', (Class) => new Class('x', { headers: { 'Content-Type': 'a/b' } })],
  ['with 204 and a body', (Class) => new Class('x', { status: 204 })],
  ['with 304 and no body', (Class) => new Class(null, { status: 304 })],
  ['with status 199', (Class) => new Class(null, { status: 199 })],
  ['with status 600', (Class) => new Class(null, { status: 600 })],
  ['of JSON', (Class) => Class.json({ a: 1 }, { status: 400, headers: [['x-a', 'b']] })],
  ['of JSON with a type', (Class) => Class.json([], { headers: { 'CONTENT-TYPE': 'a/b' } })],
  ['that redirects', (Class) => Class.redirect('http://a.example/')],
])('a light response %s equals a standard one', async (_, create) => {
  expect(await describe(() => create(LightResponse))).toStrictEqual(
    await describe(() => create(Response)),
  );
});

test.each<[string, (Class: typeof Request) => Request]>([
  ['without a body', (Class) => new Class('http://a.example')],
  ['with a URL object', (Class) => new Class(new URL('http://a.example/b?c#d'))],
  ['with a path to normalize', (Class) => new Class('HTTP://A.example:80/a b?"<')],
  ['with an invalid URL', (Class) => new Class('nowhere')],
  ['with a method', (Class) => new Class('http://a.example', { method: 'put' })],
  ['with text', (Class) => new Class('http://a.example', { method: 'POST', body: 'ünï' })],
  ['with a body for GET', (Class) => new Class('http://a.example', { body: 'x' })],
  [
    'from another one',
    (Class) => {
      const source = new Class('http://a.example', { method: 'POST', body: 'x' });
      return new Class(source, { headers: { 'X-A': 'b' } });
    },
  ],
])('a light request %s equals a standard one', async (_, create) => {
  expect(await describe(() => create(LightRequest))).toStrictEqual(
    await describe(() => create(Request)),
  );
});
