import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { UpstreamError } from '../../src/upstream/errors.ts';
import { findCause, findConnectionCause } from '../../src/upstream/failure-cause.ts';
import { findRetryAfter } from '../../src/upstream/retry.ts';
import { getError } from '../support/client.ts';
import { formatResponse, type Reply, startRawUpstream } from '../support/raw-upstream.ts';

/** The options of a client, and how many milliseconds are left of the operation that makes the call. */
type Options = Partial<RestOptions> & { readonly left?: number };

/** Reads a tool from an upstream with this reply. Returns the error, its cause and the number of calls. */
async function failWith(reply: Reply, { left, ...options }: Options = {}) {
  const { url, received } = await startRawUpstream(reply);
  const client = createRestClient({ url, retryDelay: 1, ...options });
  onTestFinished(() => client.close());
  const until = left === undefined ? undefined : performance.now() + left;
  const error = await getError(client.for({ until }).tool({ params: { id: 't1' } }));
  return { error, cause: error instanceof UpstreamError && findCause(error), received };
}

const hang = () => undefined;
const breakOff: Reply = (_, socket) => void socket.destroy();
const neverConnect = { url: 'http://service.example', lookup: () => undefined };

test.each<[string, string, Reply, Options]>([
  ['without a response in time', 'RESPONSE_TIMEOUT', hang, { timeout: 50 }],
  ['beyond the deadline of its operation', 'OPERATION_TIMEOUT', hang, { left: 50 }],
  ['after the deadline of its operation', 'OPERATION_TIMEOUT', hang, { left: -1 }],
  ['between two attempts', 'OPERATION_TIMEOUT', breakOff, { left: 100, retryDelay: 60_000 }],
  ['that connects too long', 'CONNECT_TIMEOUT', hang, { ...neverConnect, connectTimeout: 20 }],
  [
    'with a response that is too large',
    'RESPONSE_TOO_LARGE',
    () => formatResponse('200 OK', { id: 'x'.repeat(99) }),
    { maxResponseBytes: 10 },
  ],
])('a call %s is a %s', async (_, expected, reply, options) => {
  const { cause, received } = await failWith(reply, options);
  expect(cause).toBe(expected);
  if (options.left === -1) expect(received).toStrictEqual([]);
});

test('a retry without a response in time is a RESPONSE_TIMEOUT', async () => {
  const timeout = 86_400_000;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  let calls = 0;
  const { cause } = await failWith(
    (_, socket) => {
      calls += 1;
      if (calls === 1) socket.destroy();
      else timers.mock.calls.find(([, delay]) => delay === timeout)?.[0]();
      return undefined;
    },
    { timeout },
  );
  expect([cause, calls]).toStrictEqual(['RESPONSE_TIMEOUT', 2]);
});

test('a call whose deadline passes in the queue is a QUEUE_TIMEOUT', async () => {
  const held = Promise.withResolvers<Socket>();
  const { url } = await startRawUpstream((_, socket) => void held.resolve(socket));
  const client = createRestClient({ url, calls: 1 });
  onTestFinished(() => client.close());
  const first = client.for({}).tool({ params: { id: 't1' } });
  const socket = await held.promise;
  const until = performance.now() + 50;
  const second = client.for({ until }).tool({ params: { id: 't2' } });
  expect(await getError(second)).toMatchObject({ kind: 'timeout', phase: 'QUEUE' });
  socket.write(formatResponse('200 OK', { id: 't1' }));
  await first;
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

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** The headers of live services with the limits of a requester and of an account. */
const createLimits = (requester: [number, number], account: [number, number]) => ({
  'ratelimit-limit': '10',
  'ratelimit-remaining': String(requester[0]),
  'ratelimit-reset': String(requester[1]),
  'x-ratelimit-org-hour-limit': '30',
  'x-ratelimit-org-hour-remaining': String(account[0]),
  'x-ratelimit-org-hour-reset': String(account[1]),
});

test.each([
  ['seconds', { 'retry-after': '120' }, 120],
  ['no seconds', { 'retry-after': '0' }, 0],
  ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30],
  ['a date that has passed', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  ['decimals', { 'retry-after': '12.25' }, 13],
  ['more than an hour', { 'retry-after': '86400' }, 3600],
  ['a date next year', { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }, 3600],
  ['neither seconds nor a date of HTTP', { 'retry-after': '-12.5' }, undefined],
  ['a date in another format', { 'retry-after': '2026-01-01 00:00:30' }, undefined],
  ['a reset in more than an hour', { 'ratelimit-reset': '86400' }, 3600],
  ['an empty Retry-After', { 'retry-after': '' }, undefined],
  ['X-RateLimit-Reset, a Unix time', { 'x-ratelimit-reset': String(NOW / 1000 + 90) }, 90],
  ['a Unix time that has passed', { 'x-ratelimit-reset': String(NOW / 1000 - 90) }, 0],
  ['RateLimit-Reset', { 'ratelimit-reset': '42' }, 42],
  ['the limit that is exhausted', createLimits([0, 20], [7, 3000]), 20],
  ['the limit of the account', createLimits([4, 20], [0, 3000]), 3000],
  ['the last of two exhausted limits', createLimits([0, 20], [0, 3000]), 3000],
  ['no exhausted limit', createLimits([4, 20], [7, 3000]), undefined],
  ['fractions of a second', { 'ratelimit-reset': '0.2' }, 1],
  ['Retry-After before all of them', { 'retry-after': '3', 'ratelimit-reset': '42' }, 3],
  ['an invalid Retry-After', { 'retry-after': 'soon', 'ratelimit-reset': '42' }, 42],
  ['an invalid reset', { 'ratelimit-reset': 'soon' }, undefined],
  ['a reset with a unit', { 'ratelimit-reset': '42s' }, undefined],
  ['other headers', { 'x-cache-reset': '42' }, undefined],
])('the wait by %s is as the headers say', (_, headers, seconds) => {
  expect(findRetryAfter(headers, NOW)).toBe(seconds);
});

test('a limit that a failure tells of does not say when the upstream is available again', async () => {
  const headers = { 'ratelimit-reset': '42' };
  const { error } = await failWith(() => formatResponse('503 Service Unavailable', {}, headers));
  expect(error).toHaveProperty('retryAfterSeconds', undefined);
});
