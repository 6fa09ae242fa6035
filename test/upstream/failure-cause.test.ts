import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { UpstreamError } from '../../src/upstream/errors.ts';
import { findCause, findConnectionCause } from '../../src/upstream/failure-cause.ts';
import { startClient } from '../support/client.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';
import { listen } from '../support/resources.ts';

const T1 = { params: { id: 't1' } };

const getCause = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call succeeded'),
    (error: UpstreamError) => findCause(error),
  );

/** Makes a call whose operation must end in `ms` milliseconds. */
function startUntil(ms: number, url: string, options: Partial<RestOptions> = {}) {
  const client = createRestClient({ url, ...options });
  onTestFinished(() => client.close());
  return client.for({ until: performance.now() + ms }).tool(T1);
}

test('a call without a response in time is a RESPONSE_TIMEOUT', async () => {
  const { url } = await startRawUpstream(() => undefined);
  expect(await getCause(startClient(url, { timeout: 50 }).tool(T1))).toBe('RESPONSE_TIMEOUT');
});

test('a retry without a response in time is a RESPONSE_TIMEOUT', async () => {
  const timeout = 86_400_000;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  let calls = 0;
  const { url } = await startRawUpstream((_, socket) => {
    calls += 1;
    if (calls === 1) socket.destroy();
    else timers.mock.calls.find(([, delay]) => delay === timeout)?.[0]();
    return undefined;
  });
  expect(await getCause(startClient(url, { timeout }).tool(T1))).toBe('RESPONSE_TIMEOUT');
  expect(calls).toBe(2);
});

test('a call whose deadline passes in the queue is a QUEUE_TIMEOUT', async () => {
  const held: Socket[] = [];
  const { url } = await startRawUpstream((_, socket) => {
    held.push(socket);
    return undefined;
  });
  const client = createRestClient({ url, calls: 1 });
  onTestFinished(() => client.close());
  const first = client.for({}).tool(T1);
  await expect.poll(() => held.length).toBe(1);
  const until = performance.now() + 200;
  const second = client.for({ until }).tool({ params: { id: 't2' } });
  expect(await getCause(second)).toBe('QUEUE_TIMEOUT');
  held[0]?.write(formatResponse('200 OK', { id: 't1' }));
  await first;
});

test('a call that exceeds the deadline of its operation is an OPERATION_TIMEOUT', async () => {
  const { url } = await startRawUpstream(() => undefined);
  expect(await getCause(startUntil(50, url))).toBe('OPERATION_TIMEOUT');
});

test('a call whose deadline has passed before it starts is an OPERATION_TIMEOUT', async () => {
  const { url, received } = await startRawUpstream(() => formatResponse('200 OK', { id: 't1' }));
  expect(await getCause(startUntil(-1, url))).toBe('OPERATION_TIMEOUT');
  expect(received).toStrictEqual([]);
});

test('a call whose deadline passes between two attempts is an OPERATION_TIMEOUT', async () => {
  const { url } = await startRawUpstream((_, socket) => void socket.destroy());
  expect(await getCause(startUntil(100, url, { retryDelay: 60_000 }))).toBe('OPERATION_TIMEOUT');
});

test('a connection that takes too long is a CONNECT_TIMEOUT', async () => {
  const options = { connectTimeout: 20, lookup: () => undefined };
  const rest = startClient('http://service.example', options);
  expect(await getCause(rest.tool(T1))).toBe('CONNECT_TIMEOUT');
});

test('a response that is too large is RESPONSE_TOO_LARGE', async () => {
  const url = await listen((_, response) => response.end(JSON.stringify({ id: 'x'.repeat(99) })));
  const rest = startClient(url, { maxResponseBytes: 10 });
  expect(await getCause(rest.tool(T1))).toBe('RESPONSE_TOO_LARGE');
});

const createError = (code: unknown, cause?: unknown) =>
  Object.assign(new Error('x', { cause }), { code });

test.each<[string, unknown, string | undefined]>([
  ['its own code', createError('ECONNRESET'), 'ECONNRESET'],
  ['the code at the root', createError('UND_ERR_SOCKET', createError('EPIPE')), 'EPIPE'],
  [
    'the first of several addresses',
    new AggregateError([createError('ECONNREFUSED'), createError('ENETUNREACH')]),
    'ECONNREFUSED',
  ],
  ['undefined for a code that might be content', createError('sk-very-secret'), undefined],
  ['undefined for a number', createError(7), undefined],
  ['undefined for a value that is not an error', 'text', undefined],
])('the cause of a failed connection is %s', (_, error, cause) => {
  expect(findConnectionCause(error)).toBe(cause);
  expect(findCause(new UpstreamError('connection', 'GET /', { cause: error }))).toBe(
    cause ?? 'UNKNOWN',
  );
});

test('an error that is its own cause does not recurse forever', () => {
  const error = new Error('x');
  error.cause = error;
  expect(findConnectionCause(error)).toBeUndefined();
  expect(findCause(new UpstreamError('timeout', 'GET /', { phase: 'QUEUE', cause: error }))).toBe(
    'QUEUE_TIMEOUT',
  );
});
