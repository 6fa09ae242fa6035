import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { Credential } from '../../src/upstream/credential.ts';
import type { UpstreamError } from '../../src/upstream/errors.ts';
import type { RestMethods } from '../../src/upstream/rest-methods.ts';
import { startClient } from '../support/client.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';
import { listen } from '../support/resources.ts';

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

/** Reads a tool from an upstream that responds with these bytes. */
async function readToolFrom(coding: string, bytes: Buffer, status = 200) {
  const url = await listen((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': coding });
    response.end(bytes);
  });
  return startClient(url, { maxResponseBytes: 8192 }).tool(T1);
}

const TOOL = Buffer.from(JSON.stringify({ id: 't1', name: 'a tool'.repeat(100) }));

test.each([
  ['gzip', gzipSync(TOOL)],
  ['x-gzip', gzipSync(TOOL)],
  ['GZIP', gzipSync(TOOL)],
  ['identity', TOOL],
  ['identity, gzip', gzipSync(TOOL)],
  // Not codings, but sent by services.
  ['utf-8', TOOL],
  ['none', TOOL],
  ['UTF-8, gzip', gzipSync(TOOL)],
  ['__proto__', TOOL],
])('a response in the content coding %s is decoded', async (coding, bytes) => {
  expect(await readToolFrom(coding, bytes)).toMatchObject(JSON.parse(String(TOOL)));
});

test('a compressed error response is decoded', async () => {
  const message = 'The name is taken.';
  const response = readToolFrom('gzip', gzipSync(JSON.stringify({ message })), 400);
  await expect(response).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
});

test('a response that exceeds the maximum size after decoding is rejected', async () => {
  const bomb = gzipSync(JSON.stringify({ id: 'x'.repeat(1_000_000) }));
  expect(bomb.length).toBeLessThan(8192);
  await expect(readToolFrom('gzip', bomb)).rejects.toMatchObject({ kind: 'invalid' });
});

test.each([
  ['that does not match its coding', 'gzip', TOOL],
  ['that is truncated', 'gzip', gzipSync(TOOL).subarray(0, -12)],
])('a response %s is an invalid response', async (_, coding, bytes) => {
  const error = await readToolFrom(coding, bytes).catch((caught: UpstreamError) => caught);
  expect(error).toMatchObject({ kind: 'invalid' });
  expect(error).toHaveProperty(
    'message',
    'The upstream returned an invalid response: its content coding cannot be decoded.',
  );
});

test('only long pages are requested with compression', async () => {
  const acceptEncodings: unknown[] = [];
  const url = await listen((request, response) => {
    acceptEncodings.push(request.headers['accept-encoding']);
    const isList = request.url?.startsWith('/v1/personas') ?? false;
    const body = JSON.stringify(isList ? { data: [], meta: { total: 0 } } : { id: 't1' });
    response.setHeader('content-type', 'application/json');
    if (!isList) response.end(body);
    else response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
  });
  const rest = startClient(url);
  await rest.personas({ query: { perPage: 100 } });
  await rest.personas({ query: { perPage: 20 } });
  await rest.tool(T1);
  expect(acceptEncodings).toStrictEqual(['gzip', undefined, undefined]);
});

test('the extensions of a client are all, none or some, and none by default', () => {
  const ENDPOINTS = ['personas', 'deletePersona', 'voices', 'createPersona'] as const;
  const listSupported = (extensions?: 'all' | 'none' | readonly ['voices']) => {
    const options = extensions && { extensions };
    const client = createRestClient({ url: 'http://127.0.0.1:1', ...options });
    onTestFinished(() => client.close());
    return ENDPOINTS.filter(client.supports);
  };
  expect(listSupported('all')).toStrictEqual(ENDPOINTS);
  expect(listSupported(['voices'])).toStrictEqual(['personas', 'voices', 'createPersona']);
  for (const none of ['none', undefined] as const)
    expect(listSupported(none)).toStrictEqual(['personas', 'createPersona']);
});

test('a client refuses the name of no extension, and says which is meant', () => {
  const url = 'http://127.0.0.1:1';
  // @ts-expect-error The type has only the names of extensions.
  expect(() => createRestClient({ url, extensions: ['voice'] })).toThrow('Did you mean voices?');
});

test.each(['', 'service.example.com', 'localhost:4600'])(
  'a client refuses the URL %o by name',
  (url) => {
    expect(() => createRestClient({ url })).toThrow('The option url of createRestClient must be');
  },
);
