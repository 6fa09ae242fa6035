import { expect, test } from 'vitest';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

const stripPrefix = (calls: readonly string[]) => calls.map((call) => call.replace('GET /v1/', ''));

test('the sessions of a persona are a filtered connection, with cursors of their own', async () => {
  const sessions = Array.from({ length: 5 }, (_, n) => ({ id: `s${n + 1}`, personaId: 'p1' }));
  const upstream = await fakeService((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
    if (pathname === '/v1/personas/p1') return sendJson(response, 200, { id: 'p1', brain: {} });
    const [page, perPage] = [Number(searchParams.get('page')), Number(searchParams.get('perPage'))];
    const data = sessions.slice((page - 1) * perPage, page * perPage);
    sendJson(response, 200, { data, meta: { total: sessions.length } });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const query = `query ($after: String) { persona(id: "p1") { sessions(first: 2, after: $after, search: "kiosk", apiKeyId: "k1") {
    totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor }
  } } }`;
  const { persona } = await expectData(run(query));
  const { endCursor } = persona.sessions.pageInfo;
  expect(persona.sessions).toStrictEqual({
    totalCount: 5,
    nodes: [{ id: 's1' }, { id: 's2' }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor },
  });
  expect(stripPrefix(upstream.calls)).toStrictEqual([
    'personas/p1',
    'sessions?page=1&perPage=2&search=kiosk&apiKeyId=k1&personaId=p1',
  ]);
  const next = await expectData(run(query, { after: endCursor }));
  expect(next.persona.sessions.nodes).toStrictEqual([{ id: 's3' }, { id: 's4' }]);
  const foreign = await run(query, { after: 'nonsense' });
  expectIssue(foreign.errors, ['after'], { message: 'Must be a cursor of sessions.' });
});

test('what the upstream refuses is reported at the arguments of the field', async () => {
  const upstream = await fakeService((request, response) => {
    if (request.url === '/v1/personas/p1') return sendJson(response, 200, { id: 'p1', brain: {} });
    const details = [{ path: 'perPage', message: 'At most 50.', code: 'too_big' }];
    return sendJson(response, 400, { error: 'Validation error', details });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run('{ persona(id: "p1") { sessions(first: 100) { totalCount } } }');
  expect(errors).toMatchObject([
    { path: ['persona', 'sessions'], extensions: { issues: [{ path: ['first'] }] } },
  ]);
});

test('the statistics of a persona are those of its sessions in the time range', async () => {
  const { run, upstream } = await start({
    upstream: reply(200, { id: 'p1', brain: {}, sessionCount: 25 }),
    extensions: 'all',
  });
  const data = await expectData(
    run(
      `{ persona(id: "p1") { statistics(from: "2026-11-01T00:00:00+01:00", to: null, clientLabel: "kiosk") { sessionCount } } }`,
    ),
  );
  expect(data.persona.statistics.sessionCount).toBe(25);
  const query = new URLSearchParams(upstream.calls.at(-1)?.split('?')[1]);
  expect(Object.fromEntries(query)).toStrictEqual({
    from: '2026-10-31T23:00:00.000Z',
    clientLabel: 'kiosk',
    personaId: 'p1',
  });
});

interface Account {
  readonly personas: number;
  readonly links: readonly { readonly id: string; readonly personaId?: string | null }[];
  /** What the list says of itself. Default: its total. */
  readonly meta?: object;
}

/** Starts an upstream whose list of personas has none of their links. */
async function startOwn({ personas, links, meta }: Account) {
  const upstream = await fakeService((request, response) => {
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
    run(
      `{ personas(first: ${personas}) { nodes { id shareLinks(first: 100) { nodes { id } } } } }`,
    ),
  );
  const counts: number[] = data.personas.nodes.map(
    ({ shareLinks }: { shareLinks: { nodes: unknown[] } }) => shareLinks.nodes.length,
  );
  return { counts, calls: upstream.calls.slice(1) };
}

const createLinks = (count: number, personas: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `l${n}`, personaId: `p${n % personas}` }));

const LIST = 'GET /v1/share-links?perPage=100';

const another = { id: 'l0', personaId: 'another' };
const unnamed = { id: 'l0' };
const ALL = Array.from({ length: 30 }, (_, n) => `GET /v1/share-links?personaId=p${n}&perPage=100`);

test.each<readonly [string, Account, readonly string[]]>([
  ['a page of personas costs one call', { personas: 20, links: createLinks(30, 20) }, [LIST]],
  [
    'links of others are not shown',
    { personas: 3, links: [another, ...createLinks(1, 1)] },
    [LIST],
  ],
  ['a single persona is asked for', { personas: 1, links: createLinks(2, 1) }, ALL.slice(0, 1)],
  [
    'further pages are read where they are fewer than the personas',
    { personas: 5, links: createLinks(250, 5) },
    [LIST, ...[2, 3].map((page) => `GET /v1/share-links?page=${page}&perPage=100`)],
  ],
  ...Object.entries<Account>({
    'there are more pages than personas': { personas: 2, links: createLinks(300, 2) },
    'there are too many pages': { personas: 30, links: createLinks(1_100, 30) },
    'the number of pages is not known': { personas: 3, links: createLinks(150, 3), meta: {} },
    'a link does not say its persona': { personas: 3, links: [unnamed, ...createLinks(1, 1)] },
  }).map(([reason, account]): readonly [string, Account, readonly string[]] => [
    `each is asked for if ${reason}`,
    account,
    [LIST, ...ALL.slice(0, account.personas)],
  ]),
])('of share links of personas, %s', async (_, account, expected) => {
  const { counts, calls } = await startOwn(account);
  const own = Array.from(
    { length: account.personas },
    (_, n) => account.links.filter(({ personaId }) => personaId === `p${n}`).length,
  );
  expect(counts).toStrictEqual(own.map((count) => Math.min(count, 100)));
  expect(calls.toSorted()).toStrictEqual(expected.toSorted());
});

test('if the list fails, its error is that of each persona, and nothing is repeated for each', async () => {
  const upstream = await fakeService((request, response) => {
    if (request.url?.startsWith('/v1/share-links')) return sendJson(response, 403, { error: 'No' });
    return sendJson(response, 200, { data: [{ id: 'p1' }, { id: 'p2' }], meta: { total: 2 } });
  });
  const { run } = await start({ upstream, extensions: 'all' });
  const { data, errors } = await run('{ personas { nodes { id shareLinks { nodes { id } } } } }');
  expect(data.personas.nodes).toStrictEqual([
    { id: 'p1', shareLinks: null },
    { id: 'p2', shareLinks: null },
  ]);
  expect(errors).toMatchObject(
    [0, 1].map((index) => ({
      path: ['personas', 'nodes', index, 'shareLinks'],
      extensions: { code: 'FORBIDDEN' },
    })),
  );
  expect(upstream.calls).toHaveLength(2);
});
