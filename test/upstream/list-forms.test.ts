import { expect, test } from 'vitest';
import { sendJson } from '../support/fake-service.ts';
import { start } from '../support/start.ts';

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
