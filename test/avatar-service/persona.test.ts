import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';

/** One service for all tests: each has its own account. */
const shared = await startAvatarService();

const create = async ({ askJson }: RunningService, body: object) => {
  const response = await askJson('POST', '/v1/personas', body);
  expect(response.status).toBe(201);
  return response.json();
};

const list = async ({ ask }: RunningService, query = '') => {
  const response = await ask(`/v1/personas${query}`);
  expect(response.status).toBe(200);
  return response.json();
};

test('a created persona is returned with its id, fields and times', async () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const service = await startAvatarService({ now: () => now, newId: () => 'id-1' });
  const body = {
    name: 'Ada',
    description: 'd',
    avatarId: '3f0e9f7e-1111-4222-8333-444455556666',
    avatarModel: 'cara-2',
    voiceId: 'v',
    llmId: 'CUSTOMER_CLIENT_V1',
    systemPrompt: 's',
    skipGreeting: false,
  };
  const at = '2026-01-02T03:04:05.678Z';
  expect(await create(service, body)).toStrictEqual({
    id: 'id-1',
    ...body,
    toolIds: [],
    knowledge: [],
    createdAt: at,
    updatedAt: at,
  });
});

test('strings with any characters are returned unchanged', async () => {
  const { askJson, ask } = await openAccount(shared);
  const name = 'nul \u0000, a lone surrogate \ud83d, "quotes", \u2028, 👩‍🚀, e\u0301';
  const created = await (await askJson('POST', '/v1/personas', { name })).json();
  expect(created.name).toBe(name);
  const { data } = await (await ask('/v1/personas')).json();
  expect(data).toStrictEqual([created]);
});

test('brainType is stored as llmId', async () => {
  const service = await openAccount(shared);
  const persona = await create(service, { brainType: 'OLD' });
  expect(persona).toMatchObject({ llmId: 'OLD' });
  expect(persona).not.toHaveProperty('brainType');
});

test('a list has ten records per page by default', async () => {
  const service = await openAccount(shared);
  for (let i = 0; i < 12; i += 1) await create(service, { name: `n${i}` });
  const first = await list(service);
  expect(first.data.map(({ name }: { name: string }) => name)).toStrictEqual(
    Array.from({ length: 10 }, (_, i) => `n${11 - i}`),
  );
  expect(first.meta).toStrictEqual({
    total: 12,
    lastPage: 2,
    currentPage: 1,
    perPage: 10,
    prev: null,
    next: 2,
  });
  expect((await list(service, '?page=2')).meta).toMatchObject({ prev: 1, next: null });
});

test('a page after the last is empty', async () => {
  const service = await openAccount(shared);
  expect(await list(service, '?page=7&perPage=5')).toStrictEqual({
    data: [],
    meta: { total: 0, lastPage: 1, currentPage: 7, perPage: 5, prev: 6, next: null },
  });
});

test('pages of any size contain every persona once', async () => {
  const now = new Date();
  const service = await startAvatarService({ now: () => now });
  const names = Array.from({ length: 23 }, (_, i) => `n${i}`);
  for (const name of names) await create(service, { name });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (perPage) => {
      const seen: string[] = [];
      for (let page: number | null = 1; page !== null; ) {
        const answer: { data: { name: string }[]; meta: { next: number | null } } = await list(
          service,
          `?page=${page}&perPage=${perPage}`,
        );
        seen.push(...answer.data.map(({ name }) => name));
        page = answer.meta.next;
      }
      expect(seen).toStrictEqual(names.toReversed());
    }),
    { numRuns: 6 },
  );
});

test('a persona created between two pages moves the last one of the first page to the second', async () => {
  const service = await openAccount(shared);
  for (let i = 0; i < 4; i += 1) await create(service, { name: `n${i}` });
  const first = await list(service, '?perPage=2');
  await create(service, { name: 'late' });
  const second = await list(service, '?perPage=2&page=2');
  const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
  expect(names).toStrictEqual(['n3', 'n2', 'n2', 'n1']);
});

describe('a search', async () => {
  const NAMES = [
    'guide',
    'Museum GUIDE',
    'ÉCLAIR baker',
    'Straße',
    'STRASSE',
    '100% sure',
    'under_score',
    'back\\slash',
  ];
  const service = await openAccount(shared);
  for (const name of NAMES) await create(service, { name });

  test.each([
    ['guide', ['Museum GUIDE', 'guide']],
    ['GUIDE', ['Museum GUIDE', 'guide']],
    ['éclair', ['ÉCLAIR baker']],
    ['straße', ['STRASSE', 'Straße']],
    ['100%', ['100% sure']],
    ['%', ['100% sure']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ["'; drop table personas; --", []],
    ['', NAMES],
  ])('for %o finds exactly the names that contain it, ignoring case', async (search, names) => {
    const { data, meta } = await list(service, `?search=${encodeURIComponent(search)}`);
    expect(data.map(({ name }: { name: string }) => name).sort()).toStrictEqual([...names].sort());
    expect(meta.total).toBe(names.length);
  });
});

test.each([
  ['istanbul', 'İstanbul'],
  ['İSTANBUL', 'istanbul'],
  ['i̇stan', 'İstanbul'],
  ['ISPARTA', 'ısparta'],
  ['οδοσ', 'ΟΔΟΣΑ'],
  ['ΟΔΟΣ', 'μια οδος'],
  ['e\u0301clair', 'ÉCLAIR'],
  ['éclair', 'E\u0301CLAIR'],
  ['ﬃ', 'OFFICE'],
])('the search %s finds the name %s', async (search, name) => {
  const service = await openAccount(shared);
  await create(service, { name });
  await create(service, { name: 'another' });
  const { data } = await list(service, `?search=${encodeURIComponent(search)}`);
  expect(data).toMatchObject([{ name }]);
});

test('unknown query parameters are ignored', async () => {
  const service = await openAccount(shared);
  await create(service, { name: 'x' });
  expect((await list(service, '?perPage=1&sort=name&sort=age&name=y')).data).toHaveLength(1);
});

test('a persona without a name is not found by a search', async () => {
  const service = await openAccount(shared);
  await create(service, {});
  expect((await list(service)).data).toHaveLength(1);
  expect((await list(service, '?search=a')).data).toHaveLength(0);
});
