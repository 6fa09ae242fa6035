import { expect, test } from 'vitest';
import { forwardedKeyAuth } from '../../src/server/authentication/authenticate.ts';
import { loadMcp } from '../../src/server/mcp/load-mcp.ts';
import { LIST, HEADERS as MCP_HEADERS } from '../support/agent.ts';
import { BOUNDARY, FORM_TYPE, form, map, operations, part } from '../support/files.ts';
import { LIVE, LIVE_KEY, startLiveService } from '../support/live-service.ts';
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

const [avatarId] = LIVE.avatars;
const mint = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken type expiresAt } }
}`;

/** Valid and invalid documents and variables. */
const OPERATIONS: readonly object[] = [
  { query: '{ personas { totalCount nodes { id name avatar { displayName imageUrl } record } } }' },
  {
    query:
      '{ personas(first: 3, page: 2) { nodes { ...P } next previous } } fragment P on Persona { id createdAt }',
  },
  {
    query: 'query ($a: Boolean!) { llms { totalCount nothing @include(if: $a) } }',
    variables: { a: false },
  },
  {
    query: 'query ($a: Boolean!) { llms { totalCount nothing @skip(if: $a) } }',
    variables: { a: false },
  },
  { query: '{ a: llms { totalCount } b: llms { id __typename } __typename }' },
  {
    query: `{ tool(id: "${LIVE.tool}") { name config } gone: tool(id: "${LIVE.missing}") { name } }`,
  },
  { query: `{ avatarsByIds(ids: ["${avatarId}", "${LIVE.missing}"]) { id displayName } }` },
  {
    query: `query ($id: ID!) { persona(id: $id) { name llm { id } } }`,
    variables: { id: LIVE.persona },
  },
  { query: '{ __schema { queryType { name } } }' },
  { query: '{ personas(first: 1000) { totalCount } }' },
  { query: '{ tool(id: "") { name } }' },
  { query: '{ tool(id: "../..") { name } }' },
  { query: '{ nope }' },
  { query: '{' },
  { query: '' },
  { query: 7 },
  {},
  { query: '{ llms { totalCount } }', variables: 7 },
  { query: '{ llms { totalCount } }', extensions: [] },
  { query: '{ llms { totalCount } }', unknown: 1 },
  { query: '{ llms { totalCount } }', operationName: 'None' },
  { query: 'query A { llms { totalCount } } query B { llms { page } }', operationName: 'B' },
  { query: 'query A { llms { totalCount } } query B { llms { page } }' },
  { query: 'subscription { x }' },
  { query: 'query ($p: Int) { personas(page: $p) { totalCount } }', variables: { p: 'x' } },
  { query: 'query ($p: Int!) { personas(page: $p) { totalCount } }' },
  { query: 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }', variables: { ids: [null] } },
  { query: mint, variables: { input: { personaConfig: { personaId: LIVE.persona } } } },
  { query: mint, variables: { input: { personaConfig: {} } } },
  { query: mint, variables: { input: { personaConfig: { personaId: 'a', name: 'b' } } } },
  { query: mint, variables: { input: { clientLabel: 'busy', personaConfig: { personaId: 'a' } } } },
  { query: mint, variables: { input: null } },
  { query: mint },
  {
    query: 'mutation ($i: CreateAvatarInput!) { createAvatar(input: $i) { avatar { id } } }',
    variables: { i: { displayName: 'Ada', image: { file: null, url: 'https://a.example/b.png' } } },
  },
  {
    query: 'mutation ($i: CreateAvatarInput!) { createAvatar(input: $i) { avatar { id } } }',
    variables: { i: { displayName: 'Ada', image: {} } },
  },
  {
    query: `mutation { updateTool(id: "${LIVE.tool}", input: { name: "taken" }) { tool { name } } }`,
  },
  { query: `mutation { deleteTool(id: "${LIVE.missing}") { deletedId } }` },
  { query: '{ llms { totalCount } }', variables: { unused: 'ünïcödé ✓ 🎭' } },
  { query: '{ personas(search: "ünïcödé ✓ 🎭") { totalCount nodes { id } } }' },
];

/** Bodies of requests, odd and invalid ones too. */
const BODIES: readonly string[] = [
  ...OPERATIONS.map((operation) => JSON.stringify(operation)),
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '[{"query":"{ llms { totalCount } }"}]',
  `\ufeff${JSON.stringify({ query: '{ llms { totalCount } }' })}`,
  `{"query":"{ llms { totalCount } }","__proto__":{"x":1}}`,
];

/** Headers that change how a request is handled. */
const HEADERS: readonly Record<string, string>[] = [
  {},
  { accept: 'application/json' },
  { accept: 'application/graphql-response+json' },
  { accept: 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8' },
  { accept: '*/*' },
  { accept: 'image/png' },
  { accept: 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=utf-8' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { authorization: 'Bearer wrong' },
  { authorization: '' },
  { host: 'evil.example' },
];

/** Replaces what the upstream creates anew for each request. */
const removeVolatileValues = (body: string) =>
  body.replaceAll(/"(sessionToken|id|createdAt|expiresAt)":"[^"]*"/g, '"$1":"…"');

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

const POST_HEADERS: readonly Record<string, string>[] = [
  ...HEADERS,
  ...[
    'text/plain',
    'application/graphql',
    'APPLICATION/JSON',
    'application/json;charset=latin1',
  ].map((type) => ({ 'content-type': type })),
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity' },
  { host: ']]]' },
  { host: 'user@127.0.0.1' },
  { host: '127.0.0.1:1' },
  { 'x-request-id': 'short' },
  { accept: 'text/event-stream' },
  { accept: 'multipart/mixed, application/json' },
  { origin: 'https://allowed.example' },
  { origin: 'null' },
];

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

const AUTHORIZED = { authorization: `Bearer ${LIVE_KEY}` };

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
  body: removeIds(removeVolatileValues(body)),
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
    upstream: await startLiveService(),
    authenticate: forwardedKeyAuth,
    extensions: ['personas'],
    mcp: await loadMcp('1.2.3', ISSUER),
    isOwnHost: (name) => name === '127.0.0.1',
    isAllowedOrigin: (origin) => origin === 'https://allowed.example',
  });
  expect(CASES.length).toBeGreaterThan(200);
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
