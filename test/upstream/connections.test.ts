import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { createLookup, getError, startClient } from '../support/client.ts';
import { formatResponse } from '../support/raw-upstream.ts';
import { listenForTest } from '../support/resources.ts';
import { createAuthority, sendTool, startTlsUpstream } from '../support/tls.ts';

const T1 = { params: { id: 't1' } };
const OTHER = { params: { id: 'other' } };
const RENAME = { ...T1, body: { name: 'new' } };

/** Starts an upstream over TLS whose certificate is trusted. Responses to calls for `other` are held until released. */
async function startUpstream(listener: Parameters<typeof startTlsUpstream>[1]) {
  const authority = await createAuthority();
  authority.trust();
  const held = Promise.withResolvers<Http2ServerResponse>();
  const upstream = await startTlsUpstream(await authority.issue(), (request, response) => {
    if (request.url?.endsWith('other')) held.resolve(response);
    else listener(request, response);
  });
  return { ...upstream, held: held.promise };
}

test('a connection that breaks, or a response that is too large, fails only its own call, also where the upstream speaks HTTP/2', async () => {
  const upstream = await startUpstream(({ socket, method }, response) => {
    if (method === 'PUT') socket.destroy();
    else sendTool(response, 'x'.repeat(100_000));
  });
  const rest = startClient(upstream.url, { maxResponseBytes: 10_000 });
  const other = rest.tool(OTHER);
  const held = await upstream.held;
  expect(await getError(rest.updateTool(RENAME))).toMatchObject({ kind: 'connection' });
  expect(await getError(rest.tool(T1))).toMatchObject({ kind: 'invalid' });
  sendTool(held);
  expect(await other).toMatchObject({ id: 't1' });
  expect(upstream.calls.filter((call) => !call.startsWith('1.1 '))).toStrictEqual([]);
});

test('there are no more connections than concurrent calls', async () => {
  const upstream = await startUpstream((_, response) => setImmediate(sendTool, response));
  const options = { calls: 20, waitingCalls: 200, queueTimeout: 60_000, connectTimeout: 60_000 };
  const rest = startClient(upstream.url, options);
  const ids = Array.from({ length: 200 }, (_, index) => `t${index}`);
  await Promise.all(ids.map((id) => rest.tool({ params: { id } })));
  // Fewer if the first responses arrive before all are open.
  expect(upstream.connections()).toBeLessThanOrEqual(20);
});

test('a call on a connection that reaches its maximum age completes', async () => {
  const upstream = await startUpstream((_, response) => sendTool(response));
  const rest = startClient(upstream.url, { maxConnectionAge: 1 });
  const first = rest.tool(OTHER);
  const held = await upstream.held;
  await expect
    .poll(async () => {
      await rest.tool(T1);
      return upstream.connections();
    })
    .toBeGreaterThan(2);
  sendTool(held);
  expect(await first).toMatchObject({ id: 't1' });
});

test('a caller who disconnects ends only its own call', async () => {
  const arrived = Promise.withResolvers<Http2ServerResponse>();
  const upstream = await startUpstream((_, response) => arrived.resolve(response));
  const client = createRestClient({ url: upstream.url });
  onTestFinished(() => client.close());
  const caller = new AbortController();
  const aborted = client.for({ signal: caller.signal }).tool(T1);
  const other = client.for({}).tool(OTHER);
  const [response, held] = await Promise.all([arrived.promise, upstream.held]);
  const closed = once(response, 'close');
  caller.abort();
  await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
  await closed;
  sendTool(held);
  expect(await other).toMatchObject({ id: 't1' });
});

test('a write whose caller disconnects before the connection is open is never sent', async () => {
  const upstream = await startUpstream((_, response) => sendTool(response));
  const connecting = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const toLoopback = createLookup(() => '127.0.0.1');
  const client = createRestClient({
    url: upstream.url,
    lookup: (...request) => {
      connecting.resolve();
      released.promise.then(() => toLoopback(...request));
    },
  });
  onTestFinished(() => client.close());
  const caller = new AbortController();
  const read = client.for({}).tool(T1);
  const write = client.for({ signal: caller.signal }).updateTool(RENAME);
  await connecting.promise;
  caller.abort();
  expect(await getError(write)).toMatchObject({ kind: 'aborted', isSent: false });
  released.resolve();
  expect(await read).toMatchObject({ id: 't1' });
  await client.for({}).tool({ params: { id: 't2' } });
  expect(upstream.calls).toStrictEqual(['1.1 GET /v1/tools/t1', '1.1 GET /v1/tools/t2']);
});

const tool = (headers: Record<string, string> = {}) =>
  formatResponse('200 OK', { id: 't1' }, headers);

/** An upstream that handles request number `count`, from 1, of each connection. */
async function startPlain(handle: (socket: Socket, count: number) => unknown) {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let count = 0;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const method = /^[A-Z]+(?= \/)/.exec(bytes.toString('latin1'))?.[0];
      if (method === undefined) return;
      count += 1;
      requests.push(method);
      handle(socket, count);
    });
  });
  const port = await listenForTest(server);
  return { url: `http://127.0.0.1:${port}`, requests, sockets };
}

/** Waits for the next turn of the event loop, because undici reuses a connection only then. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Starts a client with one connection, which the server closes when the next call is sent. */
async function startOnClosingConnection() {
  const upstream = await startPlain((socket, count) =>
    count === 1 ? socket.write(tool()) : socket.destroy(),
  );
  const rest = startClient(upstream.url);
  await rest.tool(T1);
  await nextTurn();
  return { rest, upstream };
}

test('a read is retried if the server closes the connection when it is sent', async () => {
  const { rest, upstream } = await startOnClosingConnection();
  expect(await rest.tool(T1)).toMatchObject({ id: 't1' });
  expect(upstream.requests).toStrictEqual(['GET', 'GET', 'GET']);
});

test('a write is sent once and fails if the server closes the connection when it is sent', async () => {
  const { rest, upstream } = await startOnClosingConnection();
  await expect(rest.updateTool(RENAME)).rejects.toMatchObject({ kind: 'connection' });
  expect(upstream.requests).toStrictEqual(['GET', 'PUT']);
});

test('a write does not use a connection that the server has closed', async () => {
  const upstream = await startPlain((socket) => socket.write(tool()));
  const rest = startClient(upstream.url);
  await rest.tool(T1);
  const [idle] = upstream.sockets;
  if (!idle) return expect.fail('there is no connection');
  const closed = once(idle, 'close');
  idle.end();
  await closed;
  expect(await rest.updateTool(RENAME)).toMatchObject({ id: 't1' });
  expect(upstream.requests).toStrictEqual(['GET', 'PUT']);
  expect(upstream.sockets).toHaveLength(2);
});

test('each call uses a new connection if the server’s keep-alive timeout is too short', async () => {
  const upstream = await startPlain((socket) => socket.write(tool({ 'keep-alive': 'timeout=2' })));
  const rest = startClient(upstream.url);
  for (let call = 0; call < 3; call += 1) {
    await rest.updateTool(RENAME);
    await nextTurn();
  }
  expect(upstream.sockets).toHaveLength(3);
});

/** Starts the service at every loopback address. It responds with the one that was called. */
async function startAtAnyAddress(options: Partial<RestOptions>) {
  const server = createHttpServer((request, response) =>
    sendTool(response, request.socket.localAddress),
  );
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return startClient(`http://service.example:${port}`, options);
}

test('a change of the service’s address takes effect after the maximum connection age', async () => {
  let address = '127.0.0.1';
  const lookup = createLookup(() => address);
  const rest = await startAtAnyAddress({ lookup, maxConnectionAge: 1 });
  expect(await rest.tool(T1)).toMatchObject({ name: '127.0.0.1' });
  address = '127.0.0.2';
  await expect.poll(() => rest.tool(T1)).toMatchObject({ name: '127.0.0.2' });
});

test('connections below the maximum age are reused', async () => {
  let lookups = 0;
  const lookup = createLookup(() => {
    lookups += 1;
    return '127.0.0.1';
  });
  const rest = await startAtAnyAddress({ lookup });
  for (let call = 0; call < 5; call += 1) {
    await rest.tool(T1);
    await nextTurn();
  }
  expect(lookups).toBe(1);
});
