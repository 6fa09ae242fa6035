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
