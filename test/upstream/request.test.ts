import { expect, onTestFinished, test } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';
import type { RestMethods } from '../../src/upstream/rest-methods.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';

const KEY = 'key-of-a-caller';
const ID = 'request-12345';
const T1 = { params: { id: 't1' } };
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const EMPTY_PAGE = { data: [], meta: { total: 0 } };

/** Returns the bytes that a call sends. */
async function captureBytes(
  call: (rest: RestMethods) => Promise<unknown>,
  body: unknown = { id: 'x', sessionToken: 't' },
  prefix = '',
  options: Partial<RestOptions> = {},
) {
  const upstream = await startRawUpstream(() => formatResponse('200 OK', body));
  const client = createRestClient({ url: `${upstream.url}${prefix}`, ...options });
  onTestFinished(() => client.close());
  await call(client.for({ credential: Credential.fromKey(KEY), requestId: ID }));
  expect(upstream.received).toHaveLength(1);
  const [bytes = ''] = upstream.received;
  return bytes.replace(/^host: .*\r\n/m, '');
}

const head = (line: string, ...more: string[]) =>
  [
    `${line} HTTP/1.1`,
    'connection: keep-alive',
    'accept: application/json',
    `authorization: Bearer ${KEY}`,
    `x-request-id: ${ID}`,
    ...more,
    '',
    '',
  ].join('\r\n');

const json = (line: string, body: string) =>
  `${head(line, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)}${Buffer.from(body).toString('latin1')}`;

test.each<[string, string, (rest: RestMethods) => Promise<unknown>, unknown?]>([
  [
    'createPersona, with avatarModel left out',
    json('POST /v1/personas', '{"name":"Zoë"}'),
    (rest) => rest.createPersona({ body: { name: 'Zoë', avatarModel: undefined } }),
  ],
  [
    'personas, with all query parameters',
    head('GET /v1/personas?page=2&perPage=100&search=a%26b+%C3%A9', 'accept-encoding: gzip'),
    (rest) => rest.personas({ query: { page: 2, perPage: 100, search: 'a&b é' } }),
    EMPTY_PAGE,
  ],
  [
    'tool, whose id is percent-encoded in the path',
    head('GET /v1/tools/..%2Fpersonas%3Fx%23'),
    (rest) => rest.tool({ params: { id: '../personas?x#' } }),
  ],
  [
    'updateTool, with a key newer than the contract',
    json('PUT /v1/tools/t1', '{"name":"lookup","newer":[1]}'),
    (rest) => rest.updateTool({ ...T1, body: { name: 'lookup', newer: [1] } }),
  ],
  ['deleteTool', head('DELETE /v1/tools/t1'), (rest) => rest.deleteTool(T1)],
])('%s sends exactly these bytes', async (_, bytes, call, body) => {
  expect(await captureBytes(call, body)).toBe(bytes);
});

test('createAvatar from a file sends multipart with the text first', async () => {
  const imageFile = new File([PNG], 'ada.png', { type: 'image/png' });
  const bytes = await captureBytes((rest) =>
    rest.createAvatar({ body: { imageFile, displayName: 'Ada' } }),
  );
  const boundary = /content-type: multipart\/form-data; boundary=(\S+)\r\n/.exec(bytes)?.[1] ?? '';
  expect(boundary).not.toBe('');
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="displayName"',
    '',
    'Ada',
    `--${boundary}`,
    'Content-Disposition: form-data; name="imageFile"; filename="ada.png"',
    'Content-Type: image/png',
    '',
    Buffer.from(PNG).toString('latin1'),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  expect(bytes.startsWith('POST /v1/avatars HTTP/1.1\r\n')).toBe(true);
  expect(bytes).toContain(`\r\nauthorization: Bearer ${KEY}\r\n`);
  expect(bytes).toContain(`\r\ncontent-length: ${body.length}\r\n`);
  expect(bytes.slice(bytes.indexOf('\r\n\r\n') + 4)).toBe(body);
});

test('a base URL with a path keeps it before /v1', async () => {
  const bytes = await captureBytes((rest) => rest.tool(T1), T1.params, '/gw/');
  expect(bytes).toBe(head('GET /gw/v1/tools/t1'));
});

test('a call without a credential and a request has neither header', async () => {
  const upstream = await startRawUpstream(() => formatResponse('200 OK', { id: 'a1' }));
  const client = createRestClient({ url: upstream.url });
  onTestFinished(() => client.close());
  await client.for({}).avatar({ params: { id: 'a1' } });
  expect(upstream.received[0]).not.toMatch(/authorization|x-request-id/i);
});

test('calls of two callers over one connection each have their own credential', async () => {
  const upstream = await startRawUpstream(() => formatResponse('200 OK', { id: 'a1' }));
  const client = createRestClient({ url: upstream.url, calls: 1 });
  onTestFinished(() => client.close());
  const callers = ['one', 'two'].map((key) => client.for({ credential: Credential.fromKey(key) }));
  await Promise.all(callers.map((rest) => rest.avatar({ params: { id: 'a1' } })));
  const sent = upstream.received.map((bytes) => /authorization: (.*)\r/.exec(bytes)?.[1]);
  expect(sent).toStrictEqual(['Bearer one', 'Bearer two']);
});

test('the headers of a trace replace none of the request', async () => {
  const ends: unknown[] = [];
  const traceAttempt: RestOptions['traceAttempt'] = (_, call) => ({
    headers: { traceparent: '1', authorization: 'Bearer other', 'x-request-id': 'another' },
    end: (status) => ends.push([call, status]),
  });
  const bytes = await captureBytes((rest) => rest.tool(T1), T1.params, '', { traceAttempt });
  const lines = bytes.split('\r\n');
  expect(lines).toContain('traceparent: 1');
  expect(lines).toContain(`authorization: Bearer ${KEY}`);
  expect(lines).toContain(`x-request-id: ${ID}`);
  expect(bytes).not.toContain('other');
  expect(ends).toStrictEqual([['GET /v1/tools/{id}', 200]]);
});
