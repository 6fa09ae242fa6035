import type { Plugin } from 'graphql-yoga';
import { expect, onTestFinished, test, vi } from 'vitest';
import { post } from '../support/raw-http.ts';
import { start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';

const throwError = () => {
  throw new TypeError('The module /srv/secret/module.ts is broken.');
};

/** Plugins that throw outside of an operation, synchronously or asynchronously. */
const FAULTS: readonly (readonly [where: string, plugin: Plugin])[] = [
  ['when a request starts', { onRequest: throwError }],
  ['asynchronously when a request starts', { onRequest: () => Promise.resolve().then(throwError) }],
  ['when a response is sent', { onResponse: throwError }],
  [
    'asynchronously when a response is sent',
    { onResponse: () => Promise.resolve().then(throwError) },
  ],
  ['when a result is processed', { onResultProcess: throwError }],
];

const BODY = JSON.stringify({ query: '{ llms { total } }' });
const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'request-1234' };

test.each(FAULTS)(
  'a plugin error %s is INTERNAL for the client on both paths',
  async (_, plugin) => {
    // In which Yoga itself would show errors.
    vi.stubEnv('NODE_ENV', 'development');
    onTestFinished(() => void vi.unstubAllEnvs());
    const reported: unknown[] = [];
    const onFault = (error: unknown, requestId?: string) => reported.push([error, requestId]);
    const upstream = await startUpstreamWithResponse(200, {});
    const { url } = await start({ upstream, plugins: [plugin], onFault });
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
    expect(reported.length).toBeGreaterThanOrEqual(2);
    for (const each of reported) {
      const error = { message: expect.stringContaining('is broken') };
      expect(each).toMatchObject([error, 'request-1234']);
    }
  },
);

test('if the body of a response fails, the connection is closed without the end of the body', async () => {
  const reported: unknown[] = [];
  const stream = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('the first half')),
      pull: throwError,
    });
  const plugin: Plugin = {
    onRequest: ({ endResponse, fetchAPI }) => endResponse(new fetchAPI.Response(stream())),
  };
  const upstream = await startUpstreamWithResponse(200, {});
  const onFault = (error: unknown) => reported.push(error);
  const { url } = await start({ upstream, plugins: [plugin], onFault });
  await expect(post(url, BODY, HEADERS)).rejects.toThrow(/aborted|hang up/);
  expect(reported).toMatchObject([{ message: expect.stringContaining('is broken') }]);
});
