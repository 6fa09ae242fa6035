import { expect, test } from 'vitest';
import { reply } from '../support/fake-service.ts';
import { chunk, exchange, POST_GRAPHQL, parseResponse } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

const { url, get, send } = await start({ settings: {} });

const BODY = '{"query":"{ llms { totalCount } }"}';
const ID = 'order-12345';

/** Formats a request with more header lines, and an empty body if it has a type. */
const format = (method: string, target: string, lines = '', host = '127.0.0.1') =>
  `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\nx-request-id: ${ID}\r\n${lines}\r\n`;

const formatPost = (target: string, lines: string) =>
  format('POST', target, `${lines}\r\ncontent-length: 1\r\n`).concat('{');

const sendBytes = async (bytes: string, to = url) => parseResponse(await exchange(to, bytes));

const createErrorBody = (code = 'BAD_REQUEST', extensions = {}) => ({
  errors: [{ message: expect.stringMatching(/\S \S/), extensions: { code, ...extensions } }],
});

const JSON_LINE = 'content-type: application/json';

test.each<[string, number, string, string?]>([
  ['OPTIONS *', 400, format('OPTIONS', '*')],
  ['TRACE', 405, format('TRACE', '/graphql')],
  ['PUT', 405, format('PUT', '/graphql')],
  ['DELETE', 405, format('DELETE', '/graphql')],
  ['a write to a health check', 405, formatPost('/health', JSON_LINE)],
  ['a write to the metrics', 405, formatPost('/metrics', JSON_LINE)],
  ['a path that does not exist', 404, formatPost('/nothing', JSON_LINE)],
  ['an absolute URL', 400, format('GET', 'http://evil.example/graphql')],
  ['a path that starts with //', 400, format('GET', '//evil.example/graphql')],
  ['a path with ..', 400, format('GET', '/x/../graphql?query={llms{totalCount}}')],
  ['an invalid percent sign', 400, format('GET', '/graphql%zz')],
  ['percent-encoded bytes that are not UTF-8', 400, format('GET', '/%e0%a4')],
  ['an encoded NUL', 400, format('GET', '/graphql%00')],
  ['two Hosts', 400, format('GET', '/graphql', 'host: evil.example\r\n')],
  ['an unknown host name', 421, format('GET', '/graphql', '', 'evil.example'), 'FORBIDDEN'],
  ['an origin', 403, formatPost('/graphql', 'origin: https://evil.example'), 'FORBIDDEN'],
  ['CSS', 415, formatPost('/graphql', 'content-type: text/css'), 'UNSUPPORTED_MEDIA_TYPE'],
  ['a body that is not JSON', 400, formatPost('/graphql', JSON_LINE)],
  ...[
    ...']]] [::1 % @ user:pass@x 127.0.0.1:99999 <script> a/b 999.1.1.1'.split(' '),
    ...['a b', ''],
  ].map((host): [string, number, string] => [
    `the Host ${JSON.stringify(host)}`,
    400,
    format('GET', '/graphql', '', host),
  ]),
])('%s is rejected with %i and the id of the request', async (_, status, bytes, code) => {
  const body = createErrorBody(code, { requestId: ID });
  expect(await sendBytes(bytes)).toMatchObject({ status, body });
});

test.each<[string, number, string, string?]>([
  ['no Host', 400, 'GET /graphql HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an unknown transfer coding', 400, format('GET', '/', 'transfer-encoding: gzip, chunked\r\n')],
  ['text', 400, 'NONSENSE\r\n\r\n'],
  ['a path with non-ASCII bytes', 400, format('GET', '/gr\u00e4phql')],
  ['long headers', 431, format('GET', '/', `x: ${'x'.repeat(20_000)}\r\n`), 'PAYLOAD_TOO_LARGE'],
  ['a long URL', 431, format('GET', `/graphql?x=${'x'.repeat(20_000)}`), 'PAYLOAD_TOO_LARGE'],
  ['an unknown expectation', 417, format('POST', '/graphql', 'expect: wonders\r\n')],
  ...['abc', '-1', '1, 2', '0x10'].map((length): [string, number, string] => [
    `the Content-Length ${length}`,
    400,
    format('POST', '/graphql', `content-length: ${length}\r\n`).concat('{}'),
  ]),
])('%s, which is not valid HTTP, is rejected with %i in JSON', async (_, status, bytes, code) => {
  expect(await sendBytes(bytes)).toMatchObject({ status, body: createErrorBody(code) });
});

test.each([
  ['without a Host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['with two Hosts', 'GET /health HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
  ['with an invalid Host', 'GET /health HTTP/1.1\r\nhost: a/b\r\n\r\n'],
])('a request %s does not keep its connection', async (_, bytes) => {
  expect(await exchange(url, bytes)).toMatch(/^connection: close\r$/im);
});

test('a server created by createServer rejects the same requests', async () => {
  const api = await start({ upstream: reply(200, {}) });
  for (const bytes of [format('OPTIONS', '*'), format('GET', '/graphql', '', ']]]')])
    expect(await sendBytes(bytes, api.url)).toMatchObject({ status: 400, body: createErrorBody() });
});

test('the health check responds only at its path', async () => {
  const query = await get({ query: '{ llms { totalCount } }', x: '/health' });
  expect(query.data.llms.totalCount).toBeGreaterThan(0);
  const probe = await fetch(`${url}/health?from=balancer`);
  expect([probe.status, await probe.text()]).toStrictEqual([200, '']);
});

test.each([
  'Application/JSON',
  'APPLICATION/JSON;Charset="UTF-8"',
  'application/json ; charset=utf8',
])('a body of the type %s is parsed as JSON, with a Content-Length and in chunks', async (type) => {
  const { status, data } = await send({ body: BODY, headers: { 'content-type': type } });
  expect([status, data]).toMatchObject([200, { llms: {} }]);
  const head = `${POST_GRAPHQL}connection: close\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked`;
  const answer = await exchange(url, `${head}\r\n\r\n${chunk(BODY)}${chunk('')}`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test.each<[string, Record<string, string>, string?]>([
  ['a compressed body', { 'content-encoding': 'gzip' }],
  ['an unknown content coding', { 'content-encoding': 'wonder' }],
  ['a charset other than UTF-8', { 'content-type': 'application/json; charset=utf-16' }],
  [
    'a URL-encoded form',
    { 'content-type': 'application/x-www-form-urlencoded' },
    `query=${encodeURIComponent('{llms{totalCount}}')}`,
  ],
  ['a document without JSON', { 'content-type': 'application/graphql' }],
  ['text', { 'content-type': 'text/plain' }],
  ['several types', { 'content-type': 'application/json, text/plain' }],
])('%s is rejected with 415 and not executed', async (_, headers, body = BODY) => {
  const type = { 'content-type': 'application/json' };
  expect(await send({ body, headers: { ...type, ...headers } })).toMatchObject({
    status: 415,
    data: undefined,
    ...createErrorBody('UNSUPPORTED_MEDIA_TYPE'),
  });
});
