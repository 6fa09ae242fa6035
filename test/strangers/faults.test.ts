import type { Plugin } from 'graphql-yoga';
import { afterEach, expect, test, vi } from 'vitest';
import { startApi } from '../support/api.ts';
import { post } from '../support/post.ts';
import { startUpstreamAnswering } from '../support/upstream.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const fault = () => {
  throw new TypeError('The part /srv/secret/part.ts is broken.');
};

/** Places outside of any operation at which something may break, at once or later. */
const FAULTS: readonly (readonly [where: string, plugin: Plugin])[] = [
  ['when a request comes', { onRequest: fault }],
  ['later, when a request comes', { onRequest: () => Promise.resolve().then(fault) }],
  ['when an answer goes', { onResponse: fault }],
  ['later, when an answer goes', { onResponse: () => Promise.resolve().then(fault) }],
  ['when a result is written', { onResultProcess: fault }],
];

const BODY = JSON.stringify({ query: '{ llms { total } }' });
const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'request-1234' };

for (const environment of ['production', 'development']) {
  test.each(FAULTS)(
    `a fault %s is INTERNAL in both lanes, and its operator is told, with NODE_ENV=${environment}`,
    async (_, plugin) => {
      vi.stubEnv('NODE_ENV', environment);
      const told: unknown[] = [];
      const onFault = (error: unknown, requestId?: string) => told.push([error, requestId]);
      const upstream = await startUpstreamAnswering(200, {});
      const { url } = await startApi(upstream, { plugins: [plugin], onFault });
      for (const isChunked of [false, true]) {
        const { status, headers, body } = await post(url, BODY, HEADERS, isChunked);
        expect([status, headers['content-type'], headers['x-request-id']]).toStrictEqual([
          500,
          'application/json; charset=utf-8',
          'request-1234',
        ]);
        expect(JSON.parse(body)).toStrictEqual({
          errors: [
            {
              message: 'Internal server error.',
              extensions: { code: 'INTERNAL', requestId: 'request-1234' },
            },
          ],
        });
      }
      expect(told.length).toBeGreaterThanOrEqual(2);
      for (const each of told) {
        const error = { message: expect.stringContaining('is broken') };
        expect(each).toMatchObject([error, 'request-1234']);
      }
    },
  );
}

test('an answer that breaks off on our side is cut, never ended as if it were whole', async () => {
  const told: unknown[] = [];
  const stream = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('half of it')),
      pull: fault,
    });
  const plugin: Plugin = {
    onRequest: ({ endResponse, fetchAPI }) => endResponse(new fetchAPI.Response(stream())),
  };
  const upstream = await startUpstreamAnswering(200, {});
  const onFault = (error: unknown) => told.push(error);
  const { url } = await startApi(upstream, { plugins: [plugin], onFault });
  await expect(post(url, BODY, HEADERS)).rejects.toThrow(/aborted|hang up/);
  expect(told).toMatchObject([{ message: expect.stringContaining('is broken') }]);
});
