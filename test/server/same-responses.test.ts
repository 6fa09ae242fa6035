import { expect, test } from 'vitest';
import { forwardedKeyAuth } from '../../src/server/authentication/authenticate.ts';
import { loadMcp } from '../../src/server/mcp/load-mcp.ts';
import { LIST, HEADERS as MCP_HEADERS } from '../support/agent.ts';
import { reply } from '../support/fake-service.ts';
import { BOUNDARY, FORM_TYPE, form, map, operations, part } from '../support/files.ts';
import { FRAMING, type Reply, sendRaw } from '../support/raw-http.ts';
import { type Api, start } from '../support/start.ts';

type Case = readonly [
  method: string,
  target: string,
  headers?: Readonly<Record<string, string>>,
  body?: string | undefined,
];

const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = '{"query":"{ llms { totalCount } }"}';
const FILE = part('0', 'no image', 'a.png');
const ISSUER = { issuers: ['https://issuer.example'] };

/** Bodies of requests, odd and invalid ones too. */
const BODIES: readonly string[] = [
  QUERY,
  '{"query":"{ llms { totalCount } }","variables":7}',
  '{"query":"{ tool(id: \\"ünïcödé ✓ 🎭\\") { name } }"}',
  '',
  '{',
  'null',
  '[{"query":"{ llms { totalCount } }"}]',
  `\ufeff${JSON.stringify({ query: '{ llms { totalCount } }' })}`,
  `{"query":"{ llms { totalCount } }","__proto__":{"x":1}}`,
];

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'QUERY'];

const TARGETS = [
  ...['/graphql', '/graphql/', '/graphql?query={__typename}', '/graphql?query=mutation{x}'],
  ...['/graphql?query={llms{totalCount}}&variables={', '/graphql?', '/graphql?a=%zz', '/GRAPHQL'],
  ...['/', '/health', '/ready', '/health/x', '/mcp', '/mcp/', '/mcp?x=1', '/nowhere', '/tools/1'],
  ...['//graphql', '/graphql%zz', '/graphql%00', '/%e0%a4', '/console/none.js', '/personas'],
  '/.well-known/oauth-protected-resource/mcp',
];

/** Targets of each kind, which get all methods. */
const MAIN_TARGETS = ['/graphql', '/mcp', '/health', '/nowhere', '//graphql'];

const PAGE_TARGETS = ['/', '/graphql', '/tokens/new', '/nowhere', '/mcp', '/health'];

/** Lines of headers that change how a request is handled, each alone. */
const POST_HEADERS = `
  accept: application/graphql-response+json
  accept: application/graphql-response+json; charset=utf-8, application/json; charset=utf-8
  accept: image/png
  accept: application/json; charset=latin1
  accept: text/event-stream
  accept: multipart/mixed, application/json
  content-type: application/json; charset=utf-8
  content-type: application/json;charset=latin1
  content-type: APPLICATION/JSON
  content-type: application/graphql
  content-type: application/x-www-form-urlencoded
  content-type: text/plain
  content-encoding: gzip
  content-encoding: identity
  origin: https://evil.example
  origin: https://allowed.example
  origin: null
  sec-fetch-site: cross-site
  authorization: Bearer wrong
  host: evil.example
  host: ]]]
  host: user@127.0.0.1
  host: 127.0.0.1:1
  x-request-id: short`
  .trim()
  .split('\n')
  .map((line) => Object.fromEntries([line.trim().split(': ')]));

const PREFLIGHTS = ['https://allowed.example', 'https://evil.example', 'null'].map((origin) => ({
  origin,
  'access-control-request-method': 'POST',
}));

const FORMS: readonly string[] = [
  form(operations(), map(), FILE),
  form(operations(), FILE),
  form(map(), operations(), FILE),
  form(operations({ file: 1 }), map(), FILE),
  form(operations(), map({ 0: ['variables.__proto__.x'] }), FILE),
  form(),
  `--${BOUNDARY}`,
  '',
];

const AUTHORIZED = { authorization: 'Bearer a-key' };

const CASES: readonly Case[] = [
  ...METHODS.flatMap((method) =>
    (['GET', 'HEAD', 'POST'].includes(method) ? TARGETS : MAIN_TARGETS).map(
      (target): Case => [method, target, { ...JSON_TYPE, ...AUTHORIZED }],
    ),
  ),
  ...PAGE_TARGETS.map((target): Case => ['GET', target, { accept: 'text/html' }]),
  ...POST_HEADERS.map((headers): Case => ['POST', '/graphql', { ...JSON_TYPE, ...headers }, QUERY]),
  ...POST_HEADERS.map((headers): Case => ['GET', '/graphql?query={__typename}', headers]),
  ...PREFLIGHTS.map((headers): Case => ['OPTIONS', '/graphql', headers]),
  ...BODIES.map((body): Case => ['POST', '/graphql', { ...JSON_TYPE, ...AUTHORIZED }, body]),
  ...BODIES.map((body): Case => ['POST', '/mcp', { ...MCP_HEADERS, ...AUTHORIZED }, body]),
  ['POST', '/mcp', { ...MCP_HEADERS, ...AUTHORIZED }, LIST],
  ['POST', '/mcp', MCP_HEADERS, LIST],
  ...FORMS.map((body): Case => ['POST', '/graphql', { ...FORM_TYPE, ...AUTHORIZED }, body]),
  ['POST', '/graphql', { 'content-type': 'multipart/form-data', ...AUTHORIZED }, FILE],
  ['POST', '/graphql', JSON_TYPE, `{"query":"${'x'.repeat(60_000)}"}`],
  ['POST', '/graphql', JSON_TYPE, JSON.stringify({ query: 'x'.repeat(1_100_000) })],
];

const removeIds = (text: string) => text.replaceAll(/\b[0-9a-f]{8}-[\w-]{27}\b/g, '…');

type Comparable = Pick<Reply, 'status' | 'headers' | 'body'>;

const comparable = ({ status, headers, body }: Comparable): Comparable => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !FRAMING.has(name))
      .map(([name, value]) => [name, removeIds(String(value))]),
  ),
  body: removeIds(body),
});

const sendToListener = (url: string, [method, path, headers, body]: Case, isChunked = false) =>
  sendRaw(new URL(url).origin, { method, path, headers: { ...headers } }, body, isChunked);

async function sendToHandler(
  { url, fetch }: Awaited<Promise<Api>>,
  [method, target, headers = {}, body]: Case,
): Promise<Comparable> {
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(new Request(`${new URL(url).origin}${target}`, init));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  };
}

test('a Fetch handler and a listener, to a body with a length and in chunks, respond alike to hostile requests', {
  tags: ['slow'],
}, async () => {
  const api = await start({
    upstream: reply(200, { id: 't1', name: 'ünïcödé' }),
    authenticate: forwardedKeyAuth,
    extensions: ['personas'],
    mcp: await loadMcp('1.2.3', ISSUER),
    isOwnHost: (name) => name === '127.0.0.1',
    isAllowedOrigin: (origin) => origin === 'https://allowed.example',
  });
  expect(CASES.length).toBeGreaterThan(150);
  const statuses = new Set<number | undefined>();
  for (const [method, target, headers, body] of CASES) {
    const sent: Case = [method, target, { 'x-request-id': 'same-for-both', ...headers }, body];
    const fromListener = comparable(await sendToListener(api.url, sent));
    const others = [await sendToHandler(api, sent)];
    if (body !== undefined) others.push(await sendToListener(api.url, sent, true));
    for (const other of others)
      expect(comparable(other), JSON.stringify(sent)).toStrictEqual(fromListener);
    statuses.add(fromListener.status);
  }
  const expected = [200, 204, 400, 401, 403, 404, 405, 406, 413, 415, 421];
  expect([...statuses].sort()).toStrictEqual(expected);
});
