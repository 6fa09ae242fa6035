import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../support/arbitraries.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { type Api, type ApiResponse, start } from '../support/start.ts';
import { expectData } from './expectations.ts';

const QUERY = `query ($first: Int! = 20, $after: String) {
  personas(first: $first, after: $after) {
    totalCount nodes { id } edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const createIds = (size: number) => Array.from({ length: size }, (_, index) => `p${index}`);

/** Starts an upstream with the personas that `list` returns, whose pages have only the metadata that `meta` returns. */
const startOwn = (list: () => readonly string[], meta: (full: object) => object = (full) => full) =>
  fakeService(({ url }, response) => {
    const query = new URL(url ?? '', 'http://x').searchParams;
    const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))];
    const [ids, end] = [list(), page * perPage];
    const data = ids.slice(end - perPage, end).map((id) => ({ id }));
    const next = end < ids.length ? page + 1 : null;
    sendJson(response, 200, { data, meta: meta({ total: ids.length, next }) });
  });

const startList = (total: number) => startOwn(() => createIds(total));

/** Reads all pages, and returns the ids on them. `onPage` is called after each, with all ids so far. */
async function readPages(
  { run }: Pick<Api, 'run'>,
  first: number,
  onPage: (ids: string[]) => void,
) {
  const seen: string[] = [];
  let after: string | null = null;
  for (let more = true; more; ) {
    const data: ApiResponse['data'] = await expectData(run(QUERY, { first, after }));
    const { nodes, pageInfo } = data.personas;
    seen.push(...nodes.map(({ id }: { id: string }) => id));
    more = pageInfo.hasNextPage;
    after = pageInfo.endCursor ?? after;
    onPage(seen);
  }
  return seen;
}

const sizes = fc.integer({ min: 1, max: 15 });

test.each([
  ['with its total', (full: object) => full],
  ['with only the next page', (full: object) => ({ ...full, total: undefined })],
  ['without metadata', () => ({})],
])('pages of any size return every persona once, in order, from a list %s', async (_, meta) => {
  let ids: readonly string[] = [];
  const api = await start({ upstream: await startOwn(() => ids, meta) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 25 }), sizes, async (total, first) => {
      ids = createIds(total);
      const seen = await readPages(api, first, ({ length }) =>
        expect(length).toBeLessThanOrEqual(total),
      );
      expect(seen).toStrictEqual(ids);
    }),
    { numRuns: 10 },
  );
});

/** Reads a list of up to 25 records that changes after each page. */
async function readChanging(
  change: (ids: string[], random: number) => void,
  check: (seen: readonly string[], original: readonly string[]) => void,
) {
  const list: { ids: string[] } = { ids: [] };
  const api = await start({ upstream: await startOwn(() => list.ids) });
  const size = fc.integer({ min: 1, max: 25 });
  await fc.assert(
    fc.asyncProperty(
      size,
      sizes,
      fc.array(fc.nat(), { maxLength: 8 }),
      async (size, first, all) => {
        const original = createIds(size);
        list.ids = [...original];
        const pending = [...all];
        const seen = await readPages(api, first, () => {
          const random = pending.shift();
          if (random !== undefined) change(list.ids, random);
        });
        check(seen, original);
      },
    ),
    { numRuns: RUNS },
  );
}

test('records created between two pages cause no gaps', { tags: ['slow'] }, async () => {
  await readChanging(
    (ids, random) => ids.unshift(...createIds(1 + (random % 4)).map((id) => `${ids.length}${id}`)),
    (seen, original) => expect(original.filter((id) => !seen.includes(id))).toStrictEqual([]),
  );
});

test('records deleted between two pages cause no duplicates', { tags: ['slow'] }, async () => {
  await readChanging(
    (ids, random) => ids.splice(random % Math.max(1, ids.length), 1 + (random % 3)),
    (seen) => expect(new Set(seen).size).toBe(seen.length),
  );
});

test.each([
  ['is deleted', ['p0', 'p1', 'p3', 'p4', 'p5'], ['p3', 'p4']],
  ['moves down', ['n', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5'], ['p3']],
  ['moves up', ['p1', 'p2', 'p3', 'p4', 'p5'], ['p3', 'p4']],
  ['is deleted and has moved down', ['n', 'p0', 'p1', 'p3', 'p4', 'p5'], ['p1', 'p3']],
  ['moves off the page', ['a', 'b', 'c', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5'], ['c', 'p0']],
])('if the last item of a page %s, the next page of %j is %j', async (_, changed, next) => {
  let ids = createIds(6);
  const upstream = await startOwn(() => ids);
  const { run } = await start({ upstream });
  const first = await run(QUERY, { first: 3 });
  ids = changed;
  const { data } = await run(QUERY, {
    first: 2,
    after: first.data.personas.pageInfo.endCursor,
  });
  expect(data.personas.nodes.map(({ id }: { id: string }) => id)).toStrictEqual(next);
  expect(upstream.calls).toHaveLength(2);
});

test('a page of a number makes one call, and its cursors lead to the next one', async () => {
  const upstream = await startList(10);
  const { run } = await start({ upstream });
  const query = QUERY.replace('($first', '($page: Int, $first').replace(
    '(first',
    '(page: $page, first',
  );
  const { personas } = await expectData(run(query, { page: 2, first: 3 }));
  expect(personas).toMatchObject({
    nodes: ['p3', 'p4', 'p5'].map((id) => ({ id })),
    totalCount: 10,
    pageInfo: { hasNextPage: true, hasPreviousPage: true },
  });
  const after = personas.pageInfo.endCursor;
  const { data } = await run(query, { first: 3, after });
  expect(data.personas.nodes[0]).toStrictEqual({ id: 'p6' });
  const beyond = await expectData(run(query, { page: 99, first: 3 }));
  expect(beyond.personas).toMatchObject({
    nodes: [],
    totalCount: 10,
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  });
  expect(upstream.calls).toStrictEqual([
    'GET /v1/personas?page=2&perPage=3',
    'GET /v1/personas?page=2&perPage=5',
    'GET /v1/personas?page=99&perPage=3',
  ]);
});

test('a page makes one call, also from a cursor that is not at a page boundary', async () => {
  const upstream = await startList(1000);
  const { run } = await start({ upstream });
  let after: string | null = null;
  for (let page = 1; page <= 10; page += 1) {
    const { data } = await run(QUERY, { first: 20, after });
    expect(data.personas.nodes[0]).toStrictEqual({ id: `p${(page - 1) * 20}` });
    after = data.personas.pageInfo.endCursor;
    expect(upstream.calls).toHaveLength(page);
  }
  const { data } = await run(QUERY, { first: 37 });
  const { cursor } = data.personas.edges[4];
  const { data: later } = await run(QUERY, { first: 20, after: cursor });
  expect(later.personas.nodes[0]).toStrictEqual({ id: 'p5' });
  expect(upstream.calls.slice(11)).toStrictEqual(['GET /v1/personas?page=1&perPage=25']);
});

test('a page that takes two calls is the last one where the total of the list says so', async () => {
  const upstream = await startOwn(
    () => createIds(199),
    (full) => ({ ...full, next: undefined }),
  );
  const { run } = await start({ upstream });
  const { data } = await run(QUERY, { first: 99 });
  const { personas } = await expectData(
    run(QUERY, { first: 100, after: data.personas.pageInfo.endCursor }),
  );
  expect(personas.nodes).toStrictEqual(
    createIds(199)
      .slice(99)
      .map((id) => ({ id })),
  );
  expect(personas.pageInfo.hasNextPage).toBe(false);
  expect(upstream.calls.slice(1)).toStrictEqual(
    [1, 2].map((page) => `GET /v1/personas?page=${page}&perPage=100`),
  );
});

test.each([3, 0])('with first: 0, a list of %i is counted by one call', async (size) => {
  const { run, upstream } = await start({ upstream: await startList(size) });
  const count = async (after?: string) =>
    (await expectData(run(QUERY, { first: 0, after }))).personas;
  const none = { hasPreviousPage: false, startCursor: null, endCursor: null };
  expect(await count()).toStrictEqual({
    nodes: [],
    edges: [],
    totalCount: size,
    pageInfo: { hasNextPage: size > 0, ...none },
  });
  expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=1']);
  const { edges } = (await run(QUERY, { first: 3 })).data.personas;
  for (const [index, { cursor }] of edges.entries())
    expect(await count(cursor)).toMatchObject({ nodes: [], pageInfo: { hasNextPage: index < 2 } });
});

test('the list continues after the edge of a new record', async () => {
  const { run } = await start();
  const before = await run(QUERY, { first: 2 });
  const { data } = await run(
    'mutation { createPersona(input: { name: "New" }) { persona { id } personaEdge { cursor node { id name } } } }',
  );
  const { persona, personaEdge } = data.createPersona;
  expect(personaEdge.node).toStrictEqual({ ...persona, name: 'New' });
  const { data: after } = await run(QUERY, { first: 2, after: personaEdge.cursor });
  expect(after.personas.nodes).toStrictEqual(before.data.personas.nodes);
});
