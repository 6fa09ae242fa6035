import { readdir } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Plugin } from 'graphql-yoga';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/hooks/client.ts';
import { createRestClient, createServer, forwardedKeyAuth } from '../../src/index.ts';
import type { FetchHandler } from '../../src/server/fetch-handler.ts';
import { createRateLimiter } from '../../src/server/limits/rate-limits.ts';
import { loadMcp } from '../../src/server/mcp/load-mcp.ts';
import { createSpool } from '../../src/shared/spool.ts';
import { LIST, HEADERS as MCP_HEADERS } from '../support/agent.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import {
  BOUNDARY,
  createAvatarForm,
  FORM_TYPE,
  form,
  map,
  operations,
  part,
  seedImage,
} from '../support/files.ts';
import { LIVE_KEY, startLiveUpstream } from '../support/live-upstream.ts';
import { BODIES, HEADERS, removeVolatileValues } from '../support/raw-http.ts';
import { listen, tempFolder } from '../support/resources.ts';
import { type Api, start } from '../support/start.ts';
import { startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';

type Case = readonly [
  method: string,
  target: string,
  headers?: Readonly<Record<string, string>>,
  body?: string | undefined,
];

const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = '{"query":"{ llms { total } }"}';
const FILE = part('0', 'no image', 'a.png');
const ISSUER = { issuers: ['https://issuer.example'] };

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'QUERY'];

const TARGETS = [
  ...['/graphql', '/graphql/', '/graphql?query={__typename}', '/graphql?query=mutation{x}'],
  ...['/graphql?query={llms{total}}&variables={', '/graphql?', '/graphql?a=%zz', '/GRAPHQL'],
  ...['/', '/health', '/ready', '/health/x', '/mcp', '/mcp/', '/mcp?x=1', '/nowhere', '/tools/1'],
  ...['//graphql', '/graphql%zz', '/graphql%00', '/%e0%a4', '/console/none.js', '/personas'],
  '/.well-known/oauth-protected-resource/mcp',
];

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
    TARGETS.map((target): Case => [method, target, { ...JSON_TYPE, ...AUTHORIZED }]),
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

/** Headers about framing and time. */
const FRAMING = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const removeIds = (text: string) => text.replaceAll(/\b[0-9a-f]{8}-[\w-]{27}\b/g, '…');

const comparable = ({ headers, body, ...reply }: Reply): Reply => ({
  ...reply,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !FRAMING.has(name))
      .map(([name, value]) => [name, removeIds(String(value))]),
  ),
  body: removeIds(removeVolatileValues(body)),
});

/** Sends a request to a listener, and does not change its target or headers. */
function sendToListener(url: string, [method, path, headers, body]: Case): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = sendRequest(
      new URL(url).origin,
      { method, path, headers: { ...headers, ...length } },
      (reply) => {
        reply.toArray().then((chunks) => {
          const text = Buffer.concat(chunks).toString('latin1');
          resolve({ status: reply.statusCode, headers: reply.headers, body: text });
        }, reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function sendToHandler(
  { url, fetch }: Awaited<Promise<Api>>,
  [method, target, headers = {}, body]: Case,
): Promise<Reply> {
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await fetch(new Request(`${new URL(url).origin}${target}`, init));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  };
}

test('a listener and a Fetch handler respond alike to odd and hostile requests', async () => {
  const api = await start({
    upstream: await startLiveUpstream(),
    authenticate: forwardedKeyAuth,
    extensions: ['personas'],
    mcp: await loadMcp('1.2.3', ISSUER),
    isOwnHost: (name) => name === '127.0.0.1',
    isAllowedOrigin: (origin) => origin === 'https://allowed.example',
  });
  expect(CASES.length).toBeGreaterThan(300);
  const statuses = new Set<number | undefined>();
  for (const [method, target, headers, body] of CASES) {
    const sent: Case = [method, target, { 'x-request-id': 'same-for-both', ...headers }, body];
    const fromListener = comparable(await sendToListener(api.url, sent));
    expect(comparable(await sendToHandler(api, sent)), JSON.stringify(sent)).toStrictEqual(
      fromListener,
    );
    statuses.add(fromListener.status);
  }
  const expected = [200, 204, 400, 401, 403, 404, 405, 406, 413, 415, 421];
  expect([...statuses].sort()).toStrictEqual(expected);
});

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request('http://127.0.0.1/graphql', { method: 'POST', headers: JSON_TYPE, body, ...init });

const stream = (body: ReadableStream<Uint8Array>, init: RequestInit = {}) =>
  post(body, { ...init, ...{ duplex: 'half' } });

test('a Fetch handler returns a Response of the platform, as Next.js requires', async () => {
  const { fetch } = await start({ upstream: await startUpstreamWithResponse(200, {}) });
  const response = await fetch(post(QUERY), { params: Promise.resolve({}) });
  expect(Object.getPrototypeOf(response)).toBe(Response.prototype);
  expect(await response.json()).toStrictEqual({ data: { llms: { total: 3 } } });
});

test('a server is callable with a Request and with messages of node:http', async () => {
  const rest = createRestClient({ url: 'http://127.0.0.1:1' });
  onTestFinished(() => rest.close());
  const server = createServer({ rest, authenticate: forwardedKeyAuth });
  expect((await globalThis.fetch(`${await listen(server)}/health`)).status).toBe(200);
  expect((await globalThis.fetch(`${await listen(server.handle)}/health`)).status).toBe(200);
  const health = new Request('http://127.0.0.1/health');
  expect((await server(health)).status).toBe(200);
  expect((await server.handle(health)).status).toBe(200);
  expect((await server.fetch(health)).status).toBe(200);
});

test('the file of an upload through a Fetch handler is removed after it is sent upstream', async () => {
  const service = await startAvatarService();
  const folder = await tempFolder();
  const { fetch } = await start({ upstream: { url: service.url }, spool: createSpool(folder) });
  const request = new Request('http://127.0.0.1/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${service.keys.pro}` },
    body: createAvatarForm(seedImage('png')),
  });
  expect(await (await fetch(request)).json()).toStrictEqual({
    data: { createAvatar: { avatar: { id: expect.any(String) } } },
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter((entry) => entry.isFile())).toStrictEqual([]);
});

const toHeaders = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);

/** Serves a Fetch handler by node:http, as adapters of frameworks do. */
async function serveByAdapter(fetch: FetchHandler): Promise<string> {
  return listen((req, res) => {
    const { method = '', headers, url } = req;
    const body = method === 'POST' ? (Readable.toWeb(req) as BodyInit) : null;
    const init = { method, headers: toHeaders(headers), body, duplex: 'half' };
    fetch(new Request(`http://${headers.host}${url}`, init)).then(async (response) => {
      res.writeHead(response.status, Object.fromEntries(response.headers));
      res.end(await response.bytes());
    });
  });
}

test('a client behind an adapter of node:http gets the response to its upload', async () => {
  const service = await startAvatarService();
  const api = await start({ upstream: { url: service.url }, authenticate: forwardedKeyAuth });
  const url = `${await serveByAdapter(api.fetch)}/graphql`;
  const authorization = `Bearer ${service.keys.pro}`;
  for (let round = 0; round < 3; round += 1) {
    const body = JSON.stringify({ query: 'x'.repeat(3_000_000) });
    const rejected = await fetch(url, { method: 'POST', headers: JSON_TYPE, body });
    expect([rejected.status, Object.keys(Object(await rejected.json()))]).toStrictEqual([
      413,
      ['errors'],
    ]);
    const form = createAvatarForm(seedImage('png'));
    const uploaded = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
    expect(await uploaded.json()).toStrictEqual({
      data: { createAvatar: { avatar: { id: expect.any(String) } } },
    });
  }
});

test('calls of the upstream end when the client of a Fetch handler disconnects', async () => {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const upstream = await startUpstream((_, response) => {
    response.on('close', closed.resolve);
    arrived.resolve();
  });
  const { fetch } = await start({ upstream });
  const client = new AbortController();
  const body = JSON.stringify({ query: '{ tool(id: "1") { id } }' });
  const response = fetch(post(body, { signal: client.signal }));
  await arrived.promise;
  client.abort();
  await closed.promise;
  expect(await (await response).json()).toMatchObject({
    errors: [{ message: 'The client aborted the request.' }],
  });
});

test('a body that breaks off, or is not read, is no uncaught error', async () => {
  const faults: unknown[] = [];
  const { fetch } = await start({
    upstream: await startUpstreamWithResponse(200, {}),
    onFault: (fault) => faults.push(fault),
  });
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught);
  onTestFinished(() => {
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught);
  });
  const breakOff = () =>
    new ReadableStream({
      pull(controller) {
        controller.error(new Error('broken'));
      },
    });
  expect((await fetch(stream(breakOff()))).status).toBeLessThan(500);
  expect((await fetch(stream(breakOff(), { headers: { 'content-type': 'a/b' } }))).status).toBe(
    415,
  );
  await nextTurn();
  expect(uncaught).toStrictEqual([]);
  expect(faults).toStrictEqual([]);
});

test('a Fetch handler does not cancel a body that it rejects', async () => {
  const { fetch } = await start({
    upstream: await startUpstreamWithResponse(200, {}),
    authenticate: forwardedKeyAuth,
  });
  let isCanceled = false;
  const cancel = () => {
    isCanceled = true;
  };
  const response = await fetch(stream(new ReadableStream({ cancel }), { headers: FORM_TYPE }));
  expect(response.status).toBe(401);
  await nextTurn();
  expect(isCanceled).toBe(false);
});

test.each<[string, Plugin]>([
  [
    'throws',
    {
      onResponse: () => {
        throw new Error('secret');
      },
    },
  ],
  [
    'sets an invalid header',
    { onResponse: ({ response }) => response.headers.set('x-a', 'secret\r\nx-b: c') },
  ],
])(
  'if a plugin %s, a Fetch handler and a listener respond with 500 and report it',
  async (_, plugin) => {
    const faults: unknown[] = [];
    const api = await start({
      upstream: await startUpstreamWithResponse(200, {}),
      plugins: [plugin],
      onFault: (fault) => faults.push(fault),
      authenticate: forwardedKeyAuth,
    });
    const sent: Case = [
      'POST',
      '/graphql',
      { ...JSON_TYPE, 'x-request-id': 'same-for-both' },
      QUERY,
    ];
    const reply = comparable(await sendToHandler(api, sent));
    expect(reply).toStrictEqual(comparable(await sendToListener(api.url, sent)));
    expect(reply.status).toBe(500);
    expect(reply.body).not.toContain('secret');
    expect(faults).toHaveLength(2);
  },
);

test('a Fetch handler limits the size and the time of a body', async () => {
  const { fetch } = await start({
    upstream: await startUpstreamWithResponse(200, {}),
    limits: { body: { bytes: 1024, timeout: 50, variablesDepth: 32, variablesValues: 100 } },
  });
  const large = await fetch(
    post(QUERY.padEnd(2_000), { headers: { ...JSON_TYPE, 'content-length': '5' } }),
  );
  expect(large.status).toBe(413);
  const stalled = await fetch(stream(new ReadableStream()));
  expect(stalled.status).toBe(408);
});

test('a Fetch handler finds the client by addressOf', async () => {
  const waited: unknown[] = [];
  const { fetch } = await start({
    upstream: await startUpstreamWithResponse(200, {}),
    rateLimiter: createRateLimiter({ fields: 1, mints: 1, uploads: 1 }),
    addressOf: (request, fetchContext) =>
      `${request instanceof Request && request.headers.get('x-client')} ${Reflect.get(fetchContext ?? {}, 'zone')}`,
    plugins: [{ onResponse: ({ serverContext }) => serverContext.waitUntil(Promise.resolve()) }],
  });
  const ask = async (client: string, zone: string) => {
    const context = { zone, waitUntil: (promise: unknown) => waited.push(promise) };
    const request = post(QUERY, { headers: { ...JSON_TYPE, 'x-client': client } });
    return (await fetch(request, context)).status;
  };
  let requests = 1;
  while ((await ask('a', 'x')) === 200) requests += 1;
  expect(requests).toBeLessThan(10);
  expect(await Promise.all([ask('b', 'x'), ask('a', 'y')])).toStrictEqual([200, 200]);
  expect(waited).toHaveLength(requests + 2);
});

test('graphqlEndpoint is the path of the API, of its pages and of what hooks call', async () => {
  const { url, fetch, run } = await start({
    upstream: await startUpstreamWithResponse(200, {}),
    graphqlEndpoint: '/api/graph',
    mcp: await loadMcp('1.2.3'),
  });
  expect(new URL(url).pathname).toBe('/api/graph');
  expect((await run('{ llms { total } }')).data).toStrictEqual({ llms: { total: 3 } });
  const get = (path: string, accept = 'text/html') =>
    fetch(new Request(`http://a.example${path}`, { headers: { accept } }));
  expect(await (await get('/api/graph')).text()).toContain('"/api/graph"');
  expect(await createClient({ url }).request('{ llms { total } }')).toMatchObject({
    llms: { total: 3 },
  });
  expect(await (await get('/graphql', '*/*')).json()).toMatchObject({
    errors: [{ message: 'This path does not exist. The API is at /api/graph.' }],
  });
  const list = post(LIST, { headers: { ...MCP_HEADERS, ...AUTHORIZED } });
  expect((await fetch(new Request('http://a.example/mcp', list))).status).toBe(200);
});

test.each(['', 'graphql', '/', '/a b', '/a/', '//a', '/a"'])(
  'the graphqlEndpoint %j is rejected',
  async (graphqlEndpoint) => {
    await expect(
      start({ upstream: await startUpstreamWithResponse(200, {}), graphqlEndpoint }),
    ).rejects.toThrow('must be a path');
  },
);
