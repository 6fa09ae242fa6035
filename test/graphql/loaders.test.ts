import { expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { seedTool } from '../support/files.ts';
import { tools } from '../support/sample/records.ts';
import { start } from '../support/start.ts';

/** Starts the API with 128 personas. Without personas by id, they are found in lists. */
const startWithMany = () =>
  start({
    upstream: ({ url = '' }, response) => {
      const { searchParams } = new URL(url, 'http://upstream');
      const end = 100 * Number(searchParams.get('page'));
      const data = Array.from({ length: 128 }, (_, n) => ({ id: `p${n}` }));
      return sendJson(response, 200, { data: data.slice(end - 100, end), meta: { total: 128 } });
    },
  });

test('50 persona ids read the list once, up to the page with the last one, and an unknown id to its end', async () => {
  const { run, upstream } = await startWithMany();
  const asked = Array.from({ length: 50 }, (_, n) => `p${n + 50}`);
  const fields = asked.map((id, i) => `p${i}: persona(id: "${id}") { id }`);
  const { data } = await run(`{ ${fields.join(' ')} }`);
  expect(Object.values<{ id: string }>(data).map(({ id }) => id)).toStrictEqual(asked);
  const [first, second] = [1, 2].map((page) => `GET /v1/personas?page=${page}&perPage=100`);
  expect(upstream.calls).toStrictEqual([first]);
  await run('{ persona(id: "nobody") { id } }');
  expect(upstream.calls).toStrictEqual([first, first, second]);
});

test('lookups of one request run concurrently, at most 100 at a time', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const upstream = await fakeService(async ({ url = '' }, response) => {
    await released;
    sendJson(response, 200, { id: url.split('/').at(-1) });
  });
  const { run } = await start({ upstream });
  const [avatarIds, toolIds] = ['a', 't'].map((kind) =>
    Array.from({ length: 75 }, (_, index) => `${kind}${index}`),
  );
  const result = run(
    'query ($avatarIds: [ID!]!, $toolIds: [ID!]!) { avatarsByIds(ids: $avatarIds) { id } toolsByIds(ids: $toolIds) { id } }',
    { avatarIds, toolIds },
  );
  await expect.poll(upstream.open).toBe(100);
  release();
  const { data } = await result;
  expect(data.avatarsByIds).toHaveLength(75);
  expect(data.toolsByIds).toHaveLength(75);
  expect(upstream.calls).toHaveLength(150);
  expect(upstream.peak()).toBe(100);
});

test('after a mutation, the same request reads the new state', async () => {
  const { run } = await start();
  const create = `createPersona(input: { name: "Ada", toolIds: ["${seedTool}"] }) { persona { tools { description } } }`;
  const { data } = await run(
    `mutation { before: ${create} updateTool(id: "${seedTool}", input: { description: "Changed." }) { tool { id } } after: ${create} }`,
  );
  expect(data.before.persona.tools).toStrictEqual([{ description: tools[0]?.description }]);
  expect(data.after.persona.tools).toStrictEqual([{ description: 'Changed.' }]);
});
