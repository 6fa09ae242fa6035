import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Api, type ApiResponse, start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

const QUERY = `query ($first: Int, $after: String, $name: String) {
  personasConnection(first: $first, after: $after, search: $name) {
    totalCount nodes { id } edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const createIds = (size: number) => Array.from({ length: size }, (_, index) => `p${index}`);

/** Starts an upstream with the personas that `list` returns, whose pages have only the metadata that `meta` returns. */
const startOwn = (list: () => readonly string[], meta: (full: object) => object = (full) => full) =>
  startUpstream(({ url }, response) => {
    const query = new URL(url ?? '', 'http://x').searchParams;
    const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))];
    const [ids, end] = [list(), page * perPage];
    const data = ids.slice(end - perPage, end).map((id) => ({ id }));
    const next = end < ids.length ? page + 1 : null;
    sendJson(response, 200, { data, meta: meta({ total: ids.length, next }) });
  });

const startList = (total: number, meta?: (full: object) => object) =>
  startOwn(() => createIds(total), meta);

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
    const { nodes, pageInfo } = data.personasConnection;
    seen.push(...nodes.map(({ id }: { id: string }) => id));
    expect(pageInfo.hasPreviousPage).toBe(after !== null);
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
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 40 }), sizes, async (total, first) => {
      const api = await start({ upstream: await startList(total, meta) });
      const seen = await readPages(api, first, ({ length }) =>
        expect(length).toBeLessThanOrEqual(total),
      );
      expect(seen).toStrictEqual(createIds(total));
    }),
    { numRuns: 15 },
  );
});

test('records created and deleted between two pages cause no duplicates and no gaps', {
  tags: ['slow'],
}, async () => {
  const list: { ids: string[] } = { ids: [] };
  const api = await start({ upstream: await startOwn(() => list.ids) });
  const change = fc.record({
    creations: fc.nat(4),
    deletions: fc.array(fc.nat(), { maxLength: 3 }),
  });
  const changes = fc.array(change, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), sizes, changes, async (size, first, all) => {
      list.ids = createIds(size);
      const deleted = new Set<string | undefined>();
      const pending = [...all];
      const seen = await readPages(api, first, (ids) => {
        const { creations = 0, deletions = [] } = pending.shift() ?? {};
        for (let count = 0; count < creations; count += 1)
          list.ids.unshift(`n${ids.length}.${pending.length}.${count}`);
        for (const index of deletions) {
          // The cursor refers to the last item, which is therefore kept.
          const at = index % Math.max(1, list.ids.length);
          if (list.ids[at] !== ids.at(-1)) deleted.add(list.ids.splice(at, 1)[0]);
        }
      });
      expect(new Set(seen).size).toBe(seen.length);
      const original = createIds(size).filter((id) => !deleted.has(id));
      expect(seen.filter((id) => original.includes(id))).toStrictEqual(original);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['is deleted', ['p0', 'p1', 'p3', 'p4', 'p5'], ['p3', 'p4']],
  ['is deleted while another is created', ['n', 'p0', 'p1', 'p3', 'p4', 'p5'], ['p3', 'p4']],
])(
  'if the last item of a page %s, the next page starts with the item after it',
  async (_, changed, next) => {
    let ids = createIds(6);
    const upstream = await startOwn(() => ids);
    const { run } = await start({ upstream });
    const first = await run(QUERY, { first: 3 });
    ids = changed;
    const { data } = await run(QUERY, {
      first: 2,
      after: first.data.personasConnection.pageInfo.endCursor,
    });
    expect(data.personasConnection.nodes.map(({ id }: { id: string }) => id)).toStrictEqual(next);
  },
);

test('a page makes one call, also from a cursor that is not at a page boundary', async () => {
  const upstream = await startList(1000);
  const { run } = await start({ upstream });
  let after: string | null = null;
  for (let page = 1; page <= 10; page += 1) {
    const { data } = await run(QUERY, { first: 20, after });
    expect(data.personasConnection.nodes[0]).toStrictEqual({ id: `p${(page - 1) * 20}` });
    after = data.personasConnection.pageInfo.endCursor;
    expect(upstream.calls).toHaveLength(page);
  }
  const { data } = await run(QUERY, { first: 37 });
  const { cursor } = data.personasConnection.edges[4];
  const { data: later } = await run(QUERY, { first: 20, after: cursor });
  expect(later.personasConnection.nodes[0]).toStrictEqual({ id: 'p5' });
  expect(upstream.calls.slice(11)).toStrictEqual(['GET /v1/personas?page=1&perPage=25']);
});

test.each([3, 0])('with first: 0, a list of %i is counted by one call', async (size) => {
  const upstream = await startList(size);
  const { run } = await start({ upstream });
  const data = await expectData(run(QUERY, { first: 0 }));
  const none = { hasPreviousPage: false, startCursor: null, endCursor: null };
  expect(data.personasConnection).toStrictEqual({
    nodes: [],
    edges: [],
    totalCount: size,
    pageInfo: { hasNextPage: size > 0, ...none },
  });
  expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=1']);
});

test('first: 0 after a cursor says whether more follows', async () => {
  const { run } = await start({ upstream: await startList(3) });
  const { edges } = (await run(QUERY, { first: 3 })).data.personasConnection;
  for (const [index, { cursor }] of edges.entries()) {
    const { data } = await run(QUERY, { first: 0, after: cursor });
    expect(data.personasConnection).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: index < 2 },
    });
  }
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
  expect(after.personasConnection.nodes).toStrictEqual(before.data.personasConnection.nodes);
});
