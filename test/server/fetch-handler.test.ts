import { readdir } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../src/hooks/client.ts';
import { forwardedKeyAuth } from '../../src/server/authentication/authenticate.ts';
import { loadMcp } from '../../src/server/mcp/load-mcp.ts';
import { createServer } from '../../src/server/server.ts';
import { createSpool } from '../../src/shared/spool.ts';
import { createRestClient } from '../../src/upstream/client.ts';
import { LIST, HEADERS as MCP_HEADERS } from '../support/agent.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { createAvatarForm, FORM_TYPE, seedImage } from '../support/files.ts';
import { createExactLimiter } from '../support/rate-limits.ts';
import { listen, listFiles, tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const CREATED = { data: { createAvatar: { avatar: { id: expect.any(String) } } } };
const QUERY = '{"query":"{ llms { totalCount } }"}';
const AUTHORIZED = { authorization: 'Bearer a-key' };

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request('http://127.0.0.1/graphql', { method: 'POST', headers: JSON_TYPE, body, ...init });

const stream = (body: ReadableStream<Uint8Array>, init: RequestInit = {}) =>
  post(body, { ...init, ...{ duplex: 'half' } });

test('a Fetch handler returns a Response of the platform, as Next.js requires', async () => {
  const { fetch } = await start({ upstream: reply(200, {}) });
  const response = await fetch(post(QUERY), { params: Promise.resolve({}) });
  expect(Object.getPrototypeOf(response)).toBe(Response.prototype);
  expect(await response.json()).toStrictEqual({ data: { llms: { totalCount: 3 } } });
});

test('a server is callable with a Request and with messages of node:http', async () => {
  const rest = createRestClient({ url: 'http://127.0.0.1:1' });
  onTestFinished(() => rest.close());
  const server = createServer({ rest, authenticate: forwardedKeyAuth });
  expect((await globalThis.fetch(`${await listen(server)}/health`)).status).toBe(200);
  expect((await globalThis.fetch(`${await listen(server.handle)}/health`)).status).toBe(200);
  const health = new Request('http://127.0.0.1/health');
  for (const handle of [server, server.handle, server.fetch])
    expect((await handle(health)).status).toBe(200);
});

test('the file of an upload through a Fetch handler is removed after it is sent upstream', async () => {
  const service = await startAvatarService();
  const folder = await tempFolder();
  const { fetch } = await start({ upstream: { url: service.url }, spool: createSpool(folder) });
  const headers = { authorization: `Bearer ${service.keys.pro}` };
  const request = post(createAvatarForm(seedImage('png')), { headers });
  expect(await (await fetch(request)).json()).toStrictEqual(CREATED);
  expect(await readdir(folder)).not.toHaveLength(0);
  expect(await listFiles(folder)).toStrictEqual([]);
});

test('calls of the upstream end when the client of a Fetch handler disconnects', async () => {
  const arrived = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const upstream = await fakeService((_, response) => {
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
    upstream: reply(200, {}),
    mcp: await loadMcp('1.2.3'),
    onFault: (fault) => faults.push(fault),
  });
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught);
  onTestFinished(() => {
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught);
  });
  const breakOff = () =>
    new ReadableStream({ pull: (controller) => controller.error(new Error('broken')) });
  for (const [path, headers] of [
    ['/graphql', JSON_TYPE],
    ['/graphql', { ...FORM_TYPE, ...AUTHORIZED }],
    ['/mcp', { ...MCP_HEADERS, ...AUTHORIZED }],
  ] as const) {
    const init = stream(breakOff(), { headers });
    const response = await fetch(new Request(`http://127.0.0.1${path}`, init));
    expect([path, response.status]).toStrictEqual([path, 400]);
    expect(await response.text()).toContain('The body of the request ended early.');
  }
  const { status } = await fetch(stream(breakOff(), { headers: { 'content-type': 'a/b' } }));
  expect(status).toBe(415);
  await nextTurn();
  expect([uncaught, faults]).toStrictEqual([[], []]);
});

test('a Fetch handler does not cancel a body that it rejects', async () => {
  const upstream = await fakeService(reply(200, {}));
  const { fetch } = await start({ upstream, authenticate: forwardedKeyAuth });
  const cancel = vi.fn();
  const response = await fetch(stream(new ReadableStream({ cancel }), { headers: FORM_TYPE }));
  expect(response.status).toBe(401);
  await nextTurn();
  expect(cancel).not.toHaveBeenCalled();
});

test('a Fetch handler limits the size and the time of a body', async () => {
  const upstream = await fakeService(reply(200, {}));
  const startWith = (timeout: number) => {
    const body = { bytes: 1024, timeout, variablesDepth: 32, variablesValues: 100 };
    return start({ upstream, limits: { body } });
  };
  // A slow machine does not read a whole body in time.
  const [patient, hasty] = [await startWith(60_000), await startWith(50)];
  const headers = { ...JSON_TYPE, 'content-length': '5' };
  expect((await patient.fetch(post(QUERY.padEnd(2_000), { headers }))).status).toBe(413);
  expect((await hasty.fetch(stream(new ReadableStream()))).status).toBe(408);
});

test('a Fetch handler finds the client by addressOf', async () => {
  const waitUntil = vi.fn();
  const { fetch } = await start({
    upstream: reply(200, {}),
    rateLimiter: createExactLimiter({ fields: 1, mints: 1, uploads: 1 }),
    addressOf: (request, fetchContext) =>
      `${request instanceof Request && request.headers.get('x-client')} ${Reflect.get(fetchContext ?? {}, 'zone')}`,
    plugins: [{ onResponse: ({ serverContext }) => serverContext.waitUntil(Promise.resolve()) }],
  });
  const ask = async (client: string, zone: string) => {
    const request = post(QUERY, { headers: { ...JSON_TYPE, 'x-client': client } });
    return (await fetch(request, { zone, waitUntil })).status;
  };
  let requests = 1;
  while ((await ask('a', 'x')) === 200) requests += 1;
  expect(requests).toBeLessThan(10);
  expect(await Promise.all([ask('b', 'x'), ask('a', 'y')])).toStrictEqual([200, 200]);
  expect(waitUntil).toHaveBeenCalledTimes(requests + 2);
});

test('graphqlEndpoint is the path of the API, of its pages and of what hooks call', async () => {
  const { url, fetch, run } = await start({
    upstream: reply(200, {}),
    graphqlEndpoint: '/api/graph',
    mcp: await loadMcp('1.2.3'),
  });
  expect(new URL(url).pathname).toBe('/api/graph');
  expect((await run('{ llms { totalCount } }')).data).toStrictEqual({ llms: { totalCount: 3 } });
  const get = (path: string, accept = 'text/html') =>
    fetch(new Request(`http://a.example${path}`, { headers: { accept } }));
  expect(await (await get('/api/graph')).text()).toContain('"/api/graph"');
  expect(await createClient({ url }).request('{ llms { totalCount } }')).toMatchObject({
    llms: { totalCount: 3 },
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
    const upstream = { url: 'http://127.0.0.1:1' };
    await expect(start({ upstream, graphqlEndpoint })).rejects.toThrow('must be a path');
  },
);
