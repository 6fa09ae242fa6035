import { once } from 'node:events';
import { constants, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import { AbortedError, ConnectionError, ResponseTooLargeError } from '../../src/upstream/errors.ts';
import { createLookup, startClient } from '../support/client.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { createAuthority, sendTool, startHttp2Upstream } from '../support/tls.ts';

const T1 = { params: { id: 't1' } };
const RENAME = { ...T1, body: { name: 'new' } };

type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Starts an HTTP/2 upstream whose certificate is trusted. */
async function startUpstream(listener: Listener, limits?: { maxConcurrentStreams: number }) {
  const authority = await createAuthority();
  authority.trust();
  return startHttp2Upstream(await authority.issue(), listener, limits);
}

test('calls beyond the stream limit of a connection open more connections instead of waiting', async () => {
  const held: Http2ServerResponse[] = [];
  const upstream = await startUpstream((_, response) => {
    held.push(response);
    // Waits forever if they are not concurrent.
    if (held.length === 300) for (const each of held) sendTool(each);
  });
  const rest = startClient(upstream.url, { calls: 1000 });
  const calls = Array.from({ length: 300 }, (_, id) => rest.tool({ params: { id: `t${id}` } }));
  expect(await Promise.all(calls)).toHaveLength(300);
  expect(upstream.connections()).toBe(3);
});

test('after a GOAWAY, calls that the server did not process are processed once on a new connection', async () => {
  const first: [Http2ServerRequest, Http2ServerResponse][] = [];
  const processed: string[] = [];
  const answer: Listener = ({ method, url }, response) => {
    processed.push(`${method} ${url}`);
    sendTool(response);
  };
  const upstream = await startUpstream((request, response) => {
    if (upstream.sessions.length > 1) return answer(request, response);
    first.push([request, response]);
    if (first.length < 4) return;
    const [, lastProcessed] = first;
    request.stream.session?.goaway(constants.NGHTTP2_NO_ERROR, lastProcessed?.[0].stream.id);
    for (const each of first.slice(0, 2)) answer(...each);
  });
  const rest = startClient(upstream.url, { retries: 0 });
  const callBoth = (id: string) => [
    rest.tool({ params: { id } }),
    rest.updateTool({ ...RENAME, params: { id } }),
  ];
  await Promise.all([...callBoth('1'), ...callBoth('2')]);
  const once = ['GET /v1/tools/1', 'GET /v1/tools/2', 'PUT /v1/tools/1', 'PUT /v1/tools/2'];
  expect(processed.sort()).toStrictEqual(once);
  expect(upstream.sessions).toHaveLength(2);
});

test('a reset stream fails only its own call', async () => {
  const upstream = await startUpstream(({ url, method, stream }, response) => {
    const isFirst = upstream.calls.filter((call) => call === `2.0 ${method} ${url}`).length === 1;
    if (url?.includes('broken') && isFirst) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else sendTool(response);
  });
  const rest = startClient(upstream.url);
  const [broken, intact, write] = await Promise.allSettled([
    rest.tool({ params: { id: 'broken' } }),
    rest.tool({ params: { id: 'intact' } }),
    rest.updateTool({ ...RENAME, params: { id: 'broken' } }),
  ]);
  expect([broken?.status, intact?.status]).toStrictEqual(['fulfilled', 'fulfilled']);
  expect(write).toMatchObject({ status: 'rejected', reason: { constructor: ConnectionError } });
  expect([...upstream.calls].sort()).toStrictEqual([
    '2.0 GET /v1/tools/broken',
    '2.0 GET /v1/tools/broken',
    '2.0 GET /v1/tools/intact',
    '2.0 PUT /v1/tools/broken',
  ]);
  expect(upstream.connections()).toBe(1);
});

test('a write that the server did not process is sent again', async () => {
  const upstream = await startUpstream(({ stream }, response) => {
    if (upstream.calls.length === 1) stream.close(constants.NGHTTP2_REFUSED_STREAM);
    else sendTool(response);
  });
  const rest = startClient(upstream.url);
  expect(await rest.updateTool(RENAME)).toMatchObject({ id: 't1' });
  expect(upstream.calls).toHaveLength(2);
});

test('when a connection breaks, only active reads are retried', async () => {
  const upstream = await startUpstream(({ stream }, response) => {
    if (upstream.sessions.length > 1) sendTool(response);
    else if (upstream.calls.length === 2) stream.session?.destroy();
  });
  const rest = startClient(upstream.url);
  const [read, write] = await Promise.allSettled([rest.tool(T1), rest.updateTool(RENAME)]);
  expect(read?.status).toBe('fulfilled');
  expect(write).toMatchObject({ status: 'rejected', reason: { constructor: ConnectionError } });
  expect(upstream.calls.filter((call) => call.includes('PUT'))).toHaveLength(1);
});

test.each([
  ['closes', (session: { close(): void }) => session.close()],
  ['breaks', (session: { destroy(): void }) => session.destroy()],
] as const)('after the server %s an idle connection, a write uses a new one', async (_, end) => {
  const upstream = await startUpstream((_request, response) => sendTool(response));
  const rest = startClient(upstream.url);
  await rest.updateTool(RENAME);
  const [session] = upstream.sessions;
  if (!session) return expect.fail('there is no session');
  const closed = once(session, 'close');
  end(session);
  await closed;
  // The client notices a moment later.
  await expect.poll(() => rest.updateTool(RENAME)).toMatchObject({ id: 't1' });
  expect(upstream.connections()).toBe(2);
});

test('a connection whose peer does not respond to PING frames is closed', async () => {
  const upstream = await startUpstream((_, response) => {
    if (upstream.calls.length === 1) proxy.holdOpen();
    else sendTool(response);
  });
  const proxy = await startTcpProxy(upstream.port);
  const url = `https://localhost:${proxy.port}`;
  const rest = startClient(url, { pingInterval: 30, lookup: createLookup(() => '127.0.0.1') });
  expect(await rest.tool(T1)).toMatchObject({ id: 't1' });
  expect(proxy.accepted()).toBe(2);
});

test('a connection whose peer responds only to PING frames is kept', async () => {
  const late: Http2ServerResponse[] = [];
  const upstream = await startUpstream((_, response) => void late.push(response));
  const rest = startClient(upstream.url, { pingInterval: 10, retries: 0 });
  const tool = rest.tool(T1);
  let pings = 0;
  await expect.poll(() => upstream.sessions.length).toBe(1);
  upstream.sessions[0]?.on('ping', () => {
    pings += 1;
  });
  await expect.poll(() => pings).toBeGreaterThan(10);
  for (const response of late) sendTool(response);
  expect(await tool).toMatchObject({ id: 't1' });
});

test('an upload is sent completely over HTTP/2', async () => {
  let received = 0;
  const upstream = await startUpstream((request, response) => {
    request.on('data', (bytes: Buffer) => {
      received += bytes.length;
    });
    request.on('end', () => {
      expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
      sendTool(response);
    });
  });
  const rest = startClient(upstream.url);
  const image = new Uint8Array(3_000_000);
  const body = { displayName: 'Ada', imageFile: new File([image], 'a.png', { type: 'image/png' }) };
  expect(await rest.createAvatar({ body })).toMatchObject({ id: 't1' });
  expect(received).toBeGreaterThan(image.length);
  expect(upstream.calls).toStrictEqual(['2.0 POST /v1/avatars']);
});

test('a call on a connection that reaches its maximum age completes', async () => {
  const held: Http2ServerResponse[] = [];
  const upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('held')) held.push(response);
    else sendTool(response);
  });
  const rest = startClient(upstream.url, { maxConnectionAge: 1 });
  const first = rest.tool({ params: { id: 'held' } });
  await expect.poll(() => held.length).toBe(1);
  await expect
    .poll(async () => {
      await rest.tool(T1);
      return upstream.connections();
    })
    .toBeGreaterThan(1);
  for (const response of held) sendTool(response);
  expect(await first).toMatchObject({ id: 't1' });
});

test('a response that is too large fails only its own call', async () => {
  const held: Http2ServerResponse[] = [];
  const upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('held')) held.push(response);
    else sendTool(response, 'x'.repeat(100_000));
  });
  const rest = startClient(upstream.url, { maxResponseBytes: 10_000 });
  const other = rest.tool({ params: { id: 'held' } });
  await expect.poll(() => held.length).toBe(1);
  await expect(rest.tool(T1)).rejects.toBeInstanceOf(ResponseTooLargeError);
  for (const response of held) sendTool(response);
  expect(await other).toMatchObject({ id: 't1' });
  expect(upstream.connections()).toBe(1);
});

test('a caller who disconnects resets only the stream of its call', async () => {
  const held = new Map<string, Http2ServerResponse>();
  const upstream = await startUpstream((request, response) => {
    held.set(request.url ?? '', response);
  });
  const caller = new AbortController();
  const client = createRestClient({ url: upstream.url });
  onTestFinished(() => client.close());
  const abortedCall = client.for({ signal: caller.signal }).tool(T1);
  const other = client.for({}).tool({ params: { id: 'other' } });
  await expect.poll(() => held.size).toBe(2);
  const abortedResponse = held.get('/v1/tools/t1');
  if (!abortedResponse) return expect.fail('there is no such call');
  const closed = once(abortedResponse, 'close');
  caller.abort();
  await expect(abortedCall).rejects.toBeInstanceOf(AbortedError);
  await closed;
  sendTool(held.get('/v1/tools/other') ?? abortedResponse);
  expect(await other).toMatchObject({ id: 't1' });
  expect(upstream.connections()).toBe(1);
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
  await expect(write).rejects.toBeInstanceOf(AbortedError);
  released.resolve();
  expect(await read).toMatchObject({ id: 't1' });
  await client.for({}).tool({ params: { id: 't2' } });
  expect(upstream.calls).toStrictEqual(['2.0 GET /v1/tools/t1', '2.0 GET /v1/tools/t2']);
});
