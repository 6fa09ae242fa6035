import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

const HANDBOOK = '42eb80dc-a7c3-4599-8ff8-330c4d719ec7';

const UPLOAD = `mutation ($input: CreateKnowledgeDocumentInput!) {
  createKnowledgeDocument(input: $input) { knowledgeDocument { id filename contentType fileSize status } }
}`;

const upload = (file: File) =>
  [UPLOAD, { input: { groupId: HANDBOOK, file: null } }, { 'input.file': file }] as const;

test('a document is uploaded, processed, searched, renamed, downloaded and deleted', async () => {
  const api = await start();
  const { run } = api;
  const text = 'Otters sleep while they float.';
  const data = await expectData(api.upload(...upload(new File([text], 'otters.md'))));
  const { id, ...document } = data.createKnowledgeDocument.knowledgeDocument;
  expect(document).toStrictEqual({
    filename: 'otters.md',
    contentType: 'text/markdown',
    fileSize: text.length,
    status: 'UPLOADED',
  });
  const read = `{ knowledgeDocument(id: "${id}") { status errorMessage downloadUrl } }`;
  await expect.poll(async () => (await run(read)).data.knowledgeDocument.status).toBe('READY');
  const found = await run(
    `{ knowledgeGroup(id: "${HANDBOOK}") { search(query: "where do otters sleep?", first: 1) { content score chunkIndex filename documentId document { status } } } }`,
  );
  expect(found.data.knowledgeGroup.search).toMatchObject([
    {
      content: text,
      chunkIndex: 0,
      filename: 'otters.md',
      documentId: id,
      document: { status: 'READY' },
    },
  ]);
  const renamed = await run(
    `mutation { updateKnowledgeDocument(id: "${id}", input: { filename: "animals.md" }) { knowledgeDocument { filename } } }`,
  );
  expect(renamed.data.updateKnowledgeDocument.knowledgeDocument.filename).toBe('animals.md');
  const { downloadUrl } = (await run(read)).data.knowledgeDocument;
  expect(await (await fetch(downloadUrl)).text()).toBe(text);
  await run(`mutation { deleteKnowledgeDocument(id: "${id}") { deletedId } }`);
  expect((await run(read)).data.knowledgeDocument).toBeNull();
});

test('a search is retried although it is a POST', async () => {
  let searches = 0;
  const upstream = await fakeService((request, response) => {
    request.resume();
    if (request.method === 'GET') return sendJson(response, 200, { id: 'g1' });
    searches += 1;
    if (searches === 1) return sendJson(response, 503, { error: 'busy' });
    return sendJson(response, 200, [{ documentId: 'd1', content: 'x', score: 0.5, extra: 1 }]);
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const { data } = await run(
    '{ knowledgeGroup(id: "g1") { search(query: "x") { content score filename } } }',
  );
  expect(data.knowledgeGroup.search).toStrictEqual([{ content: 'x', score: 0.5, filename: null }]);
  expect(searches).toBe(2);
});

test('the search in a group that was deleted meanwhile is null', async () => {
  const upstream = await fakeService((request, response) => {
    request.resume();
    if (request.method === 'GET') return sendJson(response, 200, [{ id: 'g1' }]);
    return sendJson(response, 404, { error: 'Not found', message: 'No such group.' });
  });
  const api = await start({ upstream, extensions: 'all' });
  const data = await expectData(
    api.run('{ knowledgeGroups { nodes { id search(query: "x") { score } } } }'),
  );
  expect(data).toStrictEqual({ knowledgeGroups: { nodes: [{ id: 'g1', search: null }] } });
});

test.each([
  ['query: " "', 'query'],
  ['query: "x", first: 0', 'first'],
  ['query: "x", first: 21', 'first'],
])('a search with { %s } is refused at the path of %s without a search', async (args, path) => {
  const { run, upstream } = await start({
    upstream: (_, response) => sendJson(response, 200, { id: 'g1' }),
    extensions: 'all',
  });
  const { errors } = await run(`{ knowledgeGroup(id: "g1") { search(${args}) { score } } }`);
  expectIssue(errors, [path]);
  expect(upstream.calls).toStrictEqual(['GET /v1/knowledge/groups/g1']);
});

test('tools of a persona, and groups of these tools, are each shown once and without those that are gone', async () => {
  const RECORDS: Record<string, object> = {
    p1: { toolIds: ['gone', 't1', 't2'] },
    t1: { config: { documentFolderIds: ['g1', 'g2'] } },
    t2: { config: { documentFolderIds: ['g2', 'gone'] } },
    g1: {},
    g2: {},
  };
  const upstream = await fakeService(({ url = '' }, response) => {
    const id = url.split('/').at(-1) ?? '';
    if (RECORDS[id]) return sendJson(response, 200, { id, ...RECORDS[id] });
    return sendJson(response, 404, { error: 'Not found' });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const data = await expectData(
    run('{ persona(id: "p1") { knowledgeGroups { id } tools { id knowledgeGroups { id } } } }'),
  );
  const [g1, g2] = [{ id: 'g1' }, { id: 'g2' }];
  expect(data.persona).toStrictEqual({
    knowledgeGroups: [g1, g2],
    tools: [
      { id: 't1', knowledgeGroups: [g1, g2] },
      { id: 't2', knowledgeGroups: [g2] },
    ],
  });
  expect(upstream.calls.toSorted()).toStrictEqual([...new Set(upstream.calls)].toSorted());
});

test('knowledge groups and their documents have pages, and groups are searched by name and description', async () => {
  const groups = ['Otters', 'Bees', 'Seals'].map((name, index) => ({
    id: `g${index}`,
    name,
    description: index === 1 ? 'Not otters.' : null,
  }));
  const documents = [1, 2, 3].map((n) => ({ id: `d${n}` }));
  const upstream = await fakeService(({ url }, response) =>
    sendJson(response, 200, url?.endsWith('/documents') ? documents : groups),
  );
  const { run } = await start({ upstream, extensions: 'all' });
  const data = await expectData(
    run(`{
      second: knowledgeGroups(first: 2, page: 2) { totalCount nodes { id } }
      found: knowledgeGroups(search: "OTTER") {
        nodes { id documents(first: 2) { totalCount nodes { id } pageInfo { hasNextPage } } }
      }
    }`),
  );
  const page = {
    totalCount: 3,
    nodes: [{ id: 'd1' }, { id: 'd2' }],
    pageInfo: { hasNextPage: true },
  };
  expect(data).toStrictEqual({
    second: { totalCount: 3, nodes: [{ id: 'g2' }] },
    found: { nodes: ['g0', 'g1'].map((id) => ({ id, documents: page })) },
  });
});
