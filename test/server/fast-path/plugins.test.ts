import { buildSchema, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { createFastPath } from '../../../src/server/fast-path/fast-path.ts';
import { fetchAPI } from '../../../src/server/fast-path/fetch-api.ts';
import { listen } from '../../support/listen.ts';
import { post } from '../../support/post.ts';

const schema = buildSchema('type Query { hello: String } type Mutation { hello: String }');

async function startServer(...plugins: Plugin[]) {
  const fastPath = createFastPath();
  const yoga = createYoga({
    schema,
    plugins: [...plugins, fastPath.plugin],
    maskedErrors: false,
    // Yoga's cache reports a syntax error differently the second time.
    parserAndValidationCache: false,
    logging: false,
    cors: false,
    fetchAPI: fetchAPI,
  });
  const handle = fastPath.createHandler(yoga);
  const { waitUntil } = yoga;
  return `${await listen((req, res) => handle({ req, res, waitUntil }))}/graphql`;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HELLO = JSON.stringify({ query: '{ hello }' });

/** Creates a plugin that implements every hook and records what it receives. */
function createObserver() {
  const seen: string[] = [];
  const plugin: Plugin = {
    onRequest: ({ request, url, serverContext }) => {
      seen.push(`onRequest ${request.method} ${url.pathname} ${Object.keys(serverContext)}`);
    },
    onRequestParse: ({ request, url, requestParser }) => {
      seen.push(
        `onRequestParse ${request.headers.get('X-Color')} ${url.pathname} ${!!requestParser}`,
      );
      return {
        onRequestParseDone: ({ requestParserResult }) => {
          seen.push(`onRequestParseDone ${JSON.stringify(requestParserResult)}`);
        },
      };
    },
    onParams: ({ params }) => void seen.push(`onParams ${JSON.stringify(params)}`),
    onEnveloped: ({ context }) => void seen.push(`onEnveloped ${Object.keys(context ?? {})}`),
    onParse: () => {
      seen.push('onParse');
      return ({ result }) => void seen.push(`parsed ${result instanceof Error}`);
    },
    onValidate: () => {
      seen.push('onValidate');
      return ({ valid }) => void seen.push(`validated ${valid}`);
    },
    onContextBuilding: ({ context }) => void seen.push(`onContextBuilding ${Object.keys(context)}`),
    onExecute: () => {
      seen.push('onExecute');
      return {
        onExecuteDone: ({ result }) => void seen.push(`executed ${JSON.stringify(result)}`),
      };
    },
    onExecutionResult: ({ result }) => void seen.push(`result ${JSON.stringify(result)}`),
    onResultProcess: ({ result, acceptableMediaTypes, resultProcessor }) =>
      void seen.push(
        `process ${JSON.stringify(result)} ${acceptableMediaTypes} ${!!resultProcessor}`,
      ),
    onResponse: ({ response, request }) => {
      response.headers.set('X-Seen', request.headers.get('x-color') ?? '');
      seen.push(`onResponse ${response.status} ${[...response.headers].map(([name]) => name)}`);
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
  'the hooks of a plugin receive the same values in the same order on both paths: %s',
  async (body) => {
    const { plugin, take } = createObserver();
    const url = await startServer(plugin);
    const headers = { ...JSON_TYPE, 'x-color': 'blue' };
    const fastPathReply = await post(url, body, headers);
    const hooksOnFastPath = take();
    const yogaReply = await post(url, body, headers, true);
    expect([fastPathReply.isFastPath, yogaReply.isFastPath]).toStrictEqual([true, false]);
    expect(hooksOnFastPath).toStrictEqual(take());
    expect(hooksOnFastPath.length).toBeGreaterThan(3);
    expect(fastPathReply.headers['x-seen']).toBe('blue');
    expect({ ...fastPathReply, isFastPath: false }).toStrictEqual(yogaReply);
  },
);

test.each<[string, Plugin]>([
  [
    'ends a request early',
    { onRequest: ({ endResponse, fetchAPI }) => endResponse(fetchAPI.Response.json({ no: 1 })) },
  ],
  [
    'rejects a request asynchronously',
    {
      onRequest: async () => {
        await Promise.resolve();
      },
      onRequestParse: async () => {
        await Promise.resolve();
        throw new GraphQLError('Rejected.', { extensions: { http: { status: 403 } } });
      },
    },
  ],
  ['throws in onParams', { onParams: () => Promise.reject(new Error('Oops')) }],
  ['sets the result', { onParams: ({ setResult }) => setResult({ data: { hello: 'me' } }) }],
  [
    'responds with a redirect',
    {
      onRequestParse: ({ endResponse, fetchAPI }) =>
        endResponse(fetchAPI.Response.redirect('http://a.example/')),
    },
  ],
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
    'changes the result',
    { onResultProcess: ({ setResult }) => setResult({ data: { hello: 'ünïcödé ✓' } }) },
  ],
])('a plugin that %s works on both paths', async (_, plugin) => {
  const url = await startServer(plugin);
  const [{ isFastPath: _fastPath, ...fastPathReply }, { isFastPath: _yoga, ...yogaReply }] =
    await Promise.all([post(url, HELLO, JSON_TYPE), post(url, HELLO, JSON_TYPE, true)]);
  expect(fastPathReply).toStrictEqual(yogaReply);
});

test('a plugin that sets instrumentation disables the fast path', async () => {
  const stages: string[] = [];
  const url = await startServer({
    instrumentation: {
      operation: (_, wrapped) => {
        stages.push('operation');
        return wrapped();
      },
    },
  });
  const reply = await post(url, HELLO, JSON_TYPE);
  expect(reply.body).toBe('{"data":{"hello":null}}');
  expect(reply.isFastPath).toBe(false);
  expect(stages).toStrictEqual(['operation']);
});
