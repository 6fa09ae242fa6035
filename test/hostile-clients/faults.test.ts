import type { Plugin } from 'graphql-yoga';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeService, reply } from '../support/fake-service.ts';
import { post } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

const throwError = () => {
  throw new TypeError('The module /srv/secret/module.ts is broken.');
};
const reject = () => Promise.resolve().then(throwError);

const BODY = JSON.stringify({ query: '{ llms { totalCount } }' });
const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'request-1234' };

/** Plugins that throw outside of an operation, synchronously or asynchronously. */
test.each<[string, Plugin]>([
  ['when a request starts', { onRequest: throwError }],
  ['asynchronously when a request starts', { onRequest: reject }],
  ['when a response is sent', { onResponse: throwError }],
  ['asynchronously when a response is sent', { onResponse: reject }],
  ['when a result is processed', { onResultProcess: throwError }],
  [
    'by an invalid header',
    { onResponse: ({ response: { headers } }) => headers.set('x', 'a\r\nb') },
  ],
])(
  'a plugin error %s is INTERNAL for the client, with a length, in chunks and by a Fetch handler',
  async (_, plugin) => {
    // In which Yoga itself would show errors.
    vi.stubEnv('NODE_ENV', 'development');
    onTestFinished(() => void vi.unstubAllEnvs());
    const reported: unknown[] = [];
    const onFault = (error: unknown, requestId?: string) => reported.push([error, requestId]);
    const upstream = await fakeService(reply(200, {}));
    const { url, fetch } = await start({ upstream, plugins: [plugin], onFault });
    const init = { method: 'POST', headers: HEADERS, body: BODY };
    const response = await fetch(new Request(url, init));
    const { status, headers } = response;
    for (const reply of [
      { status, headers: Object.fromEntries(headers), body: await response.text() },
      await post(url, BODY, HEADERS),
      await post(url, BODY, HEADERS, true),
    ]) {
      const type = 'application/json; charset=utf-8';
      expect(reply).toMatchObject({
        status: 500,
        headers: { 'content-type': type, 'x-request-id': 'request-1234' },
      });
      const extensions = { code: 'INTERNAL', requestId: 'request-1234' };
      expect(JSON.parse(reply.body)).toStrictEqual({
        errors: [{ message: 'Internal server error.', extensions }],
      });
    }
    expect(reported.length).toBeGreaterThanOrEqual(3);
    const error = { message: expect.stringMatching(/is broken|invalid/i) };
    for (const each of reported) expect(each).toMatchObject([error, 'request-1234']);
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
  const upstream = await fakeService(reply(200, {}));
  const onFault = (error: unknown) => reported.push(error);
  const { url } = await start({ upstream, plugins: [plugin], onFault });
  await expect(post(url, BODY, HEADERS)).rejects.toThrow(/aborted|hang up/);
  expect(reported).toMatchObject([{ message: expect.stringContaining('is broken') }]);
});
