import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildSchema, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { createFetchAPI } from '../../../src/server/fetch-api/fetch-api.ts';
import { sendResponse } from '../../../src/server/fetch-api/send-response.ts';
import { post } from '../../support/raw-http.ts';
import { listen } from '../../support/resources.ts';

const schema = buildSchema('type Query { hello: String } type Mutation { hello: String }');

const fetchAPI = createFetchAPI();
const standardClasses = { ...fetchAPI, Request, Response };

/** Starts a Yoga server with these plugins, with light classes or with those of the platform. */
async function startServer(classes: typeof standardClasses, ...plugins: Plugin[]) {
  const yoga = createYoga({
    schema,
    plugins,
    maskedErrors: false,
    // Yoga's cache reports a syntax error differently the second time.
    parserAndValidationCache: false,
    logging: false,
    cors: false,
    fetchAPI: classes,
  });
  const handle = async (req: IncomingMessage, res: ServerResponse) =>
    sendResponse(await yoga.handleNodeRequestAndResponse(req, res), res);
  return `${await listen(handle)}/graphql`;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HELLO = JSON.stringify({ query: '{ hello }' });

/** Creates a plugin that implements every hook and records what it receives. */
function createObserver() {
  const seen: unknown[] = [];
  const see = (...values: unknown[]) => void seen.push(JSON.stringify(values));
  const plugin: Plugin = {
    onRequest: ({ request, url, serverContext }) =>
      see('onRequest', request.method, url.pathname, Object.keys(serverContext)),
    onRequestParse: ({ request, url, requestParser }) => {
      see('onRequestParse', request.headers.get('X-Color'), url.pathname, !!requestParser);
      return {
        onRequestParseDone: ({ requestParserResult }) => see('parsed', requestParserResult),
      };
    },
    onParams: ({ params }) => see('onParams', params),
    onEnveloped: ({ context }) => see('onEnveloped', Object.keys(context ?? {})),
    onParse: () => {
      see('onParse');
      return ({ result }) => see('onParseDone', result instanceof Error);
    },
    onValidate: () => {
      see('onValidate');
      return ({ valid }) => see('onValidateDone', valid);
    },
    onContextBuilding: ({ context }) => see('onContextBuilding', Object.keys(context)),
    onExecute: () => {
      see('onExecute');
      return { onExecuteDone: ({ result }) => see('onExecuteDone', result) };
    },
    onExecutionResult: ({ result }) => see('onExecutionResult', result),
    onResultProcess: ({ result, acceptableMediaTypes, resultProcessor }) =>
      see('onResultProcess', result, acceptableMediaTypes, !!resultProcessor),
    onResponse: ({ response, request }) => {
      response.headers.set('X-Seen', request.headers.get('x-color') ?? '');
      see('onResponse', response.status, [...response.headers.keys()]);
    },
  };
  return { plugin, take: () => seen.splice(0) };
}

test.each([
  HELLO,
  JSON.stringify({ query: '{ nope }' }),
  JSON.stringify({ query: '{' }),
  JSON.stringify({ query: 'mutation { hello }' }),
  JSON.stringify([]),
  '{',
])(
  'the hooks of a plugin receive the same values in the same order from light and standard classes: %s',
  async (body) => {
    const { plugin, take } = createObserver();
    const headers = { ...JSON_TYPE, 'x-color': 'blue' };
    const lightReply = await post(await startServer(fetchAPI, plugin), body, headers);
    const hooks = take();
    const reply = await post(await startServer(standardClasses, plugin), body, headers);
    expect(hooks).toStrictEqual(take());
    expect(hooks.length).toBeGreaterThan(3);
    expect(lightReply.headers['x-seen']).toBe('blue');
    expect(lightReply).toStrictEqual(reply);
  },
);

test.each<[string, Plugin]>([
  [
    'rejects a request asynchronously',
    {
      onRequestParse: async () => {
        await Promise.resolve();
        throw new GraphQLError('Rejected.', { extensions: { http: { status: 403 } } });
      },
    },
  ],
  ['throws in onParams', { onParams: () => Promise.reject(new Error('Oops')) }],
  ['sets the result', { onParams: ({ setResult }) => setResult({ data: { hello: 'ünï ✓' } }) }],
  [
    'replaces the response',
    {
      onResponse: ({ setResponse, fetchAPI }) =>
        setResponse(new fetchAPI.Response('replaced', { status: 410, headers: { 'x-a': 'b' } })),
    },
  ],
  [
    'responds with bytes',
    {
      onRequest: ({ endResponse, fetchAPI }) =>
        endResponse(new fetchAPI.Response(new Uint8Array([1, 2, 255]))),
    },
  ],
  [
    'reads the body of the request again',
    {
      onRequest: async ({ request, endResponse, fetchAPI }) => {
        const texts = [await request.text(), request.bodyUsed, await request.text().catch(String)];
        endResponse(fetchAPI.Response.json(texts));
      },
    },
  ],
  [
    'reads a copy of the request',
    {
      onRequest: async ({ request, fetchAPI, setRequest }) => {
        const text = await request.clone().text();
        const headers = new Headers({ ...Object.fromEntries(request.headers), 'x-a': text });
        setRequest(new fetchAPI.Request(request, { headers }));
      },
      onParams: ({ request, params, setResult }) =>
        setResult({ data: { hello: `${request.headers.get('X-A')} ${params.query}` } }),
    },
  ],
  [
    'reads the stream of the body',
    {
      onRequest: async ({ request, endResponse, fetchAPI }) => {
        const chunks = await Array.fromAsync(request.body ?? []);
        endResponse(new fetchAPI.Response(Buffer.concat(chunks), { statusText: 'Read' }));
      },
    },
  ],
  [
    'reads a copy of the response',
    {
      onResponse: async ({ response }) => {
        response.headers.set('x-body', await response.clone().text());
      },
    },
  ],
  [
    'asks for classes',
    {
      onResponse: ({ request, response }) => {
        const values = [request, request.headers, response, response.headers];
        const names = [Request, Headers, Response, Headers].map(
          (Class, index) => values[index] instanceof Class && Class.name,
        );
        response.headers.set('x-classes', names.join());
      },
    },
  ],
])('a plugin that %s gets the same from light and standard classes', async (_, plugin) => {
  const [light, standard] = await Promise.all(
    [fetchAPI, standardClasses].map(async (classes) =>
      post(await startServer(classes, plugin), HELLO, JSON_TYPE),
    ),
  );
  expect(light).toStrictEqual(standard);
});

test('hooks receive a URL object that converts like the standard one', async () => {
  const seen: unknown[] = [];
  const plugin: Plugin = {
    onRequest: ({ request, url }) => {
      const texts = [
        new URL(url).href,
        String(url),
        url.toString(),
        JSON.parse(JSON.stringify(url)),
      ];
      seen.push(...texts.map((text) => text === request.url), url.searchParams.get('x'));
    },
  };
  await post(await startServer(fetchAPI, plugin), HELLO, JSON_TYPE);
  expect(seen).toStrictEqual([true, true, true, true, null]);
});

test('the signal of a request aborts when the client disconnects', async () => {
  const client = new AbortController();
  const aborted = Promise.withResolvers<unknown>();
  const url = await startServer(fetchAPI, {
    onParams: async ({ request }) => {
      const signal = AbortSignal.any([request.signal]);
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      client.abort();
      await aborted.promise;
    },
  });
  const init = { method: 'POST', headers: JSON_TYPE, body: HELLO, signal: client.signal };
  await expect(fetch(url, init)).rejects.toThrow('abort');
  await expect(aborted.promise).resolves.toMatchObject({ name: 'AbortError' });
});
