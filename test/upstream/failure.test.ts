import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createRestClient, type RestOptions } from '../../src/upstream/client.ts';
import { findRetryAfter } from '../../src/upstream/retry.ts';
import { getError } from '../support/client.ts';
import { formatResponse, startRawUpstream } from '../support/raw-upstream.ts';

/** Reads a tool from an upstream with this reply, and returns the error. */
async function readTool(
  reply: (request: string, socket: Socket) => string | undefined,
  options: Partial<RestOptions> & { signal?: AbortSignal } = {},
) {
  const { url } = await startRawUpstream(reply);
  const client = createRestClient({ url, retryDelay: 1, ...options });
  onTestFinished(() => client.close());
  return getError(client.for({ signal: options.signal }).tool({ params: { id: 't1' } }));
}

test('an upstream that sends its response too slowly causes a timeout', async () => {
  const error = await readTool(
    (_, socket) => {
      const drip = setInterval(() => socket.write(' '), 10);
      socket.on('close', () => clearInterval(drip));
      return 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n';
    },
    { timeout: 100 },
  );
  expect(error).toMatchObject({ kind: 'timeout' });
});

test.each<[string, (request: string, socket: Socket) => undefined | string]>([
  ['before its headers', (_, socket) => void socket.destroy()],
  [
    'within its body',
    (_, socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":'),
  ],
  ['with something that is not HTTP', () => 'SSH-2.0-server\r\n\r\n'],
])('an upstream that fails %s causes a connection error', async (_, reply) => {
  expect(await readTool(reply)).toMatchObject({ kind: 'connection' });
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
  ['decimals', { 'retry-after': '12.5' }, 13],
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
  ['other headers', { 'x-cache-reset': '42' }, undefined],
])('the wait by %s is as the headers say', (_, headers, seconds) => {
  expect(findRetryAfter(headers, NOW)).toBe(seconds);
});

test('a limit that a failure tells of does not say when the upstream is available again', async () => {
  const error = await readTool(() =>
    formatResponse('503 Service Unavailable', {}, { 'ratelimit-reset': '42' }),
  );
  expect(error).toHaveProperty('retryAfterSeconds', undefined);
});
