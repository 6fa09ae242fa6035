import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { forwardedKeyAuth } from '../../src/server/authentication/authenticate.ts';
import { createServer } from '../../src/server/server.ts';
import { createRestClient } from '../../src/upstream/client.ts';
import { chunk, openSocket, POST_GRAPHQL } from '../support/raw-http.ts';
import { startRawUpstream } from '../support/raw-upstream.ts';
import { listenForTest } from '../support/resources.ts';
import { start } from '../support/start.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** Returns the size of all live objects and buffers in MB. */
function measureMemory(): number {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

/** Size of each body in bytes, and the body in chunks of one byte. */
const SIZE = 120_000;
const CHUNKS = '1\r\n \r\n'.repeat(SIZE);

/** Maximum growth in MB. With a list of its chunks, a body would take 10 MB or more. */
const MAX_GROWTH = 5;

/** undici's channel of the chunks that it receives. */
const BODY_CHUNK = 'undici:request:bodyChunkReceived';

/** Serves `listener`, and counts the bytes that its clients' sockets have received. */
async function serve(listener: RequestListener) {
  const server = createHttpServer(listener);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const port = await listenForTest(server);
  return { port, countReceived: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) };
}

test.each(['application/json', 'multipart/form-data; boundary=b'])(
  'a body of the type %s in chunks of one byte takes no more memory than in one chunk',
  async (type) => {
    const rest = createRestClient({ url: 'http://127.0.0.1:1' });
    onTestFinished(() => rest.close());
    const { port, countReceived } = await serve(
      createServer({ rest, authenticate: forwardedKeyAuth }),
    );
    const socket = await openSocket(`http://127.0.0.1:${port}`);
    onTestFinished(() => void socket.destroy());
    const part = '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n';
    const start = type.startsWith('multipart') ? chunk(part) : '';
    const head = `${POST_GRAPHQL}authorization: Bearer x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n${start}`;
    const before = measureMemory();
    socket.write(head + CHUNKS);
    await expect.poll(countReceived).toBe(head.length + CHUNKS.length);
    expect(measureMemory() - before).toBeLessThan(MAX_GROWTH);
  },
);

test('an upstream response in chunks of one byte takes no more memory than in one chunk', async () => {
  let received = 0;
  const count = (message: unknown) => {
    received += Number(Reflect.get(Object(Reflect.get(Object(message), 'chunk')), 'length'));
  };
  subscribe(BODY_CHUNK, count);
  onTestFinished(() => void unsubscribe(BODY_CHUNK, count));
  let finish: () => void = () => undefined;
  const upstream = await startRawUpstream((_, socket) => {
    finish = () => void socket.write('0\r\n\r\n');
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked';
    socket.write(`${head}\r\n\r\n${CHUNKS}`);
    return undefined;
  });
  const { run } = await start({ upstream });
  const before = measureMemory();
  const response = run('{ tool(id: "t1") { id } }');
  await expect.poll(() => received).toBe(SIZE);
  const growth = measureMemory() - before;
  finish();
  expect((await response).errors?.[0]?.extensions.code).toBe('UPSTREAM_INVALID_RESPONSE');
  expect(growth).toBeLessThan(MAX_GROWTH);
});
