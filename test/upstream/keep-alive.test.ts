import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';

import { startClient } from '../support/client.ts';
import { formatResponse } from '../support/raw-upstream.ts';
import { listenForTest } from '../support/resources.ts';

const T1 = { params: { id: 't1' } };
const RENAME = { ...T1, body: { name: 'new' } };

const tool = (headers: Record<string, string> = {}) =>
  formatResponse('200 OK', { id: 't1' }, headers);

/** An upstream that handles request number `count`, from 1, of each connection. */
async function startUpstream(handle: (socket: Socket, count: number) => unknown) {
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
  const upstream = await startUpstream((socket, count) =>
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
  const upstream = await startUpstream((socket) => socket.write(tool()));
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
  const upstream = await startUpstream((socket) =>
    socket.write(tool({ 'keep-alive': 'timeout=2' })),
  );
  const rest = startClient(upstream.url);
  for (let call = 0; call < 3; call += 1) {
    await rest.updateTool(RENAME);
    await nextTurn();
  }
  expect(upstream.sockets).toHaveLength(3);
});
