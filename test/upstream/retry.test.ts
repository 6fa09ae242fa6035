import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient } from '../../src/upstream/client.ts';
import { createStatusError, UpstreamError } from '../../src/upstream/errors.ts';
import { getDelay } from '../../src/upstream/retry.ts';
import { getError, startClientWithReplies, succeed, unavailable } from '../support/client.ts';
import { formatResponse } from '../support/raw-upstream.ts';
import { listen } from '../support/resources.ts';

test('a GET that fails twice with 503 is retried until it succeeds', async () => {
  const { tool, received } = await startClientWithReplies([unavailable, unavailable, succeed]);
  expect(await tool()).toMatchObject({ id: 't1' });
  expect(received).toHaveLength(3);
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
  const plain = Array.from({ length: 200 }, () =>
    series(new UpstreamError('connection', 'GET /', { cause: 'reset' })),
  );
  const firsts = plain.map(([first = 0]) => first);
  expect(new Set(firsts).size).toBeGreaterThan(100);
  expect(Math.min(...firsts)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...firsts)).toBeLessThan(100);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  expect(mean(plain.map(([, second = 0]) => second))).toBeGreaterThan(mean(firsts));
});

test('the delay before a retry starts after Retry-After', () => {
  const [delay = 0] = series(createStatusError('GET /', 503, { retryAfterSeconds: 2 }));
  expect(delay).toBeGreaterThanOrEqual(2000);
  expect(delay).toBeLessThan(2150);
});

test('a caller who disconnects between two attempts ends the call without a retry', async () => {
  const caller = new AbortController();
  const disconnect = () => {
    setImmediate(() => caller.abort());
    return unavailable();
  };
  const { tool, received } = await startClientWithReplies([disconnect], { retryDelay: 1e6 });
  expect(await getError(tool(caller.signal))).toMatchObject({ kind: 'aborted' });
  expect(received).toHaveLength(1);
});

test.each([
  ['429 Too Many Requests', '0', 3],
  ['429 Too Many Requests', '60', 1],
  ['429 Too Many Requests', '', 1],
  ['404 Not Found', '0', 1],
  ['501 Not Implemented', '0', 1],
])('a %s with the Retry-After %j is attempted %i times', async (status, after, attempts) => {
  const fail = () => formatResponse(status, {}, { 'retry-after': after });
  const { tool, received } = await startClientWithReplies([fail, fail, fail, succeed]);
  await tool().catch(() => undefined);
  expect(received).toHaveLength(attempts);
});
