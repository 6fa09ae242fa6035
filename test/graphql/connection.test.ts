import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { startProduct } from '../support/product.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

const QUERY = `query ($first: Int, $after: String, $name: String) {
  personasConnection(first: $first, after: $after, name: $name) {
    totalCount nodes { id } edges { cursor node { id } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

/** An upstream with `total` personas, that says of its pages only what `meta` lets through. */
const startList = (total: number, meta: (full: object) => object = (full) => full) =>
  startUpstream(({ url }, response) => {
    const query = new URL(url ?? '', 'http://x').searchParams;
    const [page, perPage] = [Number(query.get('page')), Number(query.get('perPage'))];
    const start = (page - 1) * perPage;
    const size = Math.max(0, Math.min(perPage, total - start));
    const data = Array.from({ length: size }, (_, i) => ({ id: `p${start + i}` }));
    const next = start + size < total ? page + 1 : null;
    sendJson(response, 200, { data, meta: meta({ total, next }) });
  });

test.each([
  ['that says its total', (full: object) => full],
  ['that says only what is next', (full: object) => ({ ...full, total: undefined })],
  ['that says nothing', () => ({})],
])(
  'scrolling by any stride meets every persona once, in order, before a list %s',
  async (_, meta) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 15 }),
        async (total, first) => {
          const { run } = await startApi(await startList(total, meta));
          const seen: string[] = [];
          let after: string | null = null;
          let more = true;
          while (more) {
            const answer = await run(QUERY, { first, after });
            const connection = answer.data.personasConnection;
            seen.push(...connection.nodes.map(({ id }: { id: string }) => id));
            expect(connection.pageInfo.hasPreviousPage).toBe(after !== null);
            expect(seen.length).toBeLessThanOrEqual(total);
            more = connection.pageInfo.hasNextPage;
            after = connection.pageInfo.endCursor;
          }
          expect(seen).toStrictEqual(Array.from({ length: total }, (_, i) => `p${i}`));
        },
      ),
      { numRuns: 15 },
    );
  },
);

test('any stretch costs at most two calls, whatever its offset', async () => {
  const upstream = await startList(1000);
  const { run } = await startApi(upstream);
  const { data } = await run(QUERY, { first: 37 });
  const cursor = data.personasConnection.edges[4].cursor;
  const before = upstream.calls.length;
  const { data: later } = await run(QUERY, { first: 20, after: cursor });
  expect(later.personasConnection.nodes[0]).toStrictEqual({ id: 'p5' });
  expect(upstream.calls.slice(before)).toStrictEqual([
    'GET /v1/personas?page=1&perPage=20',
    'GET /v1/personas?page=2&perPage=20',
  ]);
});

test('the seeded personas scroll by name, with their cursors', async () => {
  const { run } = await startProduct();
  const { data } = await run(QUERY, { first: 2, name: 'guide' });
  const { nodes, edges, pageInfo, totalCount } = data.personasConnection;
  expect(edges.map(({ node }: { node: unknown }) => node)).toStrictEqual(nodes);
  expect(totalCount).toBeGreaterThan(2);
  expect(pageInfo).toStrictEqual({
    hasNextPage: true,
    hasPreviousPage: false,
    startCursor: edges[0].cursor,
    endCursor: edges[1].cursor,
  });
});

test.each([
  [{ after: 'nonsense' }, ['after']],
  [{ after: Buffer.from('persona:-1').toString('base64url') }, ['after']],
  [{ first: 0 }, ['first']],
  [{ first: 101 }, ['first']],
])('%j is refused at its path', async (variables, path) => {
  const upstream = await startList(3);
  const { run } = await startApi(upstream);
  const { errors } = await run(QUERY, variables);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path }] });
  expect(upstream.calls).toStrictEqual([]);
});

test.each([
  ['avatars', 'tags: ["x"]'],
  ['tools', 'search: "x"'],
  ['voices', 'search: "x"'],
  ['llms', 'search: "x"'],
])('%s scroll in the same way, each with cursors of its own', async (list, filter) => {
  const { run } = await startProduct();
  const ask = (args: string) =>
    run(
      `{ ${list}Connection(${args}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`,
    );
  const seen: string[] = [];
  let args = 'first: 2';
  for (let more = true; more; ) {
    const { data, errors } = await ask(args);
    expect(errors).toBeUndefined();
    const { nodes, pageInfo, totalCount } = data[`${list}Connection`];
    seen.push(...nodes.map(({ id }: { id: string }) => id));
    expect(seen.length).toBeLessThanOrEqual(totalCount);
    more = pageInfo.hasNextPage;
    args = `first: 2, after: "${pageInfo.endCursor}"`;
  }
  const all = await run(`{ ${list}(perPage: 100) { items { id } } }`);
  expect(seen).toStrictEqual(all.data[list].items.map(({ id }: { id: string }) => id));
  const none = await ask(`first: 2, ${filter}`);
  expect(none.errors).toBeUndefined();
  const cursor = Buffer.from('persona:1').toString('base64url');
  const { errors } = await ask(`first: 2, after: "${cursor}"`);
  expect(errors?.[0]?.extensions).toMatchObject({ issues: [{ path: ['after'] }] });
});
