import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getOperationAST, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import manifest from '../../../schema/persisted-operations.json' with { type: 'json' };
import type { ErrorCode } from '../../../src/graphql/error-codes.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { hashDocument } from '../../../src/shared/document-text.ts';
import { fakeService, reply } from '../../support/fake-service.ts';
import { CREATE_AVATAR, multipart, seedImage } from '../../support/files.ts';
import { tempFile, tempFolder } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const TOOL = 'query Tool($id: ID!) { tool(id: $id) { id } }';
const LLMS = '{ llms { totalCount } }';
const DELETE = 'mutation { deleteTool(id: "t1") { deletedId } }';
const [TOOL_ID, DELETE_ID] = [hashDocument(TOOL), hashDocument(DELETE)];

async function startOwn() {
  const upstream = await fakeService(reply(200, { id: 't1' }));
  const persistedOperations = new Map([
    [TOOL_ID, TOOL],
    [DELETE_ID, DELETE],
  ]);
  return { ...(await start({ upstream, persistedOperations })), upstream };
}

const { post, get, upstream } = await startOwn();

const persistedQuery = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });

test.each<[string, object]>([
  ['the extension persistedQuery', { extensions: persistedQuery(TOOL_ID) }],
  ['a document id', { documentId: TOOL_ID }],
  ['a document id that names its hash', { documentId: `sha256:${TOOL_ID}` }],
  ['its exact text', { query: TOOL }],
  ['its exact text and its id', { query: TOOL, extensions: persistedQuery(TOOL_ID) }],
])('a registered operation is executed by %s', async (_, reference) => {
  for (const send of [post, get]) {
    const { data, errors } = await send({ ...reference, variables: { id: 't1' } });
    expect([data, errors]).toStrictEqual([{ tool: { id: 't1' } }, undefined]);
  }
});

test.each<[string, object, ErrorCode?]>([
  ['an unregistered document', { query: LLMS }],
  ['a registered document with the id of another', { query: DELETE, documentId: TOOL_ID }],
  ['a registered document with an unknown id', { query: DELETE, documentId: 'none' }],
  ['a registered document with an empty id', { query: TOOL, documentId: '' }],
  ['a registered document with another field', { query: TOOL.replace('id }', 'id name }') }],
  [
    'a document with one registered operation',
    { query: `${TOOL} query B { llms { totalCount } }` },
  ],
  ['a registered document with an alias', { query: TOOL.replace('{ id', '{ a: id') }],
  ['an unregistered document with a registered id', { query: LLMS, documentId: TOOL_ID }],
  ['no id', {}],
  ['an id that is not registered', { documentId: hashDocument(LLMS) }],
  ['an id that is a key of Object.prototype', { documentId: 'constructor' }],
  ['an id that is not a string', { extensions: persistedQuery(7) }, 'BAD_REQUEST'],
  ['a document id that is not a string', { documentId: 7 }],
  ['a document that is not a string', { query: 7 }],
  ['introspection', { query: '{ __schema { queryType { name } } }' }],
])(
  '%s is rejected if only registered operations are allowed',
  async (_, body, code = 'PERSISTED_QUERY_NOT_IN_LIST') => {
    upstream.calls.splice(0);
    const errors = [{ extensions: { code } }];
    for (const send of [post, get])
      expect(await send(body)).toMatchObject({ status: 400, data: undefined, errors });
    expect(upstream.calls).toStrictEqual([]);
  },
);

test('a registered mutation by GET is rejected', async () => {
  upstream.calls.splice(0);
  const { status } = await get({ extensions: persistedQuery(DELETE_ID) });
  expect([status, upstream.calls]).toStrictEqual([405, []]);
});

test('a registered operation with an upload is executed', async () => {
  const upstream = await fakeService(reply(201, { id: 'a1' }));
  const persistedOperations = new Map([['upload', CREATE_AVATAR]]);
  const { send } = await start({ upstream, persistedOperations });
  const operations = { documentId: 'upload', variables: { file: null } };
  const { data, errors } = await send({ body: multipart(operations, { file: seedImage('png') }) });
  expect([data, errors]).toStrictEqual([{ createAvatar: { avatar: { id: 'a1' } } }, undefined]);
});

const TOOLS = '{ tools { totalCount } }';

/** Starts the whole API with manifests in files. */
async function startWithManifests(sources: readonly unknown[]) {
  const folder = await tempFolder();
  const names = sources.map(async (source, index) => {
    if (typeof source === 'string') return source;
    const path = join(folder, `${index}.json`);
    await writeFile(path, JSON.stringify(source));
    return path;
  });
  const setting = (await Promise.all(names)).join(', ');
  const api = await start({ settings: { PERSISTED_OPERATIONS: setting } });
  /** Returns the statuses of requests. */
  const askAll = (...bodies: object[]) =>
    Promise.all(bodies.map(async (body) => (await api.post(body)).status));
  return { ...api, askAll };
}

const apolloManifest = (...operations: object[]) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations,
});

test.each<[string, unknown, object]>([
  ['Relay', { llms: LLMS }, { documentId: 'llms' }],
  [
    'GraphQL Code Generator with sha256',
    { [`sha256:${hashDocument(LLMS)}`]: LLMS },
    { documentId: `sha256:${hashDocument(LLMS)}` },
  ],
  [
    'Apollo',
    apolloManifest({ id: hashDocument(LLMS), name: 'Llms', type: 'query', body: LLMS }),
    { extensions: persistedQuery(hashDocument(LLMS)) },
  ],
])('the operations in a manifest of %s are registered', async (_, manifest, reference) => {
  const { askAll } = await startWithManifests([manifest]);
  const statuses = await askAll(reference, { query: LLMS, ...reference }, { query: TOOLS });
  expect(statuses).toStrictEqual([200, 200, 400]);
});

test.each([
  ['bundled manifest and of that of an app', ['bundled', { llms: LLMS }], [200, 200, 200, 400]],
  ['manifest of an app', [{ llms: LLMS }], [400, 400, 200, 400]],
])('only the operations of the %s are executed', async (_, sources, statuses) => {
  const { askAll } = await startWithManifests(sources);
  const bundled = manifest.operations.find(({ name }) => name === 'Personas');
  const byBundled = [{ documentId: bundled?.id }, { query: bundled?.body }];
  const answers = await askAll(...byBundled, { documentId: 'llms' }, { query: TOOLS });
  expect(answers).toStrictEqual(statuses);
});

test('the id of every bundled operation is the hash of its text', () => {
  expect(manifest.operations.length).toBeGreaterThan(30);
  for (const { id, name, type, body } of manifest.operations) {
    const document = parse(body);
    expect([name, validate(schema, document)]).toStrictEqual([name, []]);
    expect(id).toBe(hashDocument(body));
    expect(getOperationAST(document)).toMatchObject({ operation: type, name: { value: name } });
  }
});

test('with persisted operations, the explorer is disabled', async () => {
  const { url, summary } = await startWithManifests(['bundled']);
  expect(summary).toContain(`GraphQL   ${url}/graphql (explorer disabled by PERSISTED_OPERATIONS)`);
  const response = await fetch(`${url}/graphql`, { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([response.status, await response.text()]).toStrictEqual([
    400,
    expect.stringContaining('Only persisted operations are allowed.'),
  ]);
});

test('two documents with the same id are reported in one sentence', async () => {
  const started = startWithManifests([{ a: LLMS }, { a: TOOLS }]);
  await expect(started).rejects.toThrow(
    /^PERSISTED_OPERATIONS contains two different documents with the id a\. One is in \S+1\.json\.$/,
  );
});

test.each([
  ['is not JSON', '{'],
  ['is a manifest of Apollo without ids', JSON.stringify(apolloManifest({ body: LLMS }))],
  ['is a list', '["{ llms { totalCount } }"]'],
  ['has a document that is not GraphQL', '{"a":"{"}'],
])('a manifest that %s is reported in one sentence', async (_, content) => {
  const path = await tempFile(content, 'operations.json');
  await expect(startWithManifests([path])).rejects.toThrow(
    /^PERSISTED_OPERATIONS \S+ must be a JSON file that maps ids to documents, .*\.$/,
  );
});
