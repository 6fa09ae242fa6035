import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { startUpstreamAnswering } from '../support/upstream.ts';

/** Specification, "Built-in LLM ids", typed here from its table. */
const BUILT_IN = [
  '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
  'SERVICE_LLAMA_v3_3_70B_V1',
  'CUSTOMER_CLIENT_V1',
];

test('the built-in LLMs are those of the specification, without a call', async () => {
  const upstream = await startUpstreamAnswering(500, {});
  const { run } = await startApi(upstream);
  const { data } = await run('{ llms { id isBuiltIn description } }');
  expect(data.llms.map(({ id }: { id: string }) => id)).toStrictEqual(BUILT_IN);
  for (const llm of data.llms) {
    expect(llm.isBuiltIn).toBe(true);
    expect(llm.description).toMatch(/^[A-Z].*\.$/);
  }
  expect(upstream.calls).toStrictEqual([]);
});

test('an LLM by id is a built-in one or null', async () => {
  const { run } = await startApi(await startUpstreamAnswering(500, {}));
  const { data } = await run(
    `{ a: llm(id: "${BUILT_IN[2]}") { id } b: llm(id: "custom-1") { id } }`,
  );
  expect(data).toStrictEqual({ a: { id: BUILT_IN[2] }, b: null });
});

test('a persona with a custom LLM shows its id', async () => {
  const page = { data: [{ id: 'p1', llmId: 'custom-1' }, { id: 'p2' }], meta: {} };
  const { run } = await startApi(await startUpstreamAnswering(200, page));
  const { data } = await run('{ personas { items { llm { id isBuiltIn description record } } } }');
  expect(data.personas.items).toStrictEqual([
    { llm: { id: 'custom-1', isBuiltIn: false, description: null, record: { id: 'custom-1' } } },
    { llm: null },
  ]);
});
