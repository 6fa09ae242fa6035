import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import {
  AbortedError,
  ConnectionError,
  TimeoutError,
  UpstreamFailedError,
} from '../../src/upstream/errors.ts';
import { getDelay } from '../../src/upstream/retry.ts';
import { getError, startClientWithReplies, succeed, unavailable } from '../support/client.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';
import { listen } from '../support/resources.ts';

test('a GET that fails twice with 503 is retried until it succeeds', async () => {
  const { tool, received } = await startClientWithReplies([unavailable, unavailable, succeed]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(3);
});

test('when the upstream closes idle connections, only reads are retried', async () => {
  const served = new Map<Socket, number>();
  let resets = 0;
  const upstream = await startRawUpstream((_, socket) => {
    const count = served.get(socket) ?? 0;
    served.set(socket, count + 1);
    if (count < 2) return succeed();
    resets += 1;
    socket.resetAndDestroy();
    return undefined;
  });
  const client = createRestClient({ url: upstream.url, retries: 5, retryDelay: 1 });
  onTestFinished(() => client.close());
  const rest = client.for({});
  for (let count = 0; count < 10; count += 1) await rest.tool({ params: { id: 't1' } });
  const resetsOfReads = resets;
  expect(resetsOfReads).toBeGreaterThan(0);
  for (let count = 0; count < 10; count += 1) {
    await rest.updateTool({ params: { id: `w${count}` }, body: {} }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ConnectionError);
    });
  }
  expect(resets).toBeGreaterThan(resetsOfReads);
  const writes = upstream.received.filter((request) => request.startsWith('PUT'));
  expect(new Set(writes.map((request) => request.split(' ')[1])).size).toBe(10);
  expect(writes).toHaveLength(10);
});

// The collections take seconds in a process with the modules of many files.
test('while a call is retried, it does not keep the responses that failed', {
  tags: ['slow'],
}, async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  const measureBuffers = () => {
    // The first collection only begins to free buffers.
    for (const _ of [1, 2]) if (typeof collectGarbage === 'function') collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const body = Buffer.alloc(8 * 1024 * 1024, 'x');
  const { promise: lastArrived, resolve: onLast } = Promise.withResolvers<ServerResponse>();
  let received = 0;
  const url = await listen((_, response) => {
    received += 1;
    if (received === 3) onLast(response);
    else response.writeHead(503).end(body);
  });
  const client = createRestClient({ url, retryDelay: 1 });
  onTestFinished(() => client.close());
  const before = measureBuffers();
  const call = client.for({}).tool({ params: { id: 't1' } });
  const response = await lastArrived;
  await expect.poll(() => (measureBuffers() - before) / body.length).toBeLessThan(0.5);
  response.end('{"id":"t1"}');
  expect(await call).toMatchObject({ id: 't1' });
});

const series = (error: unknown) => [getDelay(error, 0, 100), getDelay(error, 1, 100)];

test('delays between attempts grow with jitter', () => {
  const plain = Array.from({ length: 200 }, () => series(new ConnectionError('GET /', 'reset')));
  const firsts = plain.map(([first = 0]) => first);
  expect(new Set(firsts).size).toBeGreaterThan(100);
  expect(Math.min(...firsts)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...firsts)).toBeLessThan(100);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  expect(mean(plain.map(([, second = 0]) => second))).toBeGreaterThan(mean(firsts));
});

test('the delay before a retry starts after Retry-After', () => {
  const [delay = 0] = series(
    new UpstreamFailedError({ call: 'GET /', status: 503, retryAfterSeconds: 2 }),
  );
  expect(delay).toBeGreaterThanOrEqual(2000);
  expect(delay).toBeLessThan(2150);
});

test('the deadline also ends the delay before a retry', async () => {
  const { tool, received } = await startClientWithReplies([unavailable], {
    timeout: 300,
    retryDelay: 1e6,
  });
  expect(await getError(tool())).toBeInstanceOf(TimeoutError);
  expect(received).toHaveLength(1);
});

test('a caller who disconnects between two attempts ends the call without a retry', async () => {
  const caller = new AbortController();
  const disconnect = () => {
    setImmediate(() => caller.abort());
    return unavailable();
  };
  const { tool, received } = await startClientWithReplies([disconnect], { retryDelay: 1e6 });
  expect(await getError(tool(caller.signal))).toBeInstanceOf(AbortedError);
  expect(received).toHaveLength(1);
});

test('a 429 with a short Retry-After is retried', async () => {
  const limited = () => formatResponse('429 Too Many Requests', {}, { 'retry-after': '0' });
  const { tool, received } = await startClientWithReplies([limited, succeed]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(2);
});

test('a 429 without a short Retry-After is not retried', async () => {
  for (const headers of [{}, { 'retry-after': '60' }]) {
    const { tool, received } = await startClientWithReplies([
      () => formatResponse('429 Too Many', {}, { ...headers }),
    ]);
    expect(await getError(tool())).toMatchObject({ code: 'RATE_LIMITED' });
    expect(received).toHaveLength(1);
  }
});

test.each(['404 Not Found', '409 Conflict', '501 Not Implemented'])(
  'a %s is not retried, even with a short Retry-After',
  async (status) => {
    const { tool, received } = await startClientWithReplies([
      () => formatResponse(status, {}, { 'retry-after': '0' }),
    ]);
    await getError(tool());
    expect(received).toHaveLength(1);
  },
);
