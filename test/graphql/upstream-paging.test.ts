import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { startLiveApi } from '../support/live-api.ts';
import { LIVE, type Paging } from '../support/live-upstream.ts';
import { startUpstream } from '../support/upstream.ts';

test.each<Paging>(['full', 'alias', 'none', 'bare'])(
  'page metadata of the kind %s is read',
  async (paging) => {
    const { run } = await startLiveApi({ personaById: false }, paging);
    const { data, errors } = await run(
      '{ personas(page: 2, perPage: 10) { page perPage total lastPage items { id } } }',
    );
    expect(errors).toBeUndefined();
    const isComplete = paging === 'full' || paging === 'alias';
    expect(data.personas).toMatchObject({
      page: 2,
      perPage: 10,
      total: isComplete ? 25 : null,
      lastPage: isComplete ? 3 : null,
    });
    expect(data.personas.items).toHaveLength(10);
  },
);

test.each<Paging>(['full', 'alias', 'none', 'bare'])(
  'nextPage leads to the last page with page metadata of the kind %s',
  async (paging) => {
    const { run } = await startLiveApi({ personaById: false }, paging);
    const numbers: number[] = [];
    for (let page: number | null = 1; page !== null; ) {
      numbers.push(page);
      const { data } = await run(
        'query ($page: Int) { personas(page: $page, perPage: 10) { nextPage } }',
        { page },
      );
      page = data.personas.nextPage;
    }
    expect(numbers).toStrictEqual([1, 2, 3]);
  },
);

test.each<Paging>(['full', 'bare'])(
  'a search through the list finds a persona with page metadata of the kind %s',
  async (paging) => {
    const { run, upstream } = await startLiveApi({ personaById: false }, paging);
    const { data } = await run(
      `{ a: persona(id: "${LIVE.persona}") { id } b: persona(id: "${LIVE.missing}") { id } }`,
    );
    expect(data).toStrictEqual({ a: { id: LIVE.persona }, b: null });
    expect(upstream.calls).toStrictEqual(['GET /v1/personas?page=1&perPage=100']);
  },
);

test('a list with the status 404 is empty', async () => {
  const { run } = await startLiveApi({ personaById: false });
  const { data, errors } = await run('{ personas(search: "nobody") { total items { id } } }');
  expect([data, errors]).toStrictEqual([{ personas: { total: 0, items: [] } }, undefined]);
});

test('a search through the list of an upstream without paging ends', async () => {
  const all = Array.from({ length: 100 }, (_, i) => ({ id: `p${i}` }));
  const upstream = await startUpstream((_, response) => void response.end(JSON.stringify(all)));
  const { run } = await startApi(upstream);
  expect((await run('{ persona(id: "nope") { id } }')).data).toStrictEqual({ persona: null });
  expect(upstream.calls).toHaveLength(2);
});
