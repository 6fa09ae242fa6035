import { describe, expect, test } from 'vitest';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';

/** One service for all tests: each has its own account. */
const shared = await startAvatarService();

const create = async ({ send }: RunningService, body: object) => {
  const answer = await send('POST /v1/personas', body);
  expect(answer.status).toBe(201);
  return answer.body;
};

const list = async ({ send }: RunningService, query = '') => {
  const { status, body } = await send(`GET /v1/personas${query}`);
  expect(status).toBe(200);
  const names: string[] = body.data.map(({ name }: { name: string }) => name);
  return { ...body, names };
};

test('strings with any characters are returned unchanged, and found', async () => {
  const service = await openAccount(shared);
  // A NUL character is one that Postgres cannot store.
  const name = 'nul \u0000a, a lone surrogate \ud83d, "quotes", \u2028, 👩‍🚀, e\u0301';
  const created = await create(service, { name });
  expect(created.name).toBe(name);
  for (const query of ['', `?search=${encodeURIComponent('NUL \0A')}`])
    expect((await list(service, query)).data).toStrictEqual([created]);
});

test('brainType is stored as llmId', async () => {
  const service = await openAccount(shared);
  const persona = await create(service, { brainType: 'OLD' });
  expect(persona).toMatchObject({ llmId: 'OLD' });
  expect(persona).not.toHaveProperty('brainType');
});

test('a list has ten records per page by default, the newest first', async () => {
  const service = await openAccount(shared);
  for (let i = 0; i < 12; i += 1) await create(service, { name: `n${i}` });
  const { names, meta } = await list(service);
  expect(names).toStrictEqual(Array.from({ length: 10 }, (_, i) => `n${11 - i}`));
  const first = { total: 12, lastPage: 2, currentPage: 1, perPage: 10, prev: null, next: 2 };
  expect(meta).toStrictEqual(first);
  expect((await list(service, '?page=2')).meta).toMatchObject({ prev: 1, next: null });
  for (const page of [7, 2 ** 31 - 1]) {
    const { data, meta } = await list(service, `?page=${page}`);
    expect([data, meta]).toMatchObject([[], { lastPage: 2, prev: page - 1, next: null }]);
  }
  const { body: none } = await (await openAccount(shared)).send('GET /v1/personas');
  expect(none).toMatchObject({ data: [], meta: { total: 0, lastPage: 1, next: null } });
});

describe('a search', async () => {
  const NAMES = [
    'guide',
    'Museum GUIDE',
    'ÉCLAIR baker',
    'E\u0301CLAIR',
    'Straße',
    'STRASSE',
    '100% sure',
    'under_score',
    'back\\slash',
    'İstanbul',
    'istanbul',
    'ısparta',
    'ΟΔΟΣΑ',
    'μια οδος',
    'OFFICE',
  ];
  const service = await openAccount(shared);
  for (const name of NAMES) await create(service, { name });
  await create(service, {});

  test.each([
    ['guide', ['Museum GUIDE', 'guide']],
    ['éclair', ['ÉCLAIR baker', 'E\u0301CLAIR']],
    ['straße', ['STRASSE', 'Straße']],
    ['%', ['100% sure']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ['İSTANBUL', ['İstanbul', 'istanbul']],
    ['ISPARTA', ['ısparta']],
    ['ΟΔΟΣ', ['ΟΔΟΣΑ', 'μια οδος']],
    ['ﬃ', ['OFFICE']],
    ["'; drop table personas; --", []],
    ['undefined', []],
  ])('for %o finds exactly the names that contain it, ignoring case', async (search, expected) => {
    const { names, meta } = await list(service, `?search=${encodeURIComponent(search)}&perPage=50`);
    expect(names.toSorted()).toStrictEqual(expected.toSorted());
    expect(meta.total).toBe(expected.length);
  });

  test('for nothing finds all, also with unknown parameters and without a name', async () => {
    const { meta } = await list(service, '?search=&sort=name&sort=age&name=y');
    expect(meta.total).toBe(NAMES.length + 1);
  });
});
