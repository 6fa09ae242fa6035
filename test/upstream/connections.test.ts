import { once } from 'node:events';
import type { Http2ServerResponse } from 'node:http2';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import { createLookup, getError, startClient } from '../support/client.ts';
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

test('a connection that breaks, or a response that is too large, fails only its own call', async () => {
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
