import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

interface Account {
  readonly personas: number;
  readonly links: readonly { readonly id: string; readonly personaId?: string | null }[];
  /** What the list says of itself. Default: its total. */
  readonly meta?: object;
}

/** Starts an upstream whose list of personas has none of their links. */
async function startOwn({ personas, links, meta }: Account) {
  const upstream = await startUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
    if (pathname === '/v1/personas') {
      const data = Array.from({ length: personas }, (_, n) => ({ id: `p${n}`, name: `Ada ${n}` }));
      return sendJson(response, 200, { data, meta: { total: personas } });
    }
    const personaId = searchParams.get('personaId');
    const perPage = Number(searchParams.get('perPage') ?? 10);
    const page = Number(searchParams.get('page') ?? 1);
    const found = links.filter((link) => personaId === null || link.personaId === personaId);
    const data = found.slice((page - 1) * perPage, page * perPage);
    return sendJson(response, 200, { data, meta: meta ?? { total: found.length } });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const data = await expectData(
    run(`{ personas(perPage: ${personas}) { items { id shareLinks { id } } } }`),
  );
  const counts: number[] = data.personas.items.map(
    ({ shareLinks }: { shareLinks: unknown[] }) => shareLinks.length,
  );
  return { counts, calls: upstream.calls.slice(1) };
}

const createLinks = (count: number, personas: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `l${n}`, personaId: `p${n % personas}` }));

const LIST = 'GET /v1/share-links?perPage=100';

test('the share links of a page of personas cost one call', async () => {
  const { counts, calls } = await startOwn({ personas: 20, links: createLinks(30, 20) });
  expect(counts).toStrictEqual([...Array(10).fill(2), ...Array(10).fill(1)]);
  expect(calls).toStrictEqual([LIST]);
});

test('personas without links have an empty list, and links of others are not shown', async () => {
  const links = [
    { id: 'l1', personaId: 'p1' },
    { id: 'l2', personaId: 'another' },
  ];
  expect(await startOwn({ personas: 3, links })).toStrictEqual({
    counts: [0, 1, 0],
    calls: [LIST],
  });
});

test('a single persona is asked for by its id', async () => {
  const { calls } = await startOwn({ personas: 1, links: createLinks(2, 1) });
  expect(calls).toStrictEqual(['GET /v1/share-links?personaId=p0&perPage=100']);
});

test('further pages are read where they are fewer than the personas', async () => {
  const { counts, calls } = await startOwn({ personas: 5, links: createLinks(250, 5) });
  expect(counts).toStrictEqual([50, 50, 50, 50, 50]);
  expect([...calls].sort()).toStrictEqual([
    'GET /v1/share-links?page=2&perPage=100',
    'GET /v1/share-links?page=3&perPage=100',
    LIST,
  ]);
});

test.each<[string, Account]>([
  ['there are more pages than personas', { personas: 2, links: createLinks(300, 2) }],
  ['there are too many pages', { personas: 30, links: createLinks(1_100, 30) }],
  ['the number of pages is not known', { personas: 3, links: createLinks(150, 3), meta: {} }],
  [
    'a link does not say its persona',
    { personas: 3, links: [{ id: 'l0', personaId: 'p0' }, { id: 'l1' }] },
  ],
])('each persona is asked for if %s', async (_, account) => {
  const { counts, calls } = await startOwn(account);
  const own = Array.from(
    { length: account.personas },
    (_, n) => account.links.filter(({ personaId }) => personaId === `p${n}`).length,
  );
  expect(counts).toStrictEqual(own.map((count) => Math.min(count, 100)));
  expect(calls[0]).toBe(LIST);
  expect(calls.slice(1).every((call) => call.includes('personaId='))).toBe(true);
  expect(calls).toHaveLength(1 + account.personas);
});

test('if the list fails, its error is that of each persona, and nothing is repeated for each', async () => {
  const upstream = await startUpstream((request, response) => {
    if (request.url?.startsWith('/v1/share-links')) return sendJson(response, 403, { error: 'No' });
    return sendJson(response, 200, { data: [{ id: 'p1' }, { id: 'p2' }], meta: { total: 2 } });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const { data, errors } = await run('{ personas { items { id shareLinks { id } } } }');
  expect(data.personas.items).toStrictEqual([
    { id: 'p1', shareLinks: null },
    { id: 'p2', shareLinks: null },
  ]);
  expect(errors).toMatchObject(
    [0, 1].map((index) => ({
      path: ['personas', 'items', index, 'shareLinks'],
      extensions: { code: 'FORBIDDEN' },
    })),
  );
  expect(upstream.calls).toHaveLength(2);
});
