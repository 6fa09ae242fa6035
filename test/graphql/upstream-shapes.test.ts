import { expect, test } from 'vitest';
import { createPage, fakeService, reply, sendJson } from '../support/fake-service.ts';
import { startLive } from '../support/live-service.ts';
import { type ApiResponse, start } from '../support/start.ts';
import { expectData } from './expectations.ts';

/** What services send of a page. */
const PAGES: Readonly<Record<string, (page: ReturnType<typeof createPage>) => unknown>> = {
  full: (page) => page,
  alias: ({ data, meta: { total, currentPage: page, perPage } }) => ({
    data,
    meta: { total, page, perPage },
  }),
  none: ({ data }) => ({ data }),
  bare: ({ data }) => data,
};

test.each(Object.entries(PAGES))(
  'page metadata of the kind %s is read up to the last page',
  async (paging, show) => {
    const personas = Array.from({ length: 25 }, (_, index) => ({ id: `p${index}` }));
    const { run } = await start({
      upstream: ({ url = '' }, response) => {
        const { searchParams } = new URL(url, 'http://fake');
        sendJson(response, 200, show(createPage(personas, searchParams)));
      },
    });
    const sizes: number[] = [];
    const isComplete = paging === 'full' || paging === 'alias';
    let hasNextPage = true;
    for (let page = 1; hasNextPage; page += 1) {
      const { personas }: ApiResponse['data'] = await expectData(
        run(
          'query ($page: Int) { personas(page: $page, first: 10) { pageInfo { hasNextPage hasPreviousPage } totalCount nodes { id } } }',
          { page },
        ),
      );
      expect(personas).toMatchObject({
        pageInfo: { hasPreviousPage: page > 1 },
        totalCount: isComplete ? 25 : null,
      });
      sizes.push(personas.nodes.length);
      hasNextPage = personas.pageInfo.hasNextPage;
    }
    expect(sizes).toStrictEqual([10, 10, 5]);
  },
);

test.each([
  { error: 'No avatars found' },
  { error: 'Not found', message: 'No avatars found.' },
  { error: 'Not Found', message: 'There are no results', reason: 'empty' },
])('a 404 of the service for a list without records is an empty list: %j', async (body) => {
  const { run } = await start({ upstream: reply(404, body), extensions: 'all' });
  const { data, errors } = await run('{ avatars { totalCount nodes { id } } }');
  expect([data, errors]).toStrictEqual([{ avatars: { totalCount: 0, nodes: [] } }, undefined]);
});

test.each<[string, object | string]>([
  ['a web page', '<!DOCTYPE html><pre>Cannot GET /v1/avatars</pre>'],
  ['an empty body', ''],
  ['text', '404 page not found'],
  ['FastAPI', { detail: 'Not Found' }],
  ['Fastify', { message: 'Route GET:/v1/avatars not found', error: 'Not Found', statusCode: 404 }],
  ['Spring', { timestamp: '2026-01-01T00:00:00Z', error: 'Not Found', path: '/v1/avatars' }],
  ['Kong', { message: 'no Route matched with those values', request_id: 'a1' }],
  ['Envoy or Istio with a custom body', { error: 'no route for /v1/avatars' }],
  ['Google', { error: { code: 404, message: 'No avatars found', status: 'NOT_FOUND' } }],
  ['a catch-all of Express', { error: 'Not found' }],
  ['the avatar service', { error: 'Not Found', message: 'This path does not exist.' }],
])('a 404 for a list that is not of the service is an error: %s', async (_, body) => {
  const upstream = await fakeService((_, response) => {
    response.writeHead(404).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const { run } = await start({ upstream, extensions: ['avatars', 'knowledge'] });
  // The persona is looked up in the list.
  for (const field of [
    'avatars { totalCount }',
    'knowledgeGroups { nodes { id } }',
    'persona(id: "p") { id }',
  ]) {
    const { data, errors } = await run(`{ ${field} }`);
    expect(data).toStrictEqual({ [field.split(/\W/, 1)[0] ?? '']: null });
    expect(errors).toMatchObject([
      {
        message:
          'The upstream returned an invalid response: status 404 for a list; the path of UPSTREAM_URL may be wrong, or the upstream does not have the list.',
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE' },
      },
    ]);
  }
});

test('a search through the list of an upstream without paging ends', async () => {
  const all = Array.from({ length: 100 }, (_, i) => ({ id: `p${i}` }));
  const { run, upstream } = await start({
    upstream: (_, response) => void response.end(JSON.stringify(all)),
  });
  expect((await run('{ persona(id: "nope") { id } }')).data).toStrictEqual({ persona: null });
  expect(upstream.calls).toHaveLength(2);
});

test('a number or a URL that the graph cannot have is null, without an error', async () => {
  const counts = ['usageCount', 'usageLimit', 'documentCount', 'fileSize', 'maxTokens'];
  const record = {
    id: 'x1',
    ...Object.fromEntries(counts.map((name) => [name, 3e9])),
    urls: [{ url: 'none' }],
  };
  const { run } = await start({
    upstream: reply(200, {
      ...record,
      data: [record],
      meta: { total: 3e9 },
    }),
    extensions: 'all',
  });
  const data = await expectData(
    run(
      `{ shareLinks { totalCount nodes { usageCount usageLimit } } tools { nodes { personaCount } }
       llms(includeBuiltIn: false) { nodes { maxTokens urls { url } } }
       knowledgeGroups { nodes { documentCount documents { nodes { fileSize } } } } }`,
    ),
  );
  expect(data).toStrictEqual({
    shareLinks: { totalCount: null, nodes: [{ usageCount: null, usageLimit: null }] },
    tools: { nodes: [{ personaCount: null }] },
    llms: { nodes: [{ maxTokens: null, urls: [] }] },
    knowledgeGroups: {
      nodes: [{ documentCount: null, documents: { nodes: [{ fileSize: null }] } }],
    },
  });
});

test('what a list omits of a persona is read from it, if the upstream has personas by id', async () => {
  const query = '{ personas(first: 2) { nodes { systemPrompt llm { id } avatarModel record } } }';
  const { run } = await startLive(['personas']);
  const { data } = await run(query);
  const [first] = data.personas.nodes;
  expect(first).toMatchObject({ systemPrompt: 'You are persona 1.', avatarModel: 'cara-4' });
  expect(first.record).not.toHaveProperty('brain');
  const limited = await startLive([]);
  expect((await limited.run(query)).errors).toBeUndefined();
  expect(limited.upstream.calls).toHaveLength(1);
});

test('a complete persona of a list is not read again', async () => {
  const { run, upstream } = await start();
  await expectData(run('{ personas { nodes { systemPrompt llmId toolIds } } }'));
  expect(upstream.calls).toHaveLength(1);
});

test.each([{ brainType: 'OLD_NAME_V1' }, { brainType: 'OLD_NAME_V1', llmId: null }])(
  'a persona of an older service, %j, returns its LLM',
  async (fields) => {
    const { run } = await start({
      upstream: reply(200, { id: 'p1', ...fields }),
      extensions: ['personas'],
    });
    const { data } = await run('{ persona(id: "p1") { llmId llm { id } } }');
    expect(data.persona).toStrictEqual({ llmId: 'OLD_NAME_V1', llm: { id: 'OLD_NAME_V1' } });
  },
);

test.each([
  [{ createdByOrganizationId: null }, true],
  [{ createdByOrganizationId: 'o1' }, false],
  [{}, false],
])('avatars and voices with %j are built in: %j', async (fields, isBuiltIn) => {
  const { run } = await start({
    upstream: reply(200, { id: 'x1', ...fields }),
    extensions: ['avatars', 'voices'],
  });
  const { data } = await run('{ avatar(id: "x1") { isBuiltIn } voice(id: "x1") { isBuiltIn } }');
  expect(data).toStrictEqual({ avatar: { isBuiltIn }, voice: { isBuiltIn } });
});

const ALL = 'personas(first: 100) { nodes { id } totalCount pageInfo { hasNextPage } }';

/** Returns the data of a document for an upstream whose lists have these bodies, one for each page. */
async function read(document: string, ...pages: unknown[]) {
  const { run, upstream } = await start({
    upstream: (request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
      sendJson(response, 200, pages[page - 1] ?? { data: [], meta: { next: null } });
    },
  });
  const { data, errors } = await run(`{ ${document} }`);
  expect(errors).toBeUndefined();
  return { data, calls: upstream.calls };
}

const persona = (id: unknown) => ({ id, name: `Persona ${id}` });
const page = (first: number) =>
  Array.from({ length: 100 }, (_, index) => persona(`p${first + index}`));

test.each([
  ['a URL', 'https://service.example/v1/personas?perPage=100&page=2'],
  ['true', true],
  ['an object', { page: 2 }],
  ['absent', undefined],
])('after a full page, meta.next as %s leads to the next page', async (_, next) => {
  const { data, calls } = await read(
    'persona(id: "p120") { id }',
    { data: page(0), meta: { next } },
    { data: page(100), meta: { next: null } },
  );
  expect(data).toStrictEqual({ persona: { id: 'p120' } });
  expect(calls).toHaveLength(2);
});

test('meta.next as null is the last page', async () => {
  const { data } = await read(ALL, { data: page(0), meta: { next: null } });
  expect(data.personas.pageInfo.hasNextPage).toBe(false);
});

test.each([
  ['null', null],
  ['data that is null', { data: null, meta: { total: 0 } }],
  ['an empty list', []],
])('%s is an empty list', async (_, body) => {
  const { data } = await read(ALL, body);
  expect(data.personas.nodes).toStrictEqual([]);
});

test('records without an id are left out, and a numeric id is its text', async () => {
  const items = [
    persona(7),
    null,
    { name: 'No id' },
    persona(''),
    'text',
    persona(2 ** 60),
    persona('p8'),
  ];
  const { data } = await read(ALL, { data: items, meta: {} });
  expect(data.personas.nodes).toStrictEqual([{ id: '7' }, { id: 'p8' }]);
});

test('the numeric ids of a record and of what it refers to are texts', async () => {
  const { run, upstream } = await start({
    upstream: (_, response) =>
      sendJson(response, 200, { id: 7, name: 'a', avatarId: 8, toolIds: [9], avatar: { id: 8 } }),
    extensions: ['personas'],
  });
  const { data } = await run('{ persona(id: "7") { id avatarId toolIds avatar { id } } }');
  expect(data.persona).toStrictEqual({
    id: '7',
    avatarId: '8',
    toolIds: ['9'],
    avatar: { id: '8' },
  });
  expect(upstream.calls).toStrictEqual(['GET /v1/personas/7']);
});

test.each([
  ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
  ['2026-01-02 03:04:05', null],
  [1_767_323_045, null],
])('the time %j of an upstream is read as %j, and stays in the record', async (createdAt, time) => {
  const { data } = await read('personas { nodes { createdAt record } }', {
    data: [{ id: 'p1', createdAt }],
  });
  expect(data.personas.nodes).toMatchObject([{ createdAt: time, record: { createdAt } }]);
});
