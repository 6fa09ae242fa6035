import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '../../support/api.ts';
import { runProgram } from '../../support/process.ts';
import { startRunning } from '../../support/running.ts';
import { seedImage } from '../../support/seeds.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { CREATE_AVATAR, multipart } from '../../support/upload.ts';
import { startUpstreamAnswering } from '../../support/upstream.ts';

const TOOL = 'query Tool($id: ID!) { tool(id: $id) { id } }';
const DELETE = 'mutation { deleteTool(id: "t1") }';
const hashDocument = (document: string) => createHash('sha256').update(document).digest('hex');
const [TOOL_ID, DELETE_ID] = [hashDocument(TOOL), hashDocument(DELETE)];

async function start() {
  const upstream = await startUpstreamAnswering(200, { id: 't1' });
  const persistedOperations = new Map([
    [TOOL_ID, TOOL],
    [DELETE_ID, DELETE],
  ]);
  const facade = await startApi(upstream, { persistedOperations });
  const ask = (body: object) =>
    facade.send({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return { ...facade, upstream, ask };
}

const persistedQuery = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });

test.each<[string, object]>([
  ['an extension', { extensions: persistedQuery(TOOL_ID) }],
  ['a document id', { documentId: TOOL_ID }],
  ['a document id that names its hash', { documentId: `sha256:${TOOL_ID}` }],
])('a registered operation is executed by its id, in %s', async (_, named) => {
  const { ask } = await start();
  const { data, errors } = await ask({ ...named, variables: { id: 't1' } });
  expect([data, errors]).toStrictEqual([{ tool: { id: 't1' } }, undefined]);
});

test('a registered operation is executed by its id in the URL', async () => {
  const { url } = await start();
  const query = new URLSearchParams({
    extensions: JSON.stringify(persistedQuery(TOOL_ID)),
    variables: '{"id":"t1"}',
  });
  const response = await fetch(`${url}?${query}`);
  expect(await response.json()).toStrictEqual({ data: { tool: { id: 't1' } } });
});

test.each<[string, object]>([
  ['a document of its own', { query: '{ llms { total } }' }],
  ['a registered document in full', { query: DELETE }],
  ['a document beside an id', { query: DELETE, documentId: TOOL_ID }],
  ['no id', {}],
  ['an id that is not registered', { documentId: hashDocument('{ llms { total } }') }],
  ['an id that every object has', { documentId: 'constructor' }],
  ['an id that is no text', { extensions: persistedQuery(7) }],
  ['an introspection', { query: '{ __schema { queryType { name } } }' }],
])('%s is rejected if only registered operations are allowed', async (_, body) => {
  const { ask, upstream } = await start();
  const { status, data, errors } = await ask(body);
  expect([status, data]).toStrictEqual([400, undefined]);
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  expect(upstream.calls).toStrictEqual([]);
});

test('a registered mutation by GET is rejected like any other', async () => {
  const { url, upstream } = await start();
  const extensions = JSON.stringify(persistedQuery(DELETE_ID));
  const response = await fetch(`${url}?${new URLSearchParams({ extensions })}`);
  expect([response.status, upstream.calls]).toStrictEqual([405, []]);
});

test('a registered operation with an upload is executed', async () => {
  const upstream = await startUpstreamAnswering(201, { id: 'a1' });
  const { send } = await startApi(upstream, {
    persistedOperations: new Map([['upload', CREATE_AVATAR]]),
  });
  const operations = { documentId: 'upload', variables: { file: null } };
  const body = multipart(operations, { file: seedImage('png') });
  const { data, errors } = await send({ body });
  expect([data, errors]).toStrictEqual([{ createAvatar: { id: 'a1' } }, undefined]);
});

test('operations are registered by a file in the format of code generators', async () => {
  const path = join(await tempFolder(), 'operations.json');
  await writeFile(path, JSON.stringify({ llms: '{ llms { total } }' }));
  const { url } = await startRunning({ PERSISTED_OPERATIONS: path });
  const ask = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) }))
      .status;
  };
  expect([
    await ask({ documentId: 'llms' }),
    await ask({ query: '{ llms { total } }' }),
  ]).toStrictEqual([200, 400]);
});

test.each([
  ['is not there', undefined],
  ['is no JSON', '{'],
  ['is a list', '["{ llms { total } }"]'],
  ['has a document that is no GraphQL', '{"a":"{"}'],
])('a file of operations that %s is one readable sentence and exit code 1', async (_, content) => {
  const folder = await tempFolder();
  const path = join(folder, 'operations.json');
  if (content !== undefined) await writeFile(path, content);
  const run = runProgram([], { PORT: '0', DATA_DIR: folder, PERSISTED_OPERATIONS: path });
  expect(await run.ended()).toBe(1);
  expect(run.output().stderr).toMatch(
    /^PERSISTED_OPERATIONS \S+ is not a JSON file that maps ids to documents, .*\.\n$/,
  );
});
