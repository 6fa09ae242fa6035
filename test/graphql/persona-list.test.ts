import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

test('personas are listed with avatars', async () => {
  const { run } = await start();
  const data = await expectData(
    run(
      '{ personas(perPage: 5) { total page perPage lastPage nextPage previousPage items { name avatar { displayName imageUrl } } } }',
    ),
  );
  const { items, total, ...numbers } = data.personas;
  expect(total).toBeGreaterThanOrEqual(24);
  expect(numbers).toStrictEqual({
    page: 1,
    perPage: 5,
    lastPage: Math.ceil(total / 5),
    nextPage: 2,
    previousPage: null,
  });
  expect(items).toHaveLength(5);
  const image = await fetch(items[0].avatar.imageUrl);
  expect(image.status).toBe(200);
  expect(image.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/);
});

test('the pages of a list contain every persona once', async () => {
  const { run } = await start();
  const page = async (number: number) =>
    (await run(`{ personas(page: ${number}, perPage: 7) { total nextPage items { id } } }`)).data
      .personas;
  const seen: string[] = [];
  let next: number | null = 1;
  let total = 0;
  let pages = 0;
  while (next !== null) {
    const { items, ...rest } = await page(next);
    seen.push(...items.map(({ id }: { id: string }) => id));
    ({ nextPage: next, total } = rest);
    pages += 1;
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
  expect(await page(pages + 1)).toStrictEqual({ items: [], nextPage: null, total });
});

test('the name filter ignores case; an empty result is an empty page', async () => {
  const { run } = await start();
  const search = async (name: string) =>
    (
      await run('query ($name: String) { personas(search: $name) { total items { name } } }', {
        name,
      })
    ).data.personas;
  const guides = await search('GUIDE');
  expect(guides.total).toBeGreaterThan(0);
  for (const { name } of guides.items) expect(name.toLowerCase()).toContain('guide');
  expect(await search('no such persona')).toStrictEqual({ total: 0, items: [] });
});

test.each<[string, string[]]>([
  ['page: 0', ['page']],
  ['page: -1', ['page']],
  ['perPage: 0', ['perPage']],
  ['perPage: 101', ['perPage']],
])('personas(%s) is reported at its path without an upstream call', async (args, path) => {
  const { run, upstream } = await start();
  const { errors, data } = await run(`{ personas(${args}) { total } }`);
  expect(data).toStrictEqual({ personas: null });
  expectIssue(errors, path);
  expect(upstream.calls).toStrictEqual([]);
});

test('all invalid arguments are reported at once', async () => {
  const { run } = await start();
  const { errors } = await run('{ personas(page: 0, perPage: 101) { total } }');
  expect(errors?.[0]?.extensions.issues?.map(({ path }) => path)).toStrictEqual([
    ['page'],
    ['perPage'],
  ]);
});

test('null arguments are treated as omitted', async () => {
  const { run } = await start();
  const { data } = await run(
    '{ personas(page: null, perPage: null, search: null) { page perPage } }',
  );
  expect(data.personas).toStrictEqual({ page: 1, perPage: 20 });
});
