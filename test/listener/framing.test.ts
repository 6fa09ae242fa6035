import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../support/arbitraries.ts';
import { startLiveUpstream } from '../support/live-upstream.ts';
import { BODIES, HEADERS, type Headers, post, removeVolatileValues } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

async function startServer() {
  const upstream = await startLiveUpstream();
  const isOwnHost = (name: string) => name === '127.0.0.1';
  return start({ upstream, extensions: ['personas'], isOwnHost });
}

const postBothWays = async (url: string, body: string, headers: Headers) => {
  const all = { 'content-type': 'application/json', 'x-request-id': 'same-for-both', ...headers };
  const replies = await Promise.all(
    [false, true].map((isChunked) => post(url, body, all, isChunked)),
  );
  return replies.map((reply) => ({ ...reply, body: removeVolatileValues(reply.body) }));
};

test.each(BODIES)(
  'a request with a length and one in chunks get the same response to %s',
  async (body) => {
    const { url } = await startServer();
    const [whole, chunked] = await postBothWays(url, body, {});
    expect(chunked).toStrictEqual(whole);
  },
);

test('a request with a length and one in chunks get the same response to any body and headers', async () => {
  const { url } = await startServer();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...BODIES),
      fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 3 }),
      async (body, headers) => {
        const [whole, chunked] = await postBothWays(url, body, Object.assign({}, ...headers));
        expect(chunked).toStrictEqual(whole);
      },
    ),
    { numRuns: RUNS },
  );
});
