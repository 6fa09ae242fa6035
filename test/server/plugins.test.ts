import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { reply } from '../support/fake-service.ts';
import { FRAMING, post, type Reply } from '../support/raw-http.ts';
import { start } from '../support/start.ts';

const HEADERS = {
  'content-type': 'application/json',
  'x-color': 'blue',
  'x-request-id': 'same-for-both',
};
const QUERY = '{"query":"{ llms { totalCount } }"}';

/** Returns the bytes of a text as characters, as `post` does. */
const inUtf8 = (text: string) => Buffer.from(text).toString('latin1');

/** Sends a body to a listener and to a Fetch handler with these plugins, and returns both replies. */
async function sendToBoth(plugins: readonly Plugin[], body = QUERY) {
  const { url, fetch } = await start({
    upstream: reply(200, {}),
    plugins,
    onFault: () => undefined,
  });
  const { status, headers, body: text } = await post(url, body, HEADERS);
  const response = await fetch(new Request(url, { method: 'POST', headers: HEADERS, body }));
  const isOwn = ([name]: readonly [string, unknown]) => !FRAMING.has(name);
  const fromListener = {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(isOwn)),
    body: text,
  };
  const fromFetch = {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(isOwn)),
    body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
  };
  return [fromListener, fromFetch] as const;
}

test.each<[string, Plugin, Partial<Reply> & { readonly headers?: object }]>([
  [
    'rejects a request asynchronously',
    {
      onRequestParse: async () => {
        await Promise.resolve();
        throw new GraphQLError('Rejected.', { extensions: { http: { status: 403 } } });
      },
    },
    { status: 403, body: expect.stringContaining('Rejected.') },
  ],
  [
    'sets the result',
    { onParams: ({ setResult }) => setResult({ data: { hello: 'ünï ✓' } }) },
    { status: 200, body: inUtf8('{"data":{"hello":"ünï ✓"}}') },
  ],
  [
    'replaces the response',
    {
      onResponse: ({ setResponse, fetchAPI }) =>
        setResponse(new fetchAPI.Response('replaced', { status: 410, headers: { 'x-a': 'b' } })),
    },
    { status: 410, body: 'replaced', headers: expect.objectContaining({ 'x-a': 'b' }) },
  ],
])('a plugin that %s does the same in a listener and a Fetch handler', async (_, plugin, reply) => {
  const [fromListener, fromFetch] = await sendToBoth([plugin]);
  expect(fromListener).toMatchObject(reply);
  expect(fromFetch).toStrictEqual(fromListener);
});

test('the signal of a request aborts when the client disconnects', async () => {
  const client = new AbortController();
  const aborted = Promise.withResolvers<unknown>();
  const { url } = await start({
    upstream: reply(200, {}),
    plugins: [
      {
        onParams: async ({ request: { signal } }) => {
          signal.addEventListener('abort', () => aborted.resolve(signal.reason));
          client.abort();
          await aborted.promise;
        },
      },
    ],
  });
  const init = { method: 'POST', headers: HEADERS, body: QUERY, signal: client.signal };
  await expect(fetch(url, init)).rejects.toThrow('abort');
  await expect(aborted.promise).resolves.toMatchObject({ name: 'AbortError' });
});
