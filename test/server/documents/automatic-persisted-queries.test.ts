import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { persistedExchange } from '@urql/exchange-persisted';
import { parse } from 'graphql';
import { Client, fetchExchange } from 'urql';
import { expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { DocumentCache } from '../../../src/server/documents/valid-documents.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { post } from '../../support/raw-http.ts';
import { type StartOptions, start } from '../../support/start.ts';

const TOOL = 'query Tool($id: ID!) { tool(id: $id) { id name } }';
const variables = { id: 't1' };
const result = { tool: { id: 't1', name: 'Ada' } };

const hashDocument = (document: string) => createHash('sha256').update(document).digest('hex');

const extensionsOf = (document: string, version = 1) => ({
  persistedQuery: { version, sha256Hash: hashDocument(document) },
});

async function startOwn(options: StartOptions = {}) {
  const upstream = await fakeService(reply(200, { id: 't1', name: 'Ada' }));
  const api = await start({ upstream, ...options });
  const ask = (body: object) => api.post({ variables, ...body });
  return { ...api, upstream, ask };
}

/** A fetch that records each request, as its method and whether it has the document. */
function createRecordingFetch() {
  const requests: string[] = [];
  const recordingFetch: typeof fetch = (input, init) => {
    const sent = `${input instanceof Request ? input.url : input}${init?.body ?? ''}`;
    requests.push(`${init?.method ?? 'GET'} ${/tool\(|tool%28/.test(sent) ? 'document' : 'hash'}`);
    return fetch(input, init);
  };
  return { requests, recordingFetch };
}

/** Asks for the tool with a client that sends hashes, by GET or by POST. */
type Ask = (url: string, fetch: typeof globalThis.fetch, isGet: boolean) => Promise<unknown>;

const askByApollo: Ask = async (uri, fetch, useGETForHashedQueries) => {
  const hashes = new PersistedQueryLink({ sha256: hashDocument, useGETForHashedQueries });
  const link = hashes.concat(new HttpLink({ uri, fetch }));
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  return (await client.query({ query: gql(TOOL), variables })).data;
};

const askByUrql: Ask = async (url, fetch, isGet) => {
  const preferGetMethod = isGet && 'force';
  const hashes = persistedExchange({ preferGetForPersistedQueries: preferGetMethod });
  const client = new Client({ url, fetch, preferGetMethod, exchanges: [hashes, fetchExchange] });
  return (await client.query(TOOL, variables).toPromise()).data;
};

test.each([
  ['Apollo Client', 'GET', 'POST', askByApollo],
  ['Apollo Client', 'POST', 'POST', askByApollo],
  ['urql', 'GET', 'GET', askByUrql],
  ['urql', 'POST', 'POST', askByUrql],
])(
  '%s registers a query once and then sends its hash, by %s',
  async (_, method, registration, ask) => {
    const { url, upstream } = await startOwn();
    for (const expected of [[`${method} hash`, `${registration} document`], [`${method} hash`]]) {
      const { requests, recordingFetch } = createRecordingFetch();
      expect(await ask(url, recordingFetch, method === 'GET')).toMatchObject(result);
      expect(requests).toStrictEqual(expected);
    }
    expect(upstream.calls).toHaveLength(2);
  },
);

const NOT_FOUND = {
  message: 'PersistedQueryNotFound',
  extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
};

test('a hash that does not match its query is rejected', async () => {
  const { ask, upstream } = await startOwn();
  const other = '{ llms { totalCount } }';
  const message = 'The sha256Hash does not match the query.';
  expect(await ask({ query: TOOL, extensions: extensionsOf(other) })).toMatchObject({
    status: 400,
    errors: [{ message, extensions: { code: 'BAD_REQUEST' } }],
  });
  for (const document of [TOOL, other])
    expect((await ask({ extensions: extensionsOf(document) })).errors).toMatchObject([NOT_FOUND]);
  expect(upstream.calls).toStrictEqual([]);
});

const shared = await startOwn();

const REJECTED = { status: 400, errors: [{ extensions: { code: 'BAD_REQUEST' } }] };

test.each([[7], [0], [true], [false], [{}], [['{ __typename }']]])(
  'the query %j, which is not a string, is rejected with the hash of any query',
  async (query) => {
    const { ask, upstream, url } = await startOwn();
    const body = { query, extensions: extensionsOf(TOOL) };
    const expectRejection = async () => {
      expect(await ask(body)).toMatchObject(REJECTED);
      const headers = { 'content-type': 'application/json' };
      expect((await post(url, JSON.stringify(body), headers, true)).status).toBe(400);
    };
    await expectRejection();
    await ask({ query: TOOL, extensions: extensionsOf(TOOL) });
    await expectRejection();
    expect(upstream.calls).toHaveLength(1);
  },
);

test.each<[string, unknown]>([
  ['of another version', extensionsOf(TOOL, 2).persistedQuery],
  ['without a version', { sha256Hash: hashDocument(TOOL) }],
  ['without a hash', { version: 1 }],
  ['with a short hash', { version: 1, sha256Hash: 'abc' }],
  ['whose hash is a key of Object.prototype', { version: 1, sha256Hash: 'constructor' }],
  ['that is not an object', 7],
])('a persistedQuery %s is rejected', async (_, persistedQuery) => {
  const { ask } = shared;
  for (const query of [undefined, TOOL]) {
    expect(await ask({ query, extensions: { persistedQuery } })).toMatchObject(REJECTED);
  }
});

test.each([
  ['is invalid', '{ nope }'],
  ['has a syntax error', '{'],
  [
    'contains a secret',
    'mutation { createLlm(input: { displayName: "a", llmFormat: "openai", urls: [], modelName: "m", secret: "sk-shown" }) { llm { id } } }',
  ],
])('a document that %s is not registered', async (_, document) => {
  const { ask } = shared;
  const extensions = extensionsOf(document);
  expect((await ask({ query: document, extensions })).errors).toBeDefined();
  expect((await ask({ extensions })).errors).toMatchObject([NOT_FOUND]);
});

test('a mutation by its hash is rejected by GET and from another origin', async () => {
  const { ask, get, post, upstream } = await startOwn();
  const query = 'mutation { deleteTool(id: "t1") { deletedId } }';
  const extensions = extensionsOf(query);
  await ask({ query, extensions });
  expect((await get({ extensions })).status).toBe(405);
  expect((await post({ extensions }, { origin: 'https://evil.example' })).status).toBe(403);
  expect(upstream.calls).toHaveLength(1);
});

test('at most 1,000 documents with 32 Mi characters are kept', () => {
  const documents = new DocumentCache();
  const add = (text: string) => documents.add(parse(text), schema);
  const isKept = (text: string) =>
    documents.get(text) !== undefined && documents.getText(hashDocument(text)) === text;
  const short = (n: number) => `{ __typename n${n}: __typename }`;
  for (let n = 0; n <= 1_000; n += 1) add(short(n));
  expect([isKept(short(0)), isKept(short(1_000))]).toStrictEqual([false, true]);
  const long = (n: number) => `{ __typename n${n}: __typename } #${'x'.repeat(49_900)}`;
  for (let n = 0; n < 680; n += 1) add(long(n));
  expect([short(1_000), long(0), long(679)].map(isKept)).toStrictEqual([false, false, true]);
});

test('if only persisted operations are allowed, no other query is registered', async () => {
  const { ask } = await startOwn({
    persistedOperations: new Map([['known', '{ llms { totalCount } }']]),
  });
  const extensions = extensionsOf(TOOL);
  expect(await ask({ query: TOOL, extensions })).toMatchObject({
    status: 400,
    errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' } }],
  });
  expect((await ask({ extensions })).errors).toMatchObject([NOT_FOUND]);
});
