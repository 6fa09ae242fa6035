import { expect, test } from 'vitest';
import { exchange, parseResponse } from '../support/raw-http.ts';
import { start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';

const { url } = await start({ settings: {} });

const BODY = '{"query":"{ llms { total } }"}';

const get = (target: string, host = '127.0.0.1', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

const send = async (url: string, bytes: string) =>
  parseResponse(await exchange(url, (socket) => void socket.write(bytes, 'latin1')));

const createErrorBody = (code = 'BAD_REQUEST') => ({
  errors: [{ message: expect.stringMatching(/\S \S/), extensions: { code } }],
});

test.each([
  ['OPTIONS *', 400, get('*', '127.0.0.1', 'OPTIONS')],
  ['TRACE', 405, get('/graphql', '127.0.0.1', 'TRACE')],
  ['PUT', 405, get('/graphql', '127.0.0.1', 'PUT')],
  ['an absolute URL', 400, get('http://evil.example/graphql')],
  ['a path that starts with //', 400, get('//evil.example/graphql')],
  ['a path with .. that resolves to /graphql', 400, get('/x/../graphql?query={llms{total}}')],
  ['an invalid percent sign', 400, get('/graphql%zz')],
  ['percent-encoded bytes that are not UTF-8', 400, get('/%e0%a4')],
  ['an encoded NUL', 400, get('/graphql%00')],
  ['a path with non-ASCII bytes', 400, get('/gr\u00e4phql')],
  ['no Host', 400, 'GET /graphql HTTP/1.1\r\n\r\n'],
  ['two Hosts', 400, get('/graphql', '127.0.0.1\r\nhost: evil.example')],
  [
    'an unknown transfer coding',
    400,
    get('/graphql', '127.0.0.1\r\ntransfer-encoding: gzip, chunked'),
  ],
])('%s is rejected with %i', async (_, status, bytes) => {
  expect(await send(url, bytes)).toMatchObject({ status, body: createErrorBody() });
});

test.each([
  ...']]] [::1 % @ user:pass@x 127.0.0.1:99999 <script> a/b 999.1.1.1'.split(' '),
  'a b',
  '',
])('the Host %j is rejected with 400', async (host) => {
  expect(await send(url, get('/graphql', host))).toMatchObject({
    status: 400,
    body: createErrorBody(),
  });
});

test.each([
  ['without a Host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['with two Hosts', 'GET /health HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
  ['with an invalid Host', 'GET /health HTTP/1.1\r\nhost: a/b\r\n\r\n'],
])('a request %s does not keep its connection', async (_, bytes) => {
  const answer = await exchange(url, (socket) => void socket.write(bytes));
  expect(answer).toMatch(/^connection: close\r$/im);
});

test('a server created by createServer rejects the same requests', async () => {
  const { url: graph } = await start({ upstream: await startUpstreamWithResponse(200, {}) });
  expect(await send(graph, get('*', '127.0.0.1', 'OPTIONS'))).toMatchObject({
    status: 400,
    body: createErrorBody(),
  });
  expect(await send(graph, get('/graphql', ']]]'))).toMatchObject({
    status: 400,
    body: createErrorBody(),
  });
});

test('the health check responds only at its path', async () => {
  const query = await fetch(`${url}/graphql?query={llms{total}}&x=/health`);
  expect([query.status, await query.json()]).toMatchObject([
    200,
    { data: { llms: { total: expect.any(Number) } } },
  ]);
  const probe = await fetch(`${url}/health?from=balancer`);
  expect([probe.status, await probe.text()]).toStrictEqual([200, '']);
  const write = await fetch(`${url}/health`, { method: 'POST' });
  expect([write.status, await write.json()]).toMatchObject([405, createErrorBody()]);
});

const post = async (url: string, headers: Record<string, string>, body = BODY) => {
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
};

test.each([
  'Application/JSON',
  'APPLICATION/JSON;Charset="UTF-8"',
  'application/json ; charset=utf8',
])('a body of the type %s is parsed as JSON, with a Content-Length and in chunks', async (type) => {
  expect(await post(url, { 'content-type': type })).toMatchObject({
    status: 200,
    body: { data: {} },
  });
  const chunked = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
  const head = `host: x\r\nconnection: close\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked`;
  const answer = await exchange(
    url,
    (socket) =>
      void socket.write(
        `POST /graphql HTTP/1.1\r\n${head.replace('x', '127.0.0.1')}\r\n\r\n${chunked}`,
      ),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test.each<[string, Record<string, string>]>([
  ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  [
    'an unknown content coding',
    { 'content-type': 'application/json', 'content-encoding': 'wonder' },
  ],
  ['a charset other than UTF-8', { 'content-type': 'application/json; charset=utf-16' }],
  ['a URL-encoded form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a document without JSON', { 'content-type': 'application/graphql' }],
  ['text', { 'content-type': 'text/plain' }],
  ['several types', { 'content-type': 'application/json, text/plain' }],
])('%s is rejected with 415 and not executed', async (_, headers) => {
  const body = headers['content-type']?.includes('urlencoded')
    ? `query=${encodeURIComponent('{llms{total}}')}`
    : BODY;
  expect(await post(url, headers, body)).toMatchObject({
    status: 415,
    body: createErrorBody('UNSUPPORTED_MEDIA_TYPE'),
  });
});

test('invalid HTTP and unknown expectations get errors in JSON', async () => {
  for (const [bytes, status, code] of [
    ['NONSENSE\r\n\r\n', 400, 'BAD_REQUEST'],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'PAYLOAD_TOO_LARGE'],
    ['POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nexpect: wonders\r\n\r\n', 417, 'BAD_REQUEST'],
  ] as const) {
    expect(await send(url, bytes)).toMatchObject({ status, body: createErrorBody(code) });
  }
});
