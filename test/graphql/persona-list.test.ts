import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

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

test('all invalid arguments are reported at once', async () => {
  const { run } = await start();
  const { errors } = await run('{ personas(page: 0, perPage: 101) { total } }');
  expect(errors?.[0]?.extensions.issues?.map(({ path }) => path)).toStrictEqual([
    ['page'],
    ['perPage'],
  ]);
});
